import type { Ticker } from "./market.ts";
import { type Money, NO_MONEY } from "./money.ts";

/** What else the account has at its broker: it counts, and is never traded here. */
export interface Foreign {
  /** What the broker says it is worth together; below zero where more is owed. */
  readonly value: Money;
  /** How many holdings the broker tells no worth of: until it is 0, equity is not valid. */
  readonly unpriced: number;
  /** Sold short there: a buy would cover them and a sale would deepen them. */
  readonly shorts: ReadonlySet<Ticker>;
}

export const NO_FOREIGN: Foreign = { value: NO_MONEY, unpriced: 0, shorts: new Set() };
