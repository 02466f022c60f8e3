import { type Instant, instant } from "@sevenfold/domain/market";
import { monthlyReturnsOf } from "@sevenfold/domain/metrics/calendar-returns";
import { deepestDrawdowns } from "@sevenfold/domain/metrics/drawdown-measures";
import type { Dialect } from "@sevenfold/domain/metrics/metric-name";
import type { TrackRecord } from "@sevenfold/domain/metrics/track-record";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { performanceOf } from "@sevenfold/domain/performance";
import { metricsView } from "../report/metrics-view.ts";

const DRAWDOWNS = 5;

/** What a track record was read from and how. */
export interface MetricsOrigin {
  readonly dialect: Dialect;
  readonly engineVersion: string;
  readonly inputsHash: string;
  readonly warnings: readonly string[];
}

export type MetricsDocument = ReturnType<typeof metricsDocument>;

/** The one JSON document of `sevenfold metrics`. docs/backtesting.md */
export function metricsDocument(record: TrackRecord, origin: MetricsOrigin) {
  const { values, times, riskFree = 0 } = record;
  return {
    schemaVersion: 1,
    engineVersion: origin.engineVersion,
    inputsHash: origin.inputsHash,
    warnings: origin.warnings,
    start: dateOf(times[0] ?? instant(0)),
    end: dateOf(times.at(-1) ?? instant(0)),
    startEquity: values[0] ?? null,
    endEquity: values.at(-1) ?? null,
    riskFree,
    ...metricsView(performanceOf(record, origin.dialect), origin.dialect),
    ...shapeOfPath(record),
  };
}

/** The deepest drawdowns and the months of a record. */
export function shapeOfPath(record: Pick<TrackRecord, "values" | "times">) {
  return {
    drawdowns: deepestDrawdowns(record, DRAWDOWNS).map((drawdown) => ({
      depth: drawdown.depth,
      peak: dateOf(drawdown.peakAt),
      trough: dateOf(drawdown.troughAt),
      recovered: drawdown.recoveredAt === undefined ? null : dateOf(drawdown.recoveredAt),
      days: drawdown.days,
    })),
    months: monthlyReturnsOf(record.values, record.times).map(({ year, month, growth }) => ({
      month: `${year}-${String(month).padStart(2, "0")}`,
      return: growth,
    })),
  };
}

const dateOf = (at: Instant): string => tradingDayOf(at);
