import { bookIncome } from "@sevenfold/domain/book";
import { costEntry } from "@sevenfold/domain/ledger";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, mulDivCeil } from "@sevenfold/domain/money";
import type { BacktestRun } from "../backtest/backtest-run.ts";

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

/** Books what the nights since a day's close cost, of what was short at it. */
export function chargeBorrow(run: BacktestRun, closedAt: Instant, nights: number): void {
  const { book, settings, borrow, feesHeld } = run;
  if (settings.shorts === undefined) return;
  const at = (closedAt + 1) as Instant;
  for (let slot = 0; slot < feesHeld.length; slot += 1) {
    const held = book.held[slot]!;
    if (0 <= held) continue;
    const value = money(-held * book.mark[slot]!);
    const cost = borrowCostOf(value, settings.shorts.borrowRate, nights);
    if (cost === 0) continue;
    bookIncome(book, money(-cost));
    run.ledger.push(costEntry(`b${borrow.length}`, cost, at));
    // The buy that covers takes them over, as a sale takes over the fees of its entry.
    feesHeld[slot] = feesHeld[slot]! + cost;
    borrow.push({ ticker: book.tickers[slot]!, at, nights, value, cost });
  }
}
