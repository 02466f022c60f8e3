import { Worker } from "node:worker_threads";
import type {
  BacktestOutcome,
  BacktestRunner,
} from "@sevenfold/application/research/backtest/backtest-runner";
import type { BacktestOrder } from "./backtest-thread.ts";

const THREAD = new URL("./backtest-thread.js", import.meta.url);
/** A year of daily bars takes well under a second; what takes this long is stuck. */
const TAKES_MAX_MS = 30_000;

/** Backtests on a worker thread of their own, away from the thread that trades. */
export const threadedBacktests: BacktestRunner = {
  run: (columns, settings) =>
    new Promise<readonly BacktestOutcome[]>((resolve, reject) => {
      const thread = new Worker(THREAD, {
        workerData: { columns, settings } satisfies BacktestOrder,
      });
      const late = setTimeout(() => void thread.terminate(), TAKES_MAX_MS);
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () => {
        clearTimeout(late);
        // After the message this says nothing new.
        reject(new Error("The backtest ended without an outcome."));
      });
    }),
};
