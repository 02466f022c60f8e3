import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import { dollarsOf } from "@sevenfold/domain/money";

/** What gaps cost: orders that were filled further off than they were meant to be. */
export interface GapsView {
  /** Stops that filled below their price. */
  readonly stops: number;
  /** What those lost beyond their price, in dollars. */
  readonly stopCost: number;
  /** Entries that filled below the stop their decision would have had. */
  readonly entriesBelowStop: number;
}

export function gapsOf(
  { trades, book }: Pick<BacktestReport, "trades" | "book">,
  stopLossBps?: number,
): GapsView {
  const stops = trades.filter(
    ({ reason, price, trigger }) => reason === "stop-loss" && price < trigger,
  );
  const cost = stops.reduce(
    (sum, { trigger, price, quantity }) =>
      sum + Math.floor(((trigger - price) * quantity) / book.partsPerShare),
    0,
  );
  return {
    stops: stops.length,
    stopCost: dollarsOf(cost),
    entriesBelowStop:
      stopLossBps === undefined
        ? 0
        : trades.filter(
            ({ side, price, decisionPrice }) =>
              side === "buy" && price * 10_000 <= decisionPrice * (10_000 - stopLossBps),
          ).length,
  };
}
