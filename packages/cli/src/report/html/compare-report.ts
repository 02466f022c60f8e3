import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import { shaped } from "../amounts.ts";
import type { CompareDocument, NamedRun } from "../compare-document.ts";
import { comparedMetrics, letterOf, settingText } from "../compare-table.ts";
import { colored, plainTable } from "./figures.ts";
import { lineChart } from "./line-chart.ts";
import { type Markup, markup } from "./markup.ts";
import { reportPage } from "./page.ts";

/** The HTML of a comparison: growth on one chart, then settings and numbers side by side. */
export function compareReport(document: CompareDocument, runs: readonly NamedRun[]): string {
  const names = runs.map((_, at) => letterOf(at));
  const settings = Object.entries(document.settings);
  return reportPage({
    kind: "Comparison",
    title: `${runs.length} runs side by side`,
    lead: leadOf(document),
    hasCandles: false,
    sections: [
      {
        id: "growth",
        title: "Growth",
        note: "Equity ÷ what the run began with − 1.",
        body: growthChart(runs),
      },
      {
        id: "settings",
        title: "What differs",
        body:
          settings.length === 0
            ? markup`<p class="none">The settings are the same.</p>`
            : plainTable(
                "Settings",
                ["Setting", ...names],
                settings.map(([name, values]) => [name, ...values.map(settingText)]),
              ),
      },
      { id: "numbers", title: "Every number", body: numberTable(document, names) },
    ],
    footer: markup`<p>Made by Sevenfold ${document.engineVersion}. A past that went well promises nothing; of many runs the best one looks better than it is.</p>`,
  });
}

const leadOf = ({ runs, warnings }: CompareDocument): Markup =>
  markup`<ul class="prose">${runs.map(
    ({ name, symbols, start, end }, at) =>
      markup`<li><strong>${letterOf(at)}</strong> ${name}: ${symbols.join(", ")}, ${start.slice(0, 10)} to ${end.slice(0, 10)}</li>`,
  )}</ul>${warnings.map((warning) => markup`<p class="warning">${sentenceOf(warning)}</p>`)}`;

/** "the runs are of different days" as a sentence of its own. */
const sentenceOf = (warning: string): string =>
  `${warning.charAt(0).toUpperCase()}${warning.slice(1)}.`;

function growthChart(runs: readonly NamedRun[]): Markup {
  const times = [...new Set(runs.flatMap(({ run }) => run.equity.map(({ time }) => time)))].sort(
    (one, other) => one - other,
  );
  const lines = runs.map(({ run: { equity } }, at) => {
    const first = equity[0]?.equity ?? 0;
    const growths = new Map(
      equity.map((row) => [row.time, first === 0 ? 0 : row.equity / first - 1]),
    );
    return {
      name: letterOf(at),
      look: `run-${at + 1}` as const,
      values: carried(times.map((time) => growths.get(time))),
    };
  });
  return markup`<p class="note legend">${lines.map(({ name, look }) => markup`<span class="key ${look}">${name}</span>`)}</p>${lineChart(
    {
      label: "Growth of each run over time",
      times,
      unit: "percent",
      size: "tall",
      lines,
      floor: 0,
    },
  )}`;
}

/** Times that only another run has carry the last value on, up to the run's own end. */
function carried(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  const last = values.findLastIndex((value) => value !== undefined);
  let known: number | undefined;
  return values.map((value, at) => {
    known = value ?? known;
    return at <= last ? known : undefined;
  });
}

const numberTable = (document: CompareDocument, names: readonly string[]): Markup =>
  plainTable(
    "Numbers",
    ["Measure", ...names, "Definition"],
    comparedMetrics(document).map((name) => {
      const { label, shape, id } = definitionOf(name, "sevenfold");
      return [
        label,
        ...document.metrics[name].map((value) =>
          value === null
            ? "–"
            : colored(shaped(value, shape), shape === "fraction" && value < 0 ? value : 0),
        ),
        markup`<code>${id}</code>`,
      ];
    }),
  );
