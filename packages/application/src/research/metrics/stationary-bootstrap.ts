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

/** What each draw of a series sums to. */
export function drawnSums(
  { length, draws, counts }: StationaryDraws,
  series: ArrayLike<number>,
  into: Float64Array,
): void {
  invariant(series.length === length, "the draws are for series of this length");
  for (let draw = 0; draw < draws; draw++) {
    const at = draw * length;
    let sum = 0;
    for (let place = 0; place < length; place++) sum += counts[at + place]! * series[place]!;
    into[draw] = sum;
  }
}

/**
 * Variance of √n × the mean of a draw, without drawing: γ₀ + 2 × Σ κ(i) × γᵢ, γᵢ the autocovariances
 * (÷ n), κ(i) = (1 − i ÷ n) × (1 − q)^i + i ÷ n × (1 − q)^(n − i), q = 1 ÷ the mean block.
 * Politis and Romano 1994, lemma 1; Hansen 2005, section 3.
 */
export function stationaryVarianceOf(series: ArrayLike<number>, meanBlock: number): number {
  const n = series.length;
  const stays = 1 - 1 / meanBlock;
  const centered = centeredOf(series);
  let variance = covarianceAt(centered, 0);
  for (let lag = 1; lag < n; lag++) {
    const weight = (1 - lag / n) * stays ** lag + (lag / n) * stays ** (n - lag);
    // Weights that are nothing are most of them.
    if (weight < WEIGHT_MIN) continue;
    variance += 2 * weight * covarianceAt(centered, lag);
  }
  return variance;
}

const WEIGHT_MIN = 1e-9;

function centeredOf(series: ArrayLike<number>): Float64Array {
  const centered = Float64Array.from(series);
  const mean = centered.reduce((sum, each) => sum + each, 0) / centered.length;
  return centered.map((each) => each - mean);
}

function covarianceAt(centered: Float64Array, lag: number): number {
  let sum = 0;
  for (let at = lag; at < centered.length; at++) sum += centered[at]! * centered[at - lag]!;
  return sum / centered.length;
}
