import { existsSync } from "node:fs";
import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { LedgerData } from "./trial-ledger.ts";

/** A backtest, as the ledger counts it. */
export interface CountedBacktest {
  readonly data: Omit<LedgerData, "days">;
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  readonly report: BacktestReport;
  /** Sharpe ratio of a year; null for none. */
  readonly sharpe: number | null;
  readonly at: Date;
}

const DAYS_PER_YEAR = 252;

/**
 * Counts a backtest among the trials of its data where a ledger lies beside them: settings tried one
 * by one are tries like those of a sweep. Answers a warning where it cannot be written.
 */
export async function countBacktest(
  bars: string,
  { data, columns, settings, report, sharpe, at }: CountedBacktest,
): Promise<string | undefined> {
  // Loaded where there is something to count only: a backtest starts in no time.
  const { ledgerPathOf, recordTrials } = await import("./trial-ledger.ts");
  const path = await ledgerPathOf(bars);
  if (!existsSync(path)) return undefined;
  const { configurationKey } = await import(
    "@sevenfold/application/research/sweep/configuration-key"
  );
  const daily = sharpe === null ? Number.NaN : sharpe / Math.sqrt(DAYS_PER_YEAR);
  const { skillOfReport } = await import("@sevenfold/application/research/sweep/report-skill");
  const { sketchOf } = await import("@sevenfold/application/research/metrics/try-clusters");
  const { days, spans } = skillOfReport(columns, settings, report);
  const tried = { key: configurationKey(settings), sharpe: daily, sketch: () => sketchOf(spans) };
  try {
    await recordTrials(path, { ...data, days }, [tried], at);
  } catch (error) {
    return `this run is not counted: ${error instanceof Error ? error.message : String(error)}`;
  }
  return undefined;
}
