import { csvText } from "../run/csv-text.ts";
import type { SweepRecord, SweepSummary, SweepTrial } from "../run/sweep-schema.ts";
import { counted, percent, ratio } from "./amounts.ts";
import { benchmarkName } from "./benchmark-table.ts";
import { axisText } from "./html/axis-words.ts";
import { bulletsOf, tableOf } from "./run-text.ts";
import { SWEEP_COLUMNS, sampleSentence } from "./sweep-columns.ts";

type GuardRow = readonly [name: string, value: string, meaning: string];

const share = (value: number | null | undefined) => (value == null ? "–" : percent(value, 0));

/** The guards of a sweep as rows of name, value and what the value means. */
export function guardRows({ summary }: Pick<SweepRecord, "summary">): readonly GuardRow[] {
  const { best, days, ledger } = summary;
  return [
    [
      "Sharpe of the best",
      ratio(best.sharpe),
      `on the ${counted(days.inSample, "day")} it was chosen by, after costs`,
    ],
    ...costRows(summary),
    ...skillRows(summary),
    [
      "Luck shows",
      ratio(best.luckySharpe),
      `the best of ${counted(ledger.configurations, "configuration")} ever tried on this data${ledger.kinds === undefined ? "" : `, ${counted(ledger.kinds, "kind")} by their outcome`}, without skill`,
    ],
    [
      "After the haircut",
      ratio(best.sharpeAfterHaircut),
      best.haircut === null ? "nothing to cut" : `${share(best.haircut)} of it is luck`,
    ],
    ["Deflated Sharpe", share(best.deflatedSharpe), "probability of skill; 95% persuades"],
    ...realityRows(summary),
    [
      "Out of sample",
      ratio(best.outOfSample.sharpe),
      days.outOfSample === 0
        ? "no days were kept aside"
        : `Sharpe of the ${counted(days.outOfSample, "day")} kept aside, on which it made ${percent(best.outOfSample.return ?? 0)}${best.outOfSample.skill == null ? "" : `, ${percent(best.outOfSample.skill)} a year beyond holding`}`,
    ],
    ...halvesRows(summary),
    ...besideRows(summary),
  ];
}

/** The best one over all days, beside its benchmark. */
function besideRows({ beside }: SweepSummary): readonly GuardRow[] {
  if (beside === undefined) return [];
  const { benchmark, account } = beside;
  const name = benchmarkName(benchmark);
  return [
    [
      `Beside ${name}`,
      account.excessReturn === null ? "–" : percent(account.excessReturn),
      `return of a year beyond it: ${yearly(account.cagr)}, and ${yearly(benchmark.cagr)} of ${name}; deepest drawdowns ${yearly(account.maxDrawdown)} and ${yearly(benchmark.maxDrawdown)}`,
    ],
    [
      "Alpha, beta",
      `${yearly(account.alpha)}, ${ratio(account.beta)}`,
      `a year; correlation ${ratio(account.correlation)}, information ratio ${ratio(account.informationRatio)}, tracking error ${yearly(account.trackingError)}, up capture ${share(account.upCapture)}, down capture ${share(account.downCapture)}`,
    ],
  ];
}

const yearly = (value: number | null): string => (value === null ? "–" : percent(value));

function costRows({ costs }: SweepSummary): readonly GuardRow[] {
  if (costs === undefined) return [];
  return [
    [
      "Before costs",
      ratio(costs.sharpeBefore),
      `had trading been free; all days made ${percent(costs.returnBefore)} then, and ${percent(costs.returnAfter)} ${costs.words}`,
    ],
    [
      "Break-even cost",
      `${costs.breakEvenBps} bps`,
      costs.breakEvenBps === 0
        ? "no skill to pay costs with"
        : "what an order may cost before holding the same is as good",
    ],
  ];
}

function skillRows({ best, realityCheck }: SweepSummary): readonly GuardRow[] {
  if (best.skill === undefined || best.skillSharpe === undefined) return [];
  const range =
    realityCheck == null
      ? ""
      : `; nine in ten draws lie between ${percent(realityCheck.skillLow)} and ${percent(realityCheck.skillHigh)}`;
  return [
    [
      "Skill",
      percent(best.skill),
      `a year beyond holding the same symbols at the same exposure, over all days${range}`,
    ],
    [
      "Ratio of the skill",
      ratio(best.skillSharpe),
      "its Sharpe ratio, on the days it was chosen by",
    ],
  ];
}

function realityRows({ realityCheck, trials }: SweepSummary): readonly GuardRow[] {
  if (realityCheck == null) return [];
  const { chanceOfAll, chanceAlone, trials: tried } = realityCheck;
  return [
    [
      "Reality check",
      percent(chanceOfAll, 1),
      `how often the luckiest of ${tried < trials ? `${counted(tried, "trial")} of them` : "all trials"} does as well without skill; 5% is allowed (alone: ${percent(chanceAlone, 1)})`,
    ],
  ];
}

function halvesRows({ overfitting, plateau, trials }: SweepSummary): readonly GuardRow[] {
  return [
    [
      "PBO",
      share(overfitting?.probability),
      overfitting === null
        ? "too few days or trials"
        : `how often the best of one half is below the middle in the other${overfitting.trials !== undefined && overfitting.trials < trials ? ` (${counted(overfitting.trials, "trial")} of them)` : ""}; 50% is allowed`,
    ],
    [
      "Loses when chosen",
      share(overfitting?.lossProbability),
      overfitting === null
        ? ""
        : `to holding, of ${overfitting.splits.toLocaleString("en-US")} halves of the past`,
    ],
    [
      "Plateau",
      ratio(plateau.median),
      plateau.neighbors === 0
        ? "it has no neighbors"
        : `middle of ${counted(plateau.neighbors, "neighbor")}, the lowest ${ratio(plateau.lowest)}${plateau.shareAtHalf == null ? "" : `; ${share(plateau.shareAtHalf)} reach half of the best`}`,
    ],
  ];
}

/** Every trial of a sweep. */
export const sweepCsv = ({ summary, results }: SweepRecord): string => {
  const axes = summary.axes.map(({ name }) => name);
  const [first] = results;
  const columns = Object.keys(first ?? {}).filter((name) => name !== "values") as (keyof Omit<
    SweepTrial,
    "values"
  >)[];
  return csvText(
    [...axes, ...columns],
    results.map((trial) => [
      ...axes.map((name) => trial.values[name]),
      ...columns.map((column) => trial[column] ?? undefined),
    ]),
  );
};

const ROWS = 20;

/** A sweep as Markdown. */
export function sweepMarkdown(sweep: SweepRecord): string {
  const { summary, config, results } = sweep;
  const axes = summary.axes.map(({ name }) => name);
  const rows = results
    .slice(0, ROWS)
    .map((trial) => [
      ...axes.map((name) => axisText(name, trial.values[name]!)),
      ratio(trial.sharpe),
      ratio(trial.outOfSampleSharpe),
      percent(trial.totalReturn ?? 0),
      percent(trial.maxDrawdown ?? 0),
    ]);
  const { sharpe, sharpeAfter, return: whole, drawdown } = SWEEP_COLUMNS;
  const heading = [...axes, sharpe, sharpeAfter, whole, drawdown];
  return `${[
    `# Sweep of ${summary.symbols.join(", ")}`,
    verdictSentence(sweep),
    `## How far to trust it\n\n${tableOf(["Guard", "Value", "Meaning"], guardRows(sweep))}`,
    `## The best\n\n${sampleSentence(summary.days)}\n\n${tableOf(heading, rows)}`,
    `## What the numbers take for granted\n\n${bulletsOf(config.assumptions)}`,
  ].join("\n\n")}\n`;
}

/** Sweeps of older versions keep no sentence. */
export function verdictSentence({ summary: { verdict, trials } }: SweepRecord): string {
  if (verdict.sentence !== undefined) return verdict.sentence;
  if (verdict.label !== "noise")
    return "It held up by the tests of an older version; run the sweep again.";
  return `Noise: the best of ${counted(trials, "configuration")} is not to be trusted, because ${verdict.because.join("; and ")}.`;
}
