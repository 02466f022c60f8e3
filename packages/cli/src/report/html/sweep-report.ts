import type { SweepRecord, SweepTrial } from "../../run/sweep-schema.ts";
import { counted, percent, ratio } from "../amounts.ts";
import { SWEEP_COLUMNS, sampleSentence } from "../sweep-columns.ts";
import { guardRows, verdictSentence } from "../sweep-text.ts";
import { axisText } from "./axis-words.ts";
import { colored, keyFigures, plainTable } from "./figures.ts";
import { histogram } from "./histogram.ts";
import { type Markup, markup } from "./markup.ts";
import { type ReportSection, reportPage } from "./page.ts";
import { provenance } from "./provenance.ts";
import { scatter } from "./scatter.ts";
import { sweepMaps } from "./sweep-maps.ts";

/** report.html of a sweep. */
export function sweepReport(sweep: SweepRecord): string {
  const { summary, config } = sweep;
  return reportPage({
    kind: "Sweep",
    title: `${summary.symbols.slice(0, 6).join(", ")}${6 < summary.symbols.length ? ` and ${summary.symbols.length - 6} more` : ""}`,
    lead: leadOf(sweep),
    hasCandles: false,
    sections: [
      { id: "guards", title: "How far to trust the best", body: guardTable(sweep) },
      mapSection(sweep),
      distributionSection(sweep),
      aheadSection(sweep),
      {
        id: "best",
        title: "The best configurations",
        note: sampleSentence(summary.days),
        body: bestTable(sweep),
      },
      {
        id: "assumptions",
        title: "What the numbers take for granted",
        body: markup`<ul class="prose">${config.assumptions.map((each) => markup`<li>${each}</li>`)}</ul>`,
      },
    ],
    footer: provenance(config),
  });
}

function leadOf(sweep: SweepRecord): Markup {
  const { summary } = sweep;
  const { best, start, end, bars, trials, overfitting } = summary;
  const settings = summary.axes.map(({ name }) => `${name} ${axisText(name, best.values[name]!)}`);
  return markup`<p class="period">${start.slice(0, 10)} to ${end.slice(0, 10)}, ${counted(bars, "bar")}, ${counted(trials, "configuration")}</p>
<p class="lead">Best of all: <strong>${settings.join(", ")}</strong>.</p>
<p class="${summary.verdict.label === "noise" ? "warning" : "lead"}">${verdictSentence(sweep)}</p>
${summary.warnings.map((warning) => markup`<p class="warning">${warning}</p>`)}
${keyFigures([
  { name: "Sharpe in the sample", text: ratio(best.sharpe) },
  { name: "After the haircut", text: ratio(best.sharpeAfterHaircut) },
  { name: "Sharpe out of sample", text: ratio(best.outOfSample.sharpe) },
  {
    name: "Probability of overfitting",
    text: overfitting === null ? "–" : percent(overfitting.probability, 0),
    note: overfitting === null ? "too few days or trials" : undefined,
  },
])}`;
}

const guardTable = (sweep: SweepRecord): Markup =>
  markup`<div class="scroll" tabindex="0" role="region" aria-label="Guards, as a table"><table class="metrics"><thead><tr><th scope="col">Guard</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead><tbody>${guardRows(
    sweep,
  ).map(
    ([name, value, meaning]) =>
      markup`<tr><th scope="row">${name}</th><td class="figure">${value}</td><td class="formula">${meaning}</td></tr>`,
  )}</tbody></table></div>`;

function mapSection(sweep: SweepRecord): ReportSection {
  return {
    id: "map",
    title: "The land around the best",
    note: "Each cell is the middle over all other settings of what its configurations came to. A peak that stands alone is luck; a plateau may be more. The best one is framed.",
    body: sweepMaps(sweep),
  };
}

const numbersOf = (results: readonly SweepTrial[], name: "sharpe" | "outOfSampleSharpe") =>
  results.flatMap((trial) => trial[name] ?? []);

function distributionSection({ summary: { best }, results }: SweepRecord): ReportSection {
  return {
    id: "distribution",
    title: "All configurations",
    note: "How the Sharpe ratios in the sample lie.",
    body: histogram({
      label: "How often each Sharpe ratio came",
      values: numbersOf(results, "sharpe"),
      textOf: (value) => ratio(value),
      marks: best.sharpe === null ? [] : [{ at: best.sharpe, name: "best" }],
    }),
  };
}

function aheadSection({ summary: { days }, results }: SweepRecord): ReportSection | undefined {
  if (days.outOfSample === 0) return undefined;
  const points = results.flatMap(({ sharpe, outOfSampleSharpe }) =>
    sharpe === null || outOfSampleSharpe === null ? [] : [[sharpe, outOfSampleSharpe] as const],
  );
  return {
    id: "ahead",
    title: "Before and after",
    note: "Each dot is a configuration: to the right its Sharpe ratio on the days it was chosen by, upward on those kept aside. Where the dots do not rise to the right, choosing taught nothing.",
    body: scatter({
      label: "Sharpe ratio in the sample against the one after it",
      points,
      across: "in the sample",
      up: "after",
    }),
  };
}

const ROWS = 50;

function bestTable({ summary: { axes }, results }: SweepRecord): Markup {
  const rows = results
    .slice(0, ROWS)
    .map((trial, at) => [
      String(at + 1),
      ...axes.map(({ name }) => axisText(name, trial.values[name]!)),
      ratio(trial.sharpe),
      ratio(trial.outOfSampleSharpe),
      colored(percent(trial.outOfSampleReturn ?? 0), trial.outOfSampleReturn ?? 0),
      colored(percent(trial.totalReturn ?? 0), trial.totalReturn ?? 0),
      percent(trial.maxDrawdown ?? 0),
      (trial.trades ?? 0).toLocaleString("en-US"),
      trial.winRate === null ? "–" : percent(trial.winRate, 0),
    ]);
  const { calmar: _, ...named } = SWEEP_COLUMNS;
  const heading = Object.values(named);
  const cut =
    ROWS < results.length
      ? markup`<p class="note">The best ${ROWS} of ${results.length}; trials.csv beside this file has all.</p>`
      : undefined;
  return markup`${plainTable("The best configurations", ["Place", ...axes.map(({ name }) => name), ...heading], rows)}${cut}`;
}
