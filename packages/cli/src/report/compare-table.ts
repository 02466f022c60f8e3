import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import { METRIC_NAMES, type MetricName } from "@sevenfold/application/research/metrics/metric-name";
import { dollars, shaped } from "./amounts.ts";
import type { CompareDocument } from "./compare-document.ts";
import { type Alignment, textTable } from "./text-table.ts";

/** Runs side by side as a person reads them: what differs first, then every number. */
export function compareTable(document: CompareDocument): string {
  const { runs } = document;
  const names = runs.map((_, at) => letterOf(at));
  const alignments: readonly Alignment[] = ["left", ...names.map(() => "right" as const)];
  const legend = runs.map(
    ({ name, finalEquity }, at) => `${letterOf(at)}  ${name}  ${dollars(finalEquity)}`,
  );
  const sections = [
    legend.join("\n"),
    ...(Object.keys(document.settings).length === 0
      ? ["The settings are the same."]
      : [textTable(["Setting", ...names], settingRows(document), alignments)]),
    textTable(["Measure", ...names], metricRows(document), alignments),
  ];
  return `${sections.join("\n\n")}\n`;
}

const settingRows = ({ settings }: CompareDocument): readonly (readonly string[])[] =>
  Object.entries(settings).map(([name, values]) => [name, ...values.map(settingText)]);

export const settingText = (value: unknown): string => (value === null ? "–" : String(value));

/** The rows of numbers that at least one run has. */
export const comparedMetrics = ({ metrics }: CompareDocument): readonly MetricName[] =>
  METRIC_NAMES.filter((name) => metrics[name].some((value) => value !== null));

const metricRows = (document: CompareDocument): readonly (readonly string[])[] =>
  comparedMetrics(document).map((name) => {
    const { label, shape } = definitionOf(name, "sevenfold");
    const values = document.metrics[name];
    return [label, ...values.map((value) => (value === null ? "–" : shaped(value, shape)))];
  });

/** A, B, C … */
export const letterOf = (place: number): string => String.fromCharCode(65 + place);
