import type { RunConfig } from "../../run/run-schema.ts";
import { counted, percent } from "../amounts.ts";
import type { MonteCarloDocument } from "../monte-carlo-document.ts";
import { METHOD_NAMES } from "../monte-carlo-table.ts";
import { cautionsOf, stepsText } from "../monte-carlo-words.ts";
import { fanChart } from "./fan-chart.ts";
import { keyFigures, plainTable } from "./figures.ts";
import { markup } from "./markup.ts";
import { type ReportSection, reportPage } from "./page.ts";
import { provenance } from "./provenance.ts";

/** report.html of a Monte Carlo run. */
export function monteCarloReport(document: MonteCarloDocument, config: RunConfig): string {
  const { of, observed, paths, methods } = document;
  return reportPage({
    kind: "Monte Carlo",
    title: of.symbols.slice(0, 6).join(", "),
    lead: markup`<p class="period">${counted(paths, "path")} each, drawn from ${of.name}</p>
<p class="lead">The run made ${shown(observed.totalReturn)} and fell by ${shown(observed.maxDrawdown === null ? null : -observed.maxDrawdown)} at its deepest. Here is how else the same trades and days could have gone.</p>
${keyFigures(
  methods.map(({ method, lossProbability, maxDrawdown }) => ({
    name: `${METHOD_NAMES[method]}: paths that lost`,
    text: percent(lossProbability, 1),
    note: `one in twenty fell by more than ${percent(Math.abs(maxDrawdown[0]!), 1)}`,
  })),
)}`,
    hasCandles: false,
    sections: [
      ...methods.map((method) => methodSection(method, document)),
      {
        id: "assumptions",
        title: "What the numbers take for granted",
        body: markup`<ul class="prose">${document.assumptions.map((each) => markup`<li>${each}</li>`)}</ul>`,
      },
    ],
    footer: provenance(config),
  });
}

function methodSection(
  method: MonteCarloDocument["methods"][number],
  document: MonteCarloDocument,
): ReportSection {
  const { percentiles, observed } = document;
  const steps = method.method === "trades" ? "trades" : "days";
  return {
    id: method.method,
    title: METHOD_NAMES[method.method],
    note: `Paths of ${stepsText(method, document)}. ${percent(method.lossProbability, 1)} of the paths lost money, ${percent(method.deeperProbability, 1)} fell deeper than the run itself, ${percent(method.halvedProbability, 1)} were down by half at some time.`,
    body: markup`${cautionsOf(method, document).map((each) => markup`<p class="note"><strong>${each}</strong></p>`)}${fanChart({ label: `Equity by ${steps}, in bands`, points: method.bands, steps })}${plainTable(
      METHOD_NAMES[method.method],
      ["Share of paths below", ...percentiles.map((share) => `${share}%`), "Observed"],
      [
        [
          "Total return",
          ...method.totalReturn.map((each) => percent(each)),
          shown(observed.totalReturn),
        ],
        [
          "Deepest drawdown",
          ...method.maxDrawdown.map((each) => percent(each)),
          shown(observed.maxDrawdown),
        ],
      ],
    )}`,
  };
}

const shown = (value: number | null): string => (value === null ? "–" : percent(value));
