import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, mulDivCeil } from "@sevenfold/domain/money";

/** What a symbol's borrowed shares cost from one day's close to the next day's first price. */
export interface BorrowCharge {
  readonly ticker: Ticker;
  /** Just after the close that valued them. */
  readonly at: Instant;
  readonly nights: number;
  readonly value: Money;
  readonly cost: Money;
}

const MILLION = 1_000_000;
/** The market's convention: the fee of a year is that of 360 days, and each calendar day counts. */
const DAYS_A_YEAR = 360;

/** The cost of so many nights, rounded up. */
export const borrowCostOf = (value: number, rate: number, nights: number): Money =>
  money(mulDivCeil(value, rate * nights, DAYS_A_YEAR * MILLION));
