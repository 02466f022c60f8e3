import {
  type OverfittingTest,
  overfittingOf,
} from "@sevenfold/application/research/metrics/overfitting";
import { sharpeOf } from "@sevenfold/application/research/sweep/measure-trial";
import { Command, InvalidArgumentError, Option } from "commander";
import { engineVersion } from "../engine-version.ts";
import { checkFailure, inputFailure } from "../failure.ts";
import {
  MATRIX_KINDS,
  type MatrixKind,
  type ReturnMatrix,
  readReturnMatrix,
} from "../metrics/return-matrix.ts";
import { counted, percent, ratio } from "../report/amounts.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { textTable } from "../report/text-table.ts";
import type { PboDocument } from "../schema/pbo-schema.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";

interface PboFlags {
  readonly blocks: number;
  readonly values: MatrixKind;
  readonly failAbove?: number;
  readonly json: boolean;
}

/** `sevenfold pbo RETURNS.csv` */
export const pboCommand = (terminal: Terminal): Command =>
  new Command("pbo")
    .description(
      "Probability of backtest overfitting of a matrix of returns from anywhere, a column a trial. docs/backtesting.md",
    )
    .argument("<returns>", "CSV file: a row a day, a column a trial; - is the standard input")
    .addOption(
      new Option("--blocks <n>", "parts the days are cut into: even, 2 to 16")
        .argParser(blockCount)
        .default(16),
    )
    .addOption(
      new Option("--values <kind>", "what the columns hold")
        .choices(MATRIX_KINDS)
        .default("returns"),
    )
    .addOption(
      new Option(
        "--fail-above <share>",
        "exit with 4 where the probability is above it, such as 0.5",
      ).argParser(shareFlag),
    )
    .addOption(new Option("--json", "print one JSON document").default(false, "a table"))
    .action((path: string, flags: PboFlags) => pbo(path, flags, terminal));

async function pbo(path: string, flags: PboFlags, terminal: Terminal): Promise<void> {
  const matrix = await readReturnMatrix(path, flags.values);
  for (const warning of matrix.warnings) sayWarning(terminal, warning);
  const days = matrix.trials[0]!.length;
  const found = overfittingOf(matrix.trials, flags.blocks);
  if (found === undefined)
    throw inputFailure(
      `${path}: ${counted(days, "return")} of each trial; ${flags.blocks} blocks need ${2 * flags.blocks}, or --blocks takes fewer`,
    );
  const document = documentOf(matrix, found, flags);
  if (flags.json) terminal.stdout.write(`${JSON.stringify(document)}\n`);
  else terminal.stdout.write(`${tableOf(document)}\n`);
  if (flags.failAbove !== undefined && flags.failAbove < found.probability)
    throw checkFailure(
      `the probability of overfitting is ${percent(found.probability, 1)}, above the ${percent(flags.failAbove, 1)} that --fail-above allows`,
    );
}

const DAYS_PER_YEAR = 252;

function documentOf(
  { names, trials, sha256 }: ReturnMatrix,
  { probability, degradation, lossProbability, splits }: OverfittingTest,
  { blocks, values }: PboFlags,
): PboDocument {
  const ratios = trials.map((returns) => sharpeOf(returns, 0, returns.length));
  const best = ratios.reduce(
    (most, each, at) => (Number.isNaN(each) || each <= ratios[most]! ? most : at),
    Math.max(
      0,
      ratios.findIndex((each) => !Number.isNaN(each)),
    ),
  );
  return {
    schemaVersion: 1 as const,
    kind: "pbo" as const,
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf([sha256], { blocks, values }),
    trials: trials.length,
    days: trials[0]!.length,
    blocks,
    splits,
    probability,
    degradation: degradation ?? null,
    lossProbability,
    best: {
      name: names[best]!,
      sharpe: Number.isNaN(ratios[best]!) ? null : ratios[best]! * Math.sqrt(DAYS_PER_YEAR),
    },
  };
}

function tableOf(document: PboDocument): string {
  const { trials, days, blocks, splits, probability, degradation, lossProbability, best } =
    document;
  const rows = [
    [
      "PBO",
      percent(probability, 1),
      "how often the best of one half of the days is below the middle in the other",
    ],
    ["Loses when chosen", percent(lossProbability, 1), "how often it loses in the other half"],
    [
      "Degradation",
      ratio(degradation),
      "slope of its Sharpe ratio in the other half: below 0, better means worse",
    ],
    ["Best of all days", ratio(best.sharpe), `Sharpe ratio of a year, of ${best.name}`],
  ];
  const title = `${counted(trials, "trial")} of ${counted(days, "day")}, halved in ${splits.toLocaleString("en-US")} ways of ${blocks} blocks`;
  return `${title}\n\n${textTable(["Number", "", ""], rows, ["left", "right", "left"])}\n\n${verdictOf(probability)}`;
}

/** Bailey and López de Prado take more than a half for overfit: choosing was worse than drawing lots. */
const verdictOf = (probability: number): string =>
  0.5 < probability
    ? "Overfit: what was chosen by these days did worse than the middle of all more often than not."
    : `What was chosen by one half did better than the middle in the other ${percent(1 - probability, 0)} of the times.`;

function blockCount(text: string): number {
  const blocks = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(2 <= blocks && blocks <= 16 && blocks % 2 === 0))
    throw new InvalidArgumentError("It is an even number from 2 to 16.");
  return blocks;
}

function shareFlag(text: string): number {
  const share = /^\d*\.?\d+%?$/.test(text)
    ? Number.parseFloat(text) / (text.endsWith("%") ? 100 : 1)
    : Number.NaN;
  if (!(0 <= share && share <= 1))
    throw new InvalidArgumentError("It is a share from 0 to 1, such as 0.5 or 50%.");
  return share;
}
