import { parentPort, workerData } from "node:worker_threads";
import type { BacktestOutcome } from "@sevenfold/application/ports/backtest-runner";
import type { BarColumns } from "@sevenfold/application/simulation/bar-columns";
import { type BacktestSettings, runBacktest } from "@sevenfold/application/use-cases/run-backtest";

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
