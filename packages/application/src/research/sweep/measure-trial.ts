import { addBlockSums, type BlockSums, openBlockSums } from "../metrics/block-sums.ts";
import { type NullBasis, writeSkill } from "../metrics/null-returns.ts";
import { type SweepSpace, settingsAt } from "./sweep-space.ts";
import { writeTrial } from "./trial-row.ts";
import type { TrialRunner } from "./trial-runner.ts";

/** How the days are cut: what is chosen by, and what is kept aside to see it fail. */
export interface SampleCut {
  readonly days: number;
  readonly inside: number;
}

export const sampleCutOf = (days: number, outsideShare: number): SampleCut => ({
  days,
  inside: days - Math.floor(days * outsideShare),
});

/** Which trials are run, what holding would have made, and where their rows go. */
export interface TrialRange {
  readonly basis: NullBasis;
  readonly from: number;
  readonly to: number;
  readonly rows: Float64Array;
}

/**
 * Runs the trials [from, to) and writes a row for each. A run goes through the whole period once:
 * no decision sees a later bar, so the days kept aside are as unseen as if they had come later.
 */
export function measureTrials(
  run: TrialRunner,
  space: SweepSpace,
  cut: SampleCut,
  { basis, from, to, rows }: TrialRange,
): void {
  const curve = new Float64Array(cut.days);
  const returns = new Float64Array(cut.days);
  const skill = new Float64Array(cut.days);
  const blocks = openBlockSums(1, cut.days);
  for (let trial = from; trial < to; trial++) {
    const outcome = run(settingsAt(space, trial), curve);
    const { initialEquity } = outcome;
    writeReturns(curve, initialEquity, returns);
    writeSkill(basis, returns, skill);
    const middle = cut.inside === 0 ? initialEquity : curve[cut.inside - 1]!;
    writeTrial(
      rows,
      trial,
      {
        ...outcome,
        maxDrawdown: deepestOf(curve, initialEquity, cut.days),
        sharpe: sharpeOf(returns, 0, cut.inside),
        outSharpe: sharpeOf(returns, cut.inside, cut.days),
        growth: middle / initialEquity - 1,
        outGrowth: (curve[cut.days - 1] ?? initialEquity) / middle - 1,
        drawdown: deepestOf(curve, initialEquity, cut.inside),
        skillSharpe: sharpeOf(skill, 0, cut.inside),
        skill: meanBetween(skill, 0, cut.days),
        outSkill: meanBetween(skill, cut.inside, cut.days),
      },
      blocksOf(blocks, skill),
      skill,
    );
  }
}

/** Return of each day of a curve. */
export function writeReturns(curve: Float64Array, start: number, into: Float64Array): void {
  for (let day = 0; day < into.length; day++)
    into[day] = curve[day]! / (day === 0 ? start : curve[day - 1]!) - 1;
}

/** NaN of no days. */
function meanBetween(numbers: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let day = from; day < to; day++) sum += numbers[day]!;
  return sum / (to - from);
}

function blocksOf(blocks: BlockSums, returns: Float64Array): BlockSums {
  blocks.sum.fill(0);
  blocks.squares.fill(0);
  addBlockSums(blocks, 0, returns);
  return blocks;
}

/** mean ÷ standard deviation (n − 1) of the returns of [from, to); NaN where they never varied. */
export function sharpeOf(returns: Float64Array, from: number, to: number): number {
  const count = to - from;
  if (count < 2) return Number.NaN;
  let sum = 0;
  for (let day = from; day < to; day++) sum += returns[day]!;
  const mean = sum / count;
  let squares = 0;
  for (let day = from; day < to; day++) squares += (returns[day]! - mean) ** 2;
  const deviation = Math.sqrt(squares / (count - 1));
  return NO_SPREAD < deviation ? mean / deviation : Number.NaN;
}

const NO_SPREAD = 1e-14;

function deepestOf(curve: Float64Array, start: number, days: number): number {
  let [mark, deepest] = [start, 0];
  for (let day = 0; day < days; day++) {
    const equity = curve[day]!;
    if (mark < equity) mark = equity;
    else if (equity / mark - 1 < deepest) deepest = equity / mark - 1;
  }
  return deepest;
}
