import { codeOf } from "@sevenfold/domain/reason";
import { expect } from "vitest";
import type { BacktestReport } from "../research/backtest/backtest-report.ts";
import type { BacktestSettings } from "../research/backtest/backtest-settings.ts";
import type { BarColumns } from "../research/backtest/bar-columns.ts";
import { runBacktest } from "../research/backtest/run-backtest.ts";
import type { KernelMarket } from "../research/sweep/kernel-market.ts";
import type { WasmKernel } from "../research/sweep/wasm-kernel.ts";

/**
 * Runs a configuration by the kernel and by the engine, and expects the same of both: every fill,
 * equity at the end of each day, what it came to, and the deepest drawdown.
 */
export function expectLikeEngine(
  kernel: WasmKernel,
  market: KernelMarket,
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  place = 0,
): BacktestReport {
  kernel.open(settings);
  const curve = Array.from(kernel.run(place));
  const outcome = kernel.outcome();
  const drawdown = kernel.summarize(place);
  const summary = kernel.outcome();
  // From the second time in a row on, the extremes of its days are kept.
  const again = kernel.summarize(place);
  const fills = kernel.fills(place);
  const report = runBacktest(columns, settings);
  const { book, trades } = report;

  const { symbols, closesAt, opensAt } = market;
  expect(
    fills.map((fill) => ({
      ticker: symbols[fill.symbol]!.ticker,
      at: (settings.fill === "close" ? closesAt : opensAt)[fill.instant],
      reason: fill.reason,
      quantity: fill.quantity,
      price: fill.price,
      fee: fill.fee,
      realized: fill.realized,
    })),
  ).toEqual(
    trades.map(({ ticker, at, reason, quantity, price, fee, realized }) => ({
      ticker,
      at,
      reason: codeOf(reason),
      quantity,
      price,
      fee,
      realized,
    })),
  );
  expect(curve).toEqual(report.equityCurve.map(({ equity }) => equity));
  const sales = trades.filter(({ side }) => side === "sell");
  expect(outcome).toEqual({
    finalEquity: book.equity,
    cash: book.cash,
    buys: trades.length - sales.length,
    sells: sales.length,
    wins: sales.filter(({ net }) => 0 < net).length,
    won: sales.reduce((sum, { net }) => sum + Math.max(0, net), 0),
    lost: sales.reduce((sum, { net }) => sum + Math.max(0, -net), 0),
    canceled: report.canceled.length,
    unfilled: report.unfilled.length,
    closesHolding: report.closesHolding,
  });
  expect(summary).toEqual(outcome);
  expect(drawdown).toBe(deepestOf([settings.cash, ...curve]));
  expect(again).toBe(drawdown);
  return report;
}

function deepestOf(values: readonly number[]): number {
  let [mark, deepest] = [values[0]!, 0];
  for (const value of values) {
    mark = Math.max(mark, value);
    // An account without any cash has nothing to lose.
    if (value < mark) deepest = Math.min(deepest, value / mark - 1);
  }
  return deepest;
}
