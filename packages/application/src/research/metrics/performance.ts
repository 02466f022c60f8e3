import { periodsPerYearOf } from "./compounded-measures.ts";
import { measureOf } from "./dialect-measures.ts";
import type { Metric } from "./metric.ts";
import { type Dialect, METRIC_NAMES, type MetricName } from "./metric-name.ts";
import { DAYS_TRUSTED, factsOf, TRADES_TRUSTED, type TrackRecord } from "./track-record.ts";

/** How it went: every number of a track record, or why there is none. */
export interface Performance {
  readonly days: number;
  readonly tradeCount: number;
  /** Fewer than 60 days: numbers estimated from days are marked too. */
  readonly hasFewDays: boolean;
  /** Fewer than 30 closed trades: their averages are marked too. */
  readonly hasFewTrades: boolean;
  readonly metrics: Readonly<Record<MetricName, Metric>>;
}

/** Rates and ratios are fractions (0.1 is 10%), amounts dollars. docs/backtesting.md#metrics */
export function performanceOf(record: TrackRecord, dialect: Dialect = "sevenfold"): Performance {
  const { periodsPerYear = dialect === "backtesting.py" ? periodsPerYearOf(record.times) : 252 } =
    record;
  const facts = factsOf({ ...record, periodsPerYear });
  const tradeCount = record.trades?.length ?? 0;
  const measured = METRIC_NAMES.map((name) => [name, measureOf(name, dialect)(facts)] as const);
  return {
    days: facts.days,
    tradeCount,
    hasFewDays: facts.days < DAYS_TRUSTED,
    hasFewTrades: tradeCount < TRADES_TRUSTED,
    metrics: Object.fromEntries(measured) as Record<MetricName, Metric>,
  };
}
