import { percentileOf } from "./sample.ts";
import {
  drawnSums,
  type LagWeights,
  lagWeightsOf,
  type StationaryDraws,
  stationaryDraws,
  stationaryVarianceOf,
} from "./stationary-bootstrap.ts";

/** Whether one of many tries is better than its null, the others counted against it. */
export interface AbilityTest {
  /** Chance that the luckiest of tries without skill does as well as this one. */
  readonly chanceOfAll: number;
  /** The same had it been the only try: what forgetting the others would claim. */
  readonly chanceAlone: number;
  /** Nine in ten draws of its mean lie between these. */
  readonly meanLow: number;
  readonly meanHigh: number;
  readonly tries: number;
  readonly draws: number;
}

export const ABILITY_DRAWS = 1_000;
const SEED = 1;
/** Equal numbers differ by rounding: a deviation below this part of the largest number is none. */
const NO_SPREAD = 1e-12;

/**
 * Hansen's test of superior predictive ability (2005), the studentized reality check of White
 * (2000): tₖ = √n × mean(dₖ) ÷ ωₖ of each try's difference to its null, against the highest that
 * draws of the stationary bootstrap show when tries are centered at no skill. Tries that are worse
 * than −ωₖ × √(2 × ln ln n ÷ n) are left at what they are, so that hopeless ones do not hide a good
 * one (his g^c). Asked of `best`, which may be any try: as the highest of all is no lower than its
 * tₖ, the answer is right or too high. Undefined where `best` never varied.
 */
export function superiorAbilityOf(
  tries: readonly ArrayLike<number>[],
  best: number,
): AbilityTest | undefined {
  const length = tries[best]!.length;
  const draws = stationaryDraws(length, ABILITY_DRAWS, SEED);
  const weights = lagWeightsOf(length, draws.meanBlock);
  const own = scoredOf(tries[best]!, draws, weights);
  if (own === undefined) return undefined;
  const highest = new Float64Array(draws.draws);
  for (const each of tries) {
    const scored = scoredOf(each, draws, weights);
    if (scored !== undefined) raise(highest, scored, draws);
  }
  const alone = new Float64Array(draws.draws);
  raise(alone, { ...own, center: own.mean }, draws);
  const means = [...own.sums].map((sum) => sum / length);
  return {
    chanceOfAll: chanceOf(highest, own.score),
    chanceAlone: chanceOf(alone, own.score),
    meanLow: percentileOf(means, 0.05),
    meanHigh: percentileOf(means, 0.95),
    tries: tries.length,
    draws: draws.draws,
  };
}

interface Scored {
  readonly mean: number;
  /** ωₖ ÷ √n. */
  readonly error: number;
  readonly score: number;
  /** What is taken off the draws' means. */
  readonly center: number;
  readonly sums: Float64Array;
}

function scoredOf(
  series: ArrayLike<number>,
  draws: StationaryDraws,
  weights: LagWeights,
): Scored | undefined {
  const n = series.length;
  let [sum, largest] = [0, 0];
  for (let at = 0; at < n; at++) {
    sum += series[at]!;
    largest = Math.max(largest, Math.abs(series[at]!));
  }
  const mean = sum / n;
  const error = Math.sqrt(Math.max(0, stationaryVarianceOf(series, weights)) / n);
  if (!(largest * NO_SPREAD < error)) return undefined;
  const hopeless = -error * Math.sqrt(2 * Math.log(Math.max(1, Math.log(n))));
  const sums = new Float64Array(draws.draws);
  drawnSums(draws, series, sums);
  return { mean, error, score: mean / error, center: hopeless <= mean ? mean : 0, sums };
}

function raise(
  highest: Float64Array,
  { sums, center, error }: Scored,
  { length }: StationaryDraws,
) {
  for (let draw = 0; draw < highest.length; draw++) {
    const score = (sums[draw]! / length - center) / error;
    if (highest[draw]! < score) highest[draw] = score;
  }
}

/** Share of the draws at the score or above, the sample itself counted as one. Davison and Hinkley 1997. */
function chanceOf(highest: Float64Array, score: number): number {
  let above = 1;
  for (const each of highest) if (score <= each) above += 1;
  return above / (highest.length + 1);
}
