import { z } from "zod";
import { numberOf } from "./whole-input.ts";

/** What 50 million dollars, the largest account carried, buy at a ten-thousandth of a dollar each. */
const SHARES_MAX = 500_000_000_000;
const COUNT_MAX = 1_000_000_000;
/** The latest instant a date can be. */
const INSTANT_MAX = 8_640_000_000_000_000;

/** Whole shares, never negative. */
export const Shares = z.int().min(0).max(SHARES_MAX).meta({ description: "Whole shares." });
/** Of what is ordered or traded: one at least. */
export const SomeShares = Shares.min(1).meta({ description: "Whole shares, one at least." });

/** How shares moved, either way. */
export const MovedShares = z
  .int()
  .min(-SHARES_MAX)
  .max(SHARES_MAX)
  .meta({ description: "Whole shares that came; negative where they left." });

/** How many there are: `count("orders")`. */
export const count = (of: string) =>
  z
    .int()
    .min(0)
    .max(COUNT_MAX)
    .meta({ description: `A count of ${of}.` });

export const seconds = (max: number) => z.int().min(0).max(max).meta({ description: "Seconds." });

/** UTC milliseconds since 1970, by the server's clock. */
export const UtcMs = z
  .number()
  .min(0)
  .max(INSTANT_MAX)
  .meta({ description: "Milliseconds since 1970, in UTC." });

/** How many rows are wanted, as a query says it. */
export const rowsWanted = (preset: number) =>
  z.preprocess(
    numberOf,
    z.int().min(1).max(500).default(preset).meta({ description: "A count of rows, the newest." }),
  );
