import { z } from "zod";

/** Dollars as a JSON number with at most four decimals. */
export const Dollars = z.number().meta({ description: "Dollars, at most four decimals." });
/** A price a person or program sends: positive, at most four decimals. */
export const PriceInput = z
  .number()
  .positive()
  .max(100_000)
  .refine((dollars) => Number.isInteger(Math.round(dollars * 1e8) / 1e4), "At most four decimals");
/** A percentage as people read it: 1.24 is 1.24%. */
export const Percent = z.number().meta({ description: "Percent: 1.24 is 1.24%." });
/** A rate as it is stored: 0.03 is 3%. */
export const Fraction = z.number().meta({ description: "A fraction of one: 0.03 is 3%." });
/** An instant as ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** A symbol as typed: upper-cased, 1–5 letters, a class after a dot (BRK.B). */
export const TickerInput = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{1,5}(\.[A-Z])?$/, "A symbol has one to five letters");
