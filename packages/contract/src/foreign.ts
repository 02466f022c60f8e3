import { z } from "zod";
import { count } from "./counts.ts";
import { Dollars, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";

/** Rows of either list; how many there are in all is said beside them. */
export const FOREIGN_ROWS_MAX = 200;

export const FOREIGN_KINDS = [
  "short",
  "option",
  "spread",
  "coin",
  "fund",
  "bond",
  "fraction",
  "notional",
  "other",
] as const;

/** As the broker writes it, cut where it is longer than any broker writes. */
const Written = z.string().max(64);

const What = {
  symbol: Written,
  kind: z.enum(FOREIGN_KINDS),
  /** "Option", in words. */
  label: z.string(),
  quantity: Written,
  /** Why it is not traded here, in a sentence. */
  because: z.string(),
};

/** What the selected account has at its broker that Sevenfold does not trade. */
export const ForeignView = z.object({
  holdings: z.array(z.object({ ...What, value: Dollars.nullable() })).max(FOREIGN_ROWS_MAX),
  /** Those that are open. */
  orders: z
    .array(
      z.object({
        ...What,
        id: Written,
        side: z.enum(["buy", "sell"]).nullable(),
        /** Null of one that waits for a condition at the broker, and was not placed yet. */
        submittedAt: Timestamp.nullable(),
      }),
    )
    .max(FOREIGN_ROWS_MAX),
  holdingsCount: count("holdings"),
  ordersCount: count("orders"),
  /** What the holdings are worth together, below zero where more is owed; null while one has no known worth. */
  value: Dollars.nullable(),
});
export type ForeignView = z.infer<typeof ForeignView>;

export const readForeign = endpoint("readForeign", {
  input: z.strictObject({}),
  output: ForeignView,
});
