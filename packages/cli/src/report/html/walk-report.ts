import type { RunConfig } from "../../run/run-schema.ts";
import { counted, percent, ratio } from "../amounts.ts";
import type { WalkDocument } from "../walk-document.ts";
import { costsOf, verdictOf } from "../walk-table.ts";
import { axisText } from "./axis-words.ts";
import { benchmarkSection } from "./benchmark-section.ts";
import { colored, keyFigures, plainTable } from "./figures.ts";
import { lineChart } from "./line-chart.ts";
import { type Markup, markup } from "./markup.ts";
import { metricSection } from "./metric-section.ts";
import { reportPage } from "./page.ts";
import { provenance } from "./provenance.ts";

/** report.html of a walk-forward run. */
export function walkReport(document: WalkDocument, config: RunConfig): string {
  const { symbols, assumptions } = document;
  return reportPage({
    kind: "Walk-forward",
    title: symbols.slice(0, 6).join(", "),
    lead: leadOf(document),
    hasCandles: false,
    sections: [
      {
        id: "growth",
        title: "Growth on the days after each choice",
        note: "The steps one after another; no day in it was chosen by.",
        body: growthChart(document),
      },
      { id: "steps", title: "The steps", body: stepTable(document) },
      benchmarkSection({ summary: document }),
      { id: "metrics", title: "Every number", body: metricSection(document) },
      {
        id: "assumptions",
        title: "What the numbers take for granted",
        body: markup`<ul class="prose">${assumptions.map((each) => markup`<li>${each}</li>`)}</ul>`,
      },
    ],
    footer: provenance(config),
  });
}

function leadOf(document: WalkDocument): Markup {
  const { steps, efficiency, metrics, configurations, plan, triedEver, warnings } = document;
  return markup`<p class="period">${counted(steps.length, "step")}, ${plan.anchored ? "anchored" : "rolling"}: ${counted(configurations, "configuration")} each; ${counted(triedEver, "configuration")} ever tried on these bars</p>
<p class="lead">${verdictOf(document)}</p>
${judgedOf(document)}
${warnings.map((warning) => markup`<p class="warning">${warning}</p>`)}
${keyFigures([
  {
    name: "Return a year, after",
    text: shown(efficiency.outOfSample),
    sign: efficiency.outOfSample,
  },
  {
    name: "Return a year, while choosing",
    text: shown(efficiency.inSample),
    sign: efficiency.inSample,
  },
  { name: "Sharpe ratio, after", text: ratio(metrics.sharpe) },
  { name: "Deepest drawdown, after", text: shown(metrics.maxDrawdown), sign: metrics.maxDrawdown },
])}`;
}

/** Walks of older versions were not judged. */
function judgedOf(document: Partial<WalkDocument> & WalkDocument): Markup {
  if (document.verdict === undefined) return markup``;
  return markup`<p class="lead">${costsOf(document)}</p>
<p class="${document.verdict.label === "noise" ? "warning" : "lead"}">${document.verdict.sentence}</p>`;
}

const shown = (value: number | null): string => (value === null ? "–" : percent(value));

const growthChart = ({ curve }: WalkDocument): Markup =>
  lineChart({
    label: `Growth over time, ${percent(curve.at(-1)?.growth ?? 0)} in all`,
    times: curve.map(({ day }) => Date.parse(`${day}T21:00:00Z`)),
    unit: "percent",
    size: "tall",
    lines: [
      { name: "Growth", values: curve.map(({ growth }) => growth), look: "main", filledTo: 0 },
    ],
    floor: 0,
  });

const stepTable = ({ axes, steps }: WalkDocument): Markup =>
  plainTable(
    "The steps",
    [
      "Tried on",
      ...axes,
      "Sharpe, choosing",
      "Sharpe, after",
      "Return, choosing",
      "Return, after",
      "Trades",
      "Chosen by",
    ],
    steps.map((step) => [
      `${step.test.from} to ${step.test.to}`,
      ...axes.map((name) => axisText(name, step.values[name]!)),
      ratio(step.sharpe),
      ratio(step.outOfSampleSharpe),
      colored(percent(step.return), step.return),
      colored(percent(step.outOfSampleReturn), step.outOfSampleReturn),
      String(step.trades),
      `${step.train.from} to ${step.train.to}`,
    ]),
  );
