import type { BacktestReport } from "../backtest/backtest-report.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { writeSkill } from "../metrics/null-returns.ts";
import { writeReturns } from "./measure-trial.ts";
import { nullOfBars } from "./null-of-bars.ts";
import { daysOf } from "./open-sweep.ts";
import { skillSpansOf } from "./trial-row.ts";

/** The days of a single run, and its skill in spans of them as a sweep's trial has it. */
export function skillOfReport(
  columns: readonly BarColumns[],
  { cash, slippage }: BacktestSettings,
  { equityCurve }: BacktestReport,
): { readonly days: Int32Array; readonly spans: Float64Array } {
  const days = daysOf(columns);
  const returns = new Float64Array(days.length);
  const skill = new Float64Array(days.length);
  writeReturns(
    Float64Array.from(equityCurve, ({ equity }) => equity),
    cash,
    returns,
  );
  writeSkill(nullOfBars(columns, days, slippage), returns, skill);
  return { days, spans: skillSpansOf(skill) };
}
