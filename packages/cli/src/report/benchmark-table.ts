import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import { shaped } from "./amounts.ts";
import { type BenchmarkView, SHARED_METRICS } from "./benchmark-view.ts";
import type { MetricsView } from "./metrics-view.ts";
import { textTable } from "./text-table.ts";

/** "Buy and hold", or the symbol or file as it was asked for. */
export const benchmarkName = ({ kind, name }: Pick<BenchmarkView, "kind" | "name">): string =>
  kind === "hold" ? "Buy and hold" : name;

export interface BesideView extends Pick<MetricsView, "dialect" | "metrics"> {
  readonly benchmark: BenchmarkView;
}

/** Account and benchmark side by side. */
export const benchmarkTable = (view: BesideView): string =>
  textTable(["Beside", "Account", benchmarkName(view.benchmark)], benchmarkRows(view), [
    "left",
    "right",
    "right",
  ]);

/** What is told of account and benchmark alike, a row each: its name, the account's, the benchmark's. */
export function benchmarkRows({ dialect, metrics, benchmark }: BesideView) {
  return SHARED_METRICS.map((name) => {
    const { label, shape } = definitionOf(name, dialect);
    const text = (value: number | null): string => (value === null ? "–" : shaped(value, shape));
    return [label, text(metrics[name]), text(benchmark[name])] as const;
  });
}
