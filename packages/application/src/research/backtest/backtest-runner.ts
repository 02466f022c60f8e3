import type { BacktestReport } from "./backtest-report.ts";
import type { BacktestSettings } from "./backtest-settings.ts";
import type { BarColumns } from "./bar-columns.ts";

/** What a run leaves that is worth carrying to another thread. */
export type BacktestOutcome = Pick<BacktestReport, "equityCurve"> & {
  readonly tradesCount: number;
};

/** Runs backtests where they are in nobody's way. */
export interface BacktestRunner {
  /** One outcome for each of the settings, on the same bars. Rejects when the signal aborts. */
  run(
    columns: readonly BarColumns[],
    settings: readonly BacktestSettings[],
  ): Promise<readonly BacktestOutcome[]>;
}
