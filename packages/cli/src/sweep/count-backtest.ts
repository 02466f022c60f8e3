import { existsSync } from "node:fs";
import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import type { LedgerData } from "./trial-ledger.ts";

/** A backtest, as the ledger counts it. */
export interface CountedBacktest {
  readonly data: LedgerData;
  readonly settings: BacktestSettings;
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
  { data, settings, sharpe, at }: CountedBacktest,
): Promise<string | undefined> {
  // Loaded where there is something to count only: a backtest starts in no time.
  const { ledgerPathOf, recordTrials } = await import("./trial-ledger.ts");
  const path = await ledgerPathOf(bars);
  if (!existsSync(path)) return undefined;
  const { configurationKey } = await import("@sevenfold/application/sweep/configuration-key");
  const daily = sharpe === null ? Number.NaN : sharpe / Math.sqrt(DAYS_PER_YEAR);
  try {
    await recordTrials(path, data, [{ key: configurationKey(settings), sharpe: daily }], at);
  } catch (error) {
    return `this run is not counted: ${error instanceof Error ? error.message : String(error)}`;
  }
  return undefined;
}
