import { definitionOf } from "@sevenfold/domain/metrics/metric-definition";
import { METRIC_NAMES } from "@sevenfold/domain/metrics/metric-name";
import { shaped } from "./amounts.ts";
import type { MetricsView } from "./metrics-view.ts";
import { textTable } from "./text-table.ts";

/** What was not there to be measured: such metrics need no row. */
const NOT_GIVEN: ReadonlySet<string | undefined> = new Set([
  "no trades were given",
  "no benchmark was given",
  "the trials behind it are not known",
  "what was traded on each day is not known",
]);

/** Every metric in a row, or why there is none. */
export function metricsTable({ dialect, metrics, metricNotes, smallSample }: MetricsView): string {
  const names = METRIC_NAMES.filter((name) => !NOT_GIVEN.has(metricNotes[name]));
  const rows = names.map((name) => {
    const { label, shape } = definitionOf(name, dialect);
    const value = metrics[name];
    if (value === null) return [label, "–", metricNotes[name] ?? ""];
    return [label, shaped(value, shape), smallSample.includes(name) ? "small sample" : ""];
  });
  const title = dialect === "sevenfold" ? "Measure" : `Measure, as ${dialect} has it`;
  return textTable([title, "", ""], rows, ["left", "right", "left"]);
}
