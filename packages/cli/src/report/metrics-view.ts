import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import {
  type Dialect,
  METRIC_NAMES,
  type MetricName,
} from "@sevenfold/application/research/metrics/metric-name";
import type { Performance } from "@sevenfold/application/research/metrics/performance";

type MetricNumbers = { readonly [Name in MetricName]: number | null };

/** Every metric as a number, or null with a note on why there is none. */
export interface MetricsView {
  readonly dialect: Dialect;
  readonly metrics: { readonly days: number; readonly closedTrades: number } & MetricNumbers;
  readonly metricNotes: Readonly<Partial<Record<MetricName, string>>>;
  readonly smallSample: readonly MetricName[];
  /** The definition each number follows: `sevenfold metrics explain` says it. */
  readonly definitions: Readonly<Partial<Record<MetricName, string>>>;
}

/** What was not there to be measured: such metrics need no row. */
const NOT_GIVEN: ReadonlySet<string | undefined> = new Set([
  "no trades were given",
  "no benchmark was given",
  "the trials behind it are not known",
  "what was traded on each day is not known",
]);

/** Whether a metric has a value, or a reason of its own to have none. */
export const isMeasured = ({ metricNotes }: MetricsView, name: MetricName): boolean =>
  !NOT_GIVEN.has(metricNotes[name]);

export function metricsView(performance: Performance, dialect: Dialect): MetricsView {
  const { days, tradeCount, metrics } = performance;
  const numbers: Partial<Record<MetricName, number | null>> = {};
  const metricNotes: Partial<Record<MetricName, string>> = {};
  const definitions: Partial<Record<MetricName, string>> = {};
  const smallSample: MetricName[] = [];
  for (const name of METRIC_NAMES) {
    const metric = metrics[name];
    definitions[name] = definitionOf(name, dialect).id;
    numbers[name] = metric.value ?? null;
    if (metric.value === undefined) metricNotes[name] = metric.reason;
    else if (metric.isSmallSample) smallSample.push(name);
  }
  return {
    dialect,
    metrics: { days, closedTrades: tradeCount, ...(numbers as MetricNumbers) },
    metricNotes,
    smallSample,
    definitions,
  };
}
