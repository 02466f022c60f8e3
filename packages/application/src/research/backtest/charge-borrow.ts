import { bookIncome } from "@sevenfold/domain/book";
import { costEntry } from "@sevenfold/domain/ledger";
import type { Instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { borrowCostOf } from "../shorts/borrow.ts";
import type { BacktestRun } from "./backtest-run.ts";

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
