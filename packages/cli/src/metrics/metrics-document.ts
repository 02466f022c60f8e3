import {
  monthlyReturnsOf,
  yearlyReturnsOf,
} from "@sevenfold/application/research/metrics/calendar-returns";
import { deepestDrawdowns } from "@sevenfold/application/research/metrics/drawdown-measures";
import type { Dialect } from "@sevenfold/application/research/metrics/metric-name";
import { performanceOf } from "@sevenfold/application/research/metrics/performance";
import type { TrackRecord } from "@sevenfold/application/research/metrics/track-record";
import { type Instant, instant } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { metricsView } from "../report/metrics-view.ts";
import type { MetricsDocument as Published } from "../schema/metrics-schema.ts";

const DRAWDOWNS = 5;

/** What a track record was read from and how. */
export interface MetricsOrigin {
  readonly dialect: Dialect;
  readonly engineVersion: string;
  readonly inputsHash: string;
  readonly warnings: readonly string[];
}

export type MetricsDocument = Published;

/** The one JSON document of `sevenfold metrics`. docs/backtesting.md */
export function metricsDocument(record: TrackRecord, origin: MetricsOrigin): MetricsDocument {
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

/** The deepest drawdowns, the years and the months of a record. */
export function shapeOfPath(record: Pick<TrackRecord, "values" | "times">) {
  return {
    drawdowns: deepestDrawdowns(record, DRAWDOWNS).map((drawdown) => ({
      depth: drawdown.depth,
      peak: dateOf(drawdown.peakAt),
      trough: dateOf(drawdown.troughAt),
      recovered: drawdown.recoveredAt === undefined ? null : dateOf(drawdown.recoveredAt),
      days: drawdown.days,
      daysDown: drawdown.daysDown,
      daysBack: drawdown.daysBack ?? null,
    })),
    years: yearlyReturnsOf(record.values, record.times).map(({ year, growth }) => ({
      year,
      return: growth,
    })),
    months: monthlyReturnsOf(record.values, record.times).map(({ year, month, growth }) => ({
      month: `${year}-${String(month).padStart(2, "0")}`,
      return: growth,
    })),
  };
}

const dateOf = (at: Instant): string => tradingDayOf(at);
