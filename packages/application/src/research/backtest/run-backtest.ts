import { invariant } from "@sevenfold/domain/invariant";
import type { BacktestReport } from "./backtest-report.ts";
import type { RunWatch } from "./backtest-run.ts";
import type { BacktestSettings } from "./backtest-settings.ts";
import { type BarColumns, checkBarColumns } from "./bar-columns.ts";
import { endRun } from "./day-roll.ts";
import { openRun, reportOf } from "./open-run.ts";
import { tradeCloses } from "./trade-closes.ts";
import { walkPaths } from "./walk-paths.ts";

/**
 * Trades recorded bars with the account's own `decide`: no other code knows the strategy here.
 *
 * One account, any number of symbols, one slot each in the order of `columns`; the same columns and
 * settings give the same report. Throws when columns overlap themselves, name a symbol twice, or
 * lack what the settings need (their range, their volume). docs/backtesting.md
 */
export function runBacktest(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  watch?: RunWatch,
): BacktestReport {
  check(columns, settings);
  const run = openRun(columns, settings, watch);
  if (settings.path === "ohlc") walkPaths(run);
  else tradeCloses(run);
  endRun(run);
  return reportOf(run);
}

function check(columns: readonly BarColumns[], settings: BacktestSettings): void {
  const tickers = new Set(columns.map(({ ticker }) => ticker));
  invariant(tickers.size === columns.length, "each symbol comes in one set of columns");
  const { path, resting = "none", volumeLimitBps, slippage } = settings;
  const isWalked = path === "ohlc";
  invariant(!isWalked || resting === "none", "on a walked path every exit fills where it crosses");
  const confirms = settings.strategy.patternConfirmation === "require";
  const needsRange = isWalked || resting !== "none" || confirms;
  const needsVolume = volumeLimitBps !== undefined || 0 < (slippage?.impactBps ?? 0);
  for (const [slot, one] of columns.entries()) {
    checkBarColumns(one, columns[slot - 1]);
    const hasRange = one.high !== undefined && one.low !== undefined;
    invariant(!needsRange || hasRange, `the bars of ${one.ticker} have no range`);
    invariant(!needsVolume || one.volume !== undefined, `the bars of ${one.ticker} have no volume`);
  }
}
