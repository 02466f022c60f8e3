import { invariant } from "@sevenfold/domain/invariant";
import { addBlockSums, BLOCKS, type BlockSums, openBlockSums } from "./block-sums.ts";

/** What choosing the best of many settings on one half of the past says about the other half. */
export interface OverfittingTest {
  /** Share of the splits in which the best of one half is below the middle of the other. */
  readonly probability: number;
  /** Slope of its Sharpe ratio outside against the one inside: below 0, better means worse. */
  readonly degradation: number | undefined;
  /** Share of the splits in which it loses outside. */
  readonly lossProbability: number;
  readonly splits: number;
}

/**
 * Probability of backtest overfitting by combinatorially symmetric cross-validation: days are cut
 * into blocks, every half of the blocks chooses the trial of the highest Sharpe ratio, and the
 * other half ranks it: ω = rank ÷ (N + 1), λ = ln(ω ÷ (1 − ω)), probability = share of λ ≤ 0.
 * Bailey, Borwein, López de Prado and Zhu 2017. Undefined with one trial or fewer days than blocks.
 */
export function overfittingOf(
  trials: readonly ArrayLike<number>[],
  blocks = BLOCKS,
): OverfittingTest | undefined {
  const days = trials[0]?.length ?? 0;
  const sums = openBlockSums(trials.length, days, blocks);
  trials.forEach((returns, trial) => {
    invariant(returns.length === days, "all trials are of the same days");
    addBlockSums(sums, trial, returns);
  });
  return overfittingFrom(sums);
}

/** The same from what is enough to know of every trial. */
export function overfittingFrom(sums: BlockSums): OverfittingTest | undefined {
  const { trials, blocks } = sums;
  const days = sums.days.reduce((total, each) => total + each, 0);
  if (trials < 2 || days < 2 * blocks) return undefined;
  const tables = subsetTablesOf(sums);
  const inside: number[] = [];
  const outside: number[] = [];
  let below = 0;
  const choose = (best: number, chosen: Float64Array, rest: Float64Array): void => {
    if (rankIn(rest, best) / (trials + 1) <= 0.5) below += 1;
    inside.push(chosen[best]!);
    outside.push(rest[best]!);
  };
  const [one, other] = [new Float64Array(trials), new Float64Array(trials)];
  for (const half of halvesOf(blocks)) {
    const best = writeRatios(tables, half, one);
    const otherBest = writeRatios(tables, (1 << blocks) - 1 - half, other);
    choose(best, one, other);
    choose(otherBest, other, one);
  }
  return {
    probability: below / inside.length,
    degradation: slopeOf(inside, outside),
    lossProbability: outside.filter((each) => each < 0).length / outside.length,
    splits: inside.length,
  };
}

/**
 * What every subset of the first and of the last blocks sums to, trial by trial: any half of all
 * blocks is one subset of each, so that a split costs two additions a trial.
 */
interface SubsetTables {
  readonly trials: number;
  /** Blocks of the first part. */
  readonly split: number;
  readonly first: SubsetSums;
  readonly last: SubsetSums;
}

interface SubsetSums {
  readonly days: Float64Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
}

function subsetTablesOf(sums: BlockSums): SubsetTables {
  const split = sums.blocks >> 1;
  return {
    trials: sums.trials,
    split,
    first: subsetSumsOf(sums, 0, split),
    last: subsetSumsOf(sums, split, sums.blocks),
  };
}

/** By the bits of the subset, trials side by side. */
function subsetSumsOf(sums: BlockSums, from: number, to: number): SubsetSums {
  const { trials, blocks } = sums;
  const subsets = 1 << (to - from);
  const days = new Float64Array(subsets);
  const sum = new Float64Array(subsets * trials);
  const squares = new Float64Array(subsets * trials);
  for (let subset = 1; subset < subsets; subset++) {
    const top = 31 - Math.clz32(subset);
    const rest = subset - (1 << top);
    days[subset] = days[rest]! + sums.days[from + top]!;
    for (let trial = 0; trial < trials; trial++) {
      const block = trial * blocks + from + top;
      sum[subset * trials + trial] = sum[rest * trials + trial]! + sums.sum[block]!;
      squares[subset * trials + trial] = squares[rest * trials + trial]! + sums.squares[block]!;
    }
  }
  return { days, sum, squares };
}

/**
 * Writes the Sharpe ratio of every trial over the blocks of a half, 0 where returns never varied, and
 * answers the first trial of the highest.
 */
function writeRatios(
  { trials, split, first, last }: SubsetTables,
  half: number,
  into: Float64Array,
): number {
  const one = half & ((1 << split) - 1);
  const other = half >> split;
  const count = first.days[one]! + last.days[other]!;
  const [firstAt, lastAt] = [one * trials, other * trials];
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let trial = 0; trial < trials; trial++) {
    const total = first.sum[firstAt + trial]! + last.sum[lastAt + trial]!;
    const square = first.squares[firstAt + trial]! + last.squares[lastAt + trial]!;
    const variance = (square - (total * total) / count) / (count - 1);
    const ratio = 1e-28 < variance ? total / count / Math.sqrt(variance) : 0;
    into[trial] = ratio;
    if (highest < ratio) {
      highest = ratio;
      best = trial;
    }
  }
  return best;
}

/** Every choice of half of the blocks that holds the first one, as bits: the others are what is left. */
function halvesOf(blocks: number): readonly number[] {
  const halves: number[] = [];
  for (let bits = 1; bits < 1 << blocks; bits += 2)
    if (bitsIn(bits) === blocks / 2) halves.push(bits);
  return halves;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** 1 for the lowest; equals share the middle of their ranks. */
function rankIn(numbers: Float64Array, index: number): number {
  const own = numbers[index]!;
  let [below, equal] = [0, 0];
  for (let at = 0; at < numbers.length; at++) {
    const each = numbers[at]!;
    if (each < own) below += 1;
    else if (each === own) equal += 1;
  }
  return below + (equal + 1) / 2;
}

function slopeOf(xs: readonly number[], ys: readonly number[]): number | undefined {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [xMean, yMean] = [mean(xs), mean(ys)];
  let [covariance, variance] = [0, 0];
  xs.forEach((x, index) => {
    covariance += (x - xMean) * (ys[index]! - yMean);
    variance += (x - xMean) ** 2;
  });
  return variance === 0 ? undefined : covariance / variance;
}
