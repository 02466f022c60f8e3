import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import { METRIC_NAMES } from "@sevenfold/application/research/metrics/metric-name";
import { shaped } from "./amounts.ts";
import { isMeasured, type MetricsView } from "./metrics-view.ts";
import { textTable } from "./text-table.ts";

/** Every metric in a row, or why there is none. */
export function metricsTable(view: MetricsView): string {
  const { dialect, metrics, metricNotes, smallSample } = view;
  const names = METRIC_NAMES.filter((name) => isMeasured(view, name));
  const rows = names.map((name) => {
    const { label, shape } = definitionOf(name, dialect);
    const value = metrics[name];
    if (value === null) return [label, "–", metricNotes[name] ?? ""];
    return [label, shaped(value, shape), smallSample.includes(name) ? "small sample" : ""];
  });
  const title = dialect === "sevenfold" ? "Measure" : `Measure, as ${dialect} has it`;
  return textTable([title, "", ""], rows, ["left", "right", "left"]);
}
