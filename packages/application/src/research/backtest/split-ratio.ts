/** New shares for old ones, in whole numbers. */
export interface SplitRatio {
  readonly numerator: number;
  readonly denominator: number;
}

const DECIMAL = /^(\d{1,7})(?:\.(\d{1,20}))?$/;
/** Finer than this no split is. */
const EXACT_DIGITS = 6;
/** With fewer digits behind the point a number is what it says. */
const ROUNDED_DIGITS = 4;
/** More of them a float does not tell apart. */
const DIGITS_MAX = 10;
const MILLION = 1_000_000;

/**
 * The split that a decimal stands for. One with many digits is the simplest ratio that is written so:
 * 0.333333 is one new share for three, and not 333,333 for a million, which would leave who holds 300 of
 * them 99. Undefined where it is none.
 */
export function splitRatioOf(text: string): SplitRatio | undefined {
  const [match, whole = "", written = ""] = DECIMAL.exec(text) ?? [];
  if (match === undefined) return undefined;
  const fraction = written.replace(/0+$/, "");
  // A nought at the end is a digit that somebody wrote.
  const rounded = roundedFrom(Number(text), written.length);
  if (rounded !== undefined) return rounded;
  if (EXACT_DIGITS < fraction.length) return undefined;
  const millionths = Number(whole) * MILLION + Number(fraction.padEnd(EXACT_DIGITS, "0"));
  return millionths === 0 ? undefined : { numerator: millionths, denominator: MILLION };
}

function roundedFrom(value: number, digits: number): SplitRatio | undefined {
  if (value === 0 || digits < ROUNDED_DIGITS) return undefined;
  const halfDigit = 0.501 * 10 ** -Math.min(digits, DIGITS_MAX);
  const writes = (ratio: number) => Math.abs(ratio - value) < halfDigit;
  // So few that hardly any number is one of them by chance.
  const oldMost = digits === ROUNDED_DIGITS ? 20 : 100;
  for (let old = 1; old <= oldMost; old += 1) {
    const numerator = Math.round(value * old);
    if (numerator !== 0 && writes(numerator / old)) return { numerator, denominator: old };
  }
  // One new share for many, where no other number of them is written so.
  const many = Math.round(1 / value);
  const isOnly = writes(1 / many) && !writes(1 / (many - 1)) && !writes(1 / (many + 1));
  return oldMost < many && many <= 1_000 && isOnly
    ? { numerator: 1, denominator: many }
    : undefined;
}
