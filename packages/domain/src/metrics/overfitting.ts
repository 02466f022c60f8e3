import { invariant } from "../invariant.ts";

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

/** C(16, 8) = 12,870 splits. */
export const BLOCKS = 16;

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
  invariant(0 < blocks && blocks % 2 === 0, "the days are cut into an even number of blocks");
  const days = trials[0]?.length ?? 0;
  if (trials.length < 2 || days < 2 * blocks) return undefined;
  const sums = blockSumsOf(trials, blocks);
  const inside: number[] = [];
  const outside: number[] = [];
  let below = 0;
  for (const half of halvesOf(blocks)) {
    const [chosen, rest] = [ratiosOf(sums, half), ratiosOf(sums, (1 << blocks) - 1 - half)];
    const best = indexOfHighest(chosen);
    if (rankIn(rest, best) / (trials.length + 1) <= 0.5) below += 1;
    inside.push(chosen[best]!);
    outside.push(rest[best]!);
  }
  return {
    probability: below / inside.length,
    degradation: slopeOf(inside, outside),
    lossProbability: outside.filter((each) => each < 0).length / outside.length,
    splits: inside.length,
  };
}

/** Sum and sum of squares of every trial's returns in every block, trial after trial. */
interface BlockSums {
  readonly trials: number;
  readonly blocks: number;
  readonly days: Float64Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
}

function blockSumsOf(trials: readonly ArrayLike<number>[], blocks: number): BlockSums {
  const count = trials[0]!.length;
  const [sum, squares] = [0, 1].map(() => new Float64Array(trials.length * blocks));
  const days = new Float64Array(blocks);
  trials.forEach((returns, trial) => {
    invariant(returns.length === count, "all trials are of the same days");
    for (let day = 0; day < count; day++) {
      const block = Math.floor((day * blocks) / count);
      const each = returns[day]!;
      if (trial === 0) days[block]! += 1;
      sum![trial * blocks + block]! += each;
      squares![trial * blocks + block]! += each * each;
    }
  });
  return { trials: trials.length, blocks, days, sum: sum!, squares: squares! };
}

/** The Sharpe ratio of every trial over the blocks of a half; 0 where returns never varied. */
function ratiosOf({ trials, blocks, days, sum, squares }: BlockSums, half: number): Float64Array {
  const ratios = new Float64Array(trials);
  let count = 0;
  for (let block = 0; block < blocks; block++) if (half & (1 << block)) count += days[block]!;
  for (let trial = 0; trial < trials; trial++) {
    let [total, square] = [0, 0];
    for (let block = 0; block < blocks; block++) {
      if (!(half & (1 << block))) continue;
      total += sum[trial * blocks + block]!;
      square += squares[trial * blocks + block]!;
    }
    const variance = (square - (total * total) / count) / (count - 1);
    ratios[trial] = 1e-28 < variance ? total / count / Math.sqrt(variance) : 0;
  }
  return ratios;
}

/** Every choice of half of the blocks, as bits. */
function halvesOf(blocks: number): readonly number[] {
  const halves: number[] = [];
  for (let bits = 0; bits < 1 << blocks; bits++) if (bitsIn(bits) === blocks / 2) halves.push(bits);
  return halves;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

const indexOfHighest = (numbers: Float64Array): number =>
  numbers.reduce((best, each, index) => (numbers[best]! < each ? index : best), 0);

/** 1 for the lowest; equals share the middle of their ranks. */
function rankIn(numbers: Float64Array, index: number): number {
  const own = numbers[index]!;
  let [below, equal] = [0, 0];
  for (const each of numbers) {
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
