import { z } from "zod";

/** Inclusive. */
interface WholeBounds {
  readonly min: number;
  readonly max: number;
}

/** A whole number within its bounds. One that no number can hold exactly is beyond them, not broken. */
export function wholeInput(name: string, { min, max }: WholeBounds) {
  const tooSmall = `${name} must be at least ${min.toLocaleString("en-US")}`;
  const tooBig = `${name} must be at most ${max.toLocaleString("en-US")}`;
  return z
    .int({
      error: ({ input }) => {
        if (!isWhole(input)) return `${name} must be a whole number`;
        return input < min ? tooSmall : tooBig;
      },
      abort: true,
    })
    .min(min, tooSmall)
    .max(max, tooBig);
}

/** What is plainly a whole number as text, as that number. Anything else is left as it was sent. */
export const numberOf = (sent: number | string): number | string =>
  typeof sent === "string" && /^(0|[1-9]\d*)$/.test(sent) ? Number(sent) : sent;

/** Also where it has more digits than are kept. */
const isWhole = (input: unknown): input is number =>
  Number.isInteger(input) || input === Infinity || input === -Infinity;
