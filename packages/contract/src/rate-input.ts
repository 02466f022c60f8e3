import { z } from "zod";

/** In basis points, inclusive. */
export interface RateBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * A fraction of one, in whole basis points. A number above 1 is a percentage and divided by 100 first.
 * One that the bounds allow both as a fraction and as a percentage is refused: 1 would be 100%, and
 * whoever writes it mostly means 1%.
 */
export const rateInput = (name: string, bounds: RateBounds) =>
  z
    .number(`${name} must be a number`)
    .refine((given) => unclear(name, given, bounds) === undefined, {
      error: ({ input }) => unclear(name, Number(input), bounds) ?? "",
      abort: true,
    })
    .transform((given) => (1 < given ? given / 100 : given))
    .pipe(
      z
        .number()
        .min(bounds.min / 10_000, `${name} must be at least ${bounds.min / 100}%`)
        .max(bounds.max / 10_000, `${name} must be at most ${bounds.max / 100}%`)
        .refine(
          (fraction) => Math.abs(Math.round(fraction * 10_000) - fraction * 10_000) < 1e-6,
          `${name} must have at most two decimals as a percentage, such as 3.25%`,
        ),
    )
    .meta(described(bounds));

/** Why it is refused that could be meant as a percentage; undefined where it could not. */
function unclear(name: string, given: number, { min, max }: RateBounds): string | undefined {
  const isPercent = given <= 1 && min <= bpsOf(given) && bpsOf(given) <= max;
  if (!isPercent) return undefined;
  const [fraction, percent] = [text(given * 100), text(given)];
  const meantAsPercent = `${text(given / 100)} for ${percent}%`;
  return bpsOf(given * 100) <= max
    ? `${name} ${percent} may mean ${fraction}% or ${percent}%: write ${fraction} for ${fraction}%, or ${meantAsPercent}`
    : `${name} must be at most ${max / 100}%, and ${percent} means ${fraction}%: write ${meantAsPercent}`;
}

/** Of a percentage, without the tail a multiplication leaves. */
const bpsOf = (percent: number): number => Math.round(percent * 1e8) / 1e6;
const text = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** For those who read the API's document: the unit, the bounds, and what is not taken for either. */
function described({ min, max }: RateBounds) {
  // What is also a percentage within the bounds begins at the least of them.
  const clearMax = Math.min(max / 10_000, min / 100);
  const isOpen = clearMax === min / 100;
  return {
    description:
      `From ${min / 100}% to ${max / 100}%, with at most two decimals as a percentage: as a fraction of one ` +
      "(0.03 is 3%), or above 1 as a percentage (3 is 3%). What could be either is refused.",
    anyOf: [
      { minimum: min / 10_000, [isOpen ? "exclusiveMaximum" : "maximum"]: clearMax },
      { exclusiveMinimum: 1, maximum: max / 100 },
    ],
  };
}
