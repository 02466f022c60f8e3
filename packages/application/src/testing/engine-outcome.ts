import type { BarInterval } from "@sevenfold/domain/market";
import { runBacktest } from "../research/backtest/run-backtest.ts";
import { columnsOf, settingsOf } from "./bar-arbitraries.ts";
import type { plainBacktest } from "./plain-backtest.ts";
import type { PlainAction, PlainBar, PlainRules } from "./plain-rules.ts";

/** What the engine makes of bars and rules, in the words of the plain reading. */
export function outcomeOf(
  bars: readonly PlainBar[],
  plain: PlainRules,
  plainActions: readonly PlainAction[] = [],
  interval?: BarInterval,
): ReturnType<typeof plainBacktest> {
  const {
    trades,
    canceled,
    unfilled,
    book,
    equityCurve,
    actions: applied,
  } = runBacktest(
    columnsOf(bars, plainActions).map((each) => ({ ...each, ...(interval && { interval }) })),
    settingsOf(plain),
  );
  return {
    trades: trades.map(({ ticker, side, quantity, price, at, reason, fee, realized }) => ({
      symbol: ticker,
      side,
      shares: quantity,
      price,
      at,
      reason,
      fee,
      realized,
    })),
    canceled: canceled.map(({ intent, at, left, because }) => ({
      symbol: intent.ticker,
      shares: left,
      at,
      because: because.kind,
    })),
    unfilled: unfilled.length,
    cash: book.cash,
    income: applied.reduce((sum, { paid }) => sum + paid, 0),
    equity: book.equity,
    curve: equityCurve.map(({ at, equity }) => ({ at, equity })),
  };
}
