import { parentPort, workerData } from "node:worker_threads";
import type { BacktestOutcome } from "@sevenfold/application/research/backtest/backtest-runner";
import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { runBacktest } from "@sevenfold/application/research/backtest/run-backtest";

/** What the thread is asked for. */
export interface BacktestOrder {
  readonly columns: readonly BarColumns[];
  readonly settings: readonly BacktestSettings[];
}

const { columns, settings } = workerData as BacktestOrder;
parentPort?.postMessage(
  settings.map((each): BacktestOutcome => {
    const { equityCurve, trades } = runBacktest(columns, each);
    return { equityCurve, tradesCount: trades.length };
  }),
);
