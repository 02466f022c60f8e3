import { invariant } from "@sevenfold/domain/invariant";
import { seededChance } from "../../chance/seeded-chance.ts";

/** How often each draw holds each place of a series; drawn once, it serves every series of its length. */
export interface StationaryDraws {
  readonly length: number;
  readonly draws: number;
  /** Mean length of a block. */
  readonly meanBlock: number;
  /** Draw after draw, a count for each place. */
  readonly counts: Float64Array;
}

/**
 * The stationary bootstrap: a draw goes from place to place of the series thought of as a circle,
 * and at each step begins anew anywhere with a chance of 1 ÷ the mean block. Politis and Romano 1994.
 * The same seed draws the same.
 */
export function stationaryDraws(length: number, draws: number, seed: number): StationaryDraws {
  invariant(0 < length && 0 < draws, "there is something to draw");
  const chance = seededChance(seed, "stationary");
  const meanBlock = meanBlockOf(length);
  const counts = new Float64Array(draws * length);
  for (let draw = 0; draw < draws; draw++) {
    let place = 0;
    for (let step = 0; step < length; step++) {
      const begins = step === 0 || chance.happens(1 / meanBlock);
      place = begins ? chance.between(0, length - 1) : (place + 1) % length;
      counts[draw * length + place]! += 1;
    }
  }
  return { length, draws, meanBlock, counts };
}

/** It grows as the cube root of the length, the rate that is best for a mean. Politis and White 2004. */
export const meanBlockOf = (length: number): number => Math.max(1, Math.round(Math.cbrt(length)));

/** What each draw of a series sums to, place after place. */
export function drawnSums(
  { length, draws, counts }: StationaryDraws,
  series: ArrayLike<number>,
  into: Float64Array,
): void {
  invariant(series.length === length, "the draws are for series of this length");
  let draw = 0;
  // An addition waits for the one before it: sums of four draws wait side by side.
  for (; draw + 4 <= draws; draw += 4) {
    const one = draw * length;
    const [two, three, four] = [one + length, one + 2 * length, one + 3 * length];
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let place = 0; place < length; place++) {
      const each = series[place]!;
      first += counts[one + place]! * each;
      second += counts[two + place]! * each;
      third += counts[three + place]! * each;
      fourth += counts[four + place]! * each;
    }
    into[draw] = first;
    into[draw + 1] = second;
    into[draw + 2] = third;
    into[draw + 3] = fourth;
  }
  for (; draw < draws; draw++) {
    let sum = 0;
    for (let place = 0; place < length; place++)
      sum += counts[draw * length + place]! * series[place]!;
    into[draw] = sum;
  }
}

/** What the autocovariance of each lag counts for, from 0 on; 0 where that is nothing. */
export type LagWeights = Float64Array;

/**
 * Weights for series of a length: 1 and 2 × κ(i), κ(i) = (1 − i ÷ n) × (1 − q)^i + i ÷ n × (1 − q)^(n − i),
 * q = 1 ÷ the mean block. Politis and Romano 1994, lemma 1; Hansen 2005, section 3.
 */
export function lagWeightsOf(length: number, meanBlock: number): LagWeights {
  const stays = 1 - 1 / meanBlock;
  return Float64Array.from({ length }, (_, lag) => {
    const weight = (1 - lag / length) * stays ** lag + (lag / length) * stays ** (length - lag);
    if (lag === 0) return 1;
    return weight < WEIGHT_MIN ? 0 : 2 * weight;
  });
}

/** Weights that are nothing are most of them. */
const WEIGHT_MIN = 1e-9;

/**
 * Variance of √n × the mean of a draw, without drawing: the weighted sum of the autocovariances (÷ n).
 */
export function stationaryVarianceOf(series: ArrayLike<number>, weights: LagWeights): number {
  const centered = centeredOf(series);
  let variance = covarianceAt(centered, 0);
  for (let lag = 1; lag < centered.length; lag++)
    if (weights[lag] !== 0) variance += weights[lag]! * covarianceAt(centered, lag);
  return variance;
}

function centeredOf(series: ArrayLike<number>): Float64Array {
  const centered = Float64Array.from(series);
  let sum = 0;
  for (let at = 0; at < centered.length; at++) sum += centered[at]!;
  const mean = sum / centered.length;
  for (let at = 0; at < centered.length; at++) centered[at]! -= mean;
  return centered;
}

function covarianceAt(centered: Float64Array, lag: number): number {
  let sum = 0;
  for (let at = lag; at < centered.length; at++) sum += centered[at]! * centered[at - lag]!;
  return sum / centered.length;
}
