import { csvText } from "../run/csv-text.ts";
import type { SweepRecord, SweepTrial } from "../run/sweep-schema.ts";
import { counted, percent, ratio } from "./amounts.ts";
import { axisText } from "./html/axis-words.ts";
import { bulletsOf, tableOf } from "./run-text.ts";

/** The guards of a sweep as rows of name, value and what the value means. */
export function guardRows({
  summary: { best, days, ledger, overfitting, plateau },
}: Pick<SweepRecord, "summary">): readonly (readonly [string, string, string])[] {
  const share = (value: number | null | undefined) => (value == null ? "–" : percent(value, 0));
  return [
    [
      "Sharpe of the best",
      ratio(best.sharpe),
      `on the ${counted(days.inSample, "day")} it was chosen by`,
    ],
    [
      "What luck shows",
      ratio(best.luckySharpe),
      `the best of ${counted(ledger.configurations, "configuration")} ever tried on these bars, without skill`,
    ],
    [
      "After the haircut",
      ratio(best.sharpeAfterHaircut),
      best.haircut === null ? "nothing to cut" : `${share(best.haircut)} of it is luck`,
    ],
    ["Deflated Sharpe", share(best.deflatedSharpe), "probability of skill; 95% persuades"],
    [
      "Sharpe out of sample",
      ratio(best.outOfSample.sharpe),
      days.outOfSample === 0
        ? "no days were kept aside"
        : `of the ${counted(days.outOfSample, "day")} kept aside, on which it made ${percent(best.outOfSample.return ?? 0)}`,
    ],
    [
      "Probability of overfitting",
      share(overfitting?.probability),
      overfitting === null
        ? "too few days or trials"
        : `how often the best of one half of the days is below the middle in the other, of ${overfitting.splits.toLocaleString("en-US")} halves`,
    ],
    [
      "Loses when chosen",
      share(overfitting?.lossProbability),
      "how often the best of one half loses in the other",
    ],
    [
      "Plateau",
      ratio(plateau.median),
      plateau.neighbors === 0
        ? "it has no neighbors"
        : `middle of its ${counted(plateau.neighbors, "neighbor")}, the lowest ${ratio(plateau.lowest)}`,
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
      percent(trial.totalReturn ?? 0),
      percent(trial.maxDrawdown ?? 0),
      ratio(trial.outOfSampleSharpe),
    ]);
  return `${[
    `# Sweep of ${summary.symbols.join(", ")}`,
    verdictSentence(sweep),
    `## How far to trust it\n\n${tableOf(["Guard", "Value", "Meaning"], guardRows(sweep))}`,
    `## The best\n\n${tableOf([...axes, "Sharpe", "Return", "Drawdown", "Sharpe after"], rows)}`,
    `## What the numbers take for granted\n\n${bulletsOf(config.assumptions)}`,
  ].join("\n\n")}\n`;
}

export function verdictSentence({ summary: { verdict, trials } }: SweepRecord): string {
  if (verdict.label !== "noise")
    return "It holds up: luck, the days kept aside and the halves of the past do not explain the best one away.";
  return `Noise: the best of ${counted(trials, "configuration")} is not to be trusted, because ${verdict.because.join("; and ")}.`;
}
