import { z } from "zod";

/** Money is whole ten-thousandths of a dollar, of which a number of JSON holds so many exactly. */
const DOLLARS_MAX = Number.MAX_SAFE_INTEGER / 10_000;

/** Dollars as a JSON number with at most four decimals. */
export const Dollars = z
  .number()
  .min(-DOLLARS_MAX)
  .max(DOLLARS_MAX)
  .meta({ description: "Dollars, at most four decimals." });
export const PRICE_INPUT_MAX = 100_000;
/** A price a person or program sends: positive, at most four decimals. */
export const PriceInput = z
  .number()
  .positive()
  .max(PRICE_INPUT_MAX, `A price is at most $${PRICE_INPUT_MAX.toLocaleString("en-US")}`)
  .refine((dollars) => Number.isInteger(Math.round(dollars * 1e8) / 1e4), "At most four decimals")
  .meta({ description: "Dollars a share, at most four decimals." });
/** A percentage as people read it: 1.24 is 1.24%. */
export const Percent = z.number().meta({
  description: "Percent: 1.24 is 1.24%. No bound: what it is a part of may be next to nothing.",
});
/** A rate as it is stored: 0.03 is 3%. */
export const Fraction = z
  .number()
  .min(0)
  .max(1)
  .meta({ description: "A fraction of one: 0.03 is 3%." });
/** An instant as ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** A symbol as typed: upper-cased, 1–5 letters, a class after a dot (BRK.B). */
export const TickerInput = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{1,5}(\.[A-Z])?$/, "A symbol has one to five letters");
