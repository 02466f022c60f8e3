import { estimated, type Metric, unmeasured } from "./metric.ts";
import type { NormalDistribution } from "./normal-distribution.ts";
import { dailySharpe } from "./return-measures.ts";
import {
  adjustedKurtosisOf,
  adjustedSkewnessOf,
  deviationOf,
  kurtosisOf,
  meanOf,
  NO_SPREAD,
  skewnessOf,
} from "./sample.ts";
import type { Measure, TrackFacts, Trials } from "./track-record.ts";

const EULER_MASCHERONI = 0.577_215_664_901_532_9;

/**
 * Probability that the true Sharpe ratio exceeds `threshold` (both of a day):
 * Φ((ŜR − SR*) × √(T − 1) ÷ √(1 − γ₃ × ŜR + (γ₄ − 1) ÷ 4 × ŜR²)), γ₃ and γ₄ the skewness and the
 * kurtosis (3 for a normal one) of the returns. Bailey and López de Prado 2012.
 */
export function probabilityAbove(facts: TrackFacts, threshold: number): Metric {
  const found = dailySharpe(facts);
  if (found.value === undefined || facts.excess === undefined) return found;
  if (facts.excess.length < 4) return unmeasured("fewer than four days");
  const probability = shareAbove(facts.excess, found.value, threshold, facts.normal);
  if (probability === undefined) return unmeasured("the returns are too skewed for the test");
  return estimated(probability, facts.isShort);
}

/** The same of plain numbers; undefined where it has no value. */
export function ratioAbove(
  returns: readonly number[],
  threshold: number,
  normal: NormalDistribution,
): number | undefined {
  if (returns.length < 4) return undefined;
  const deviation = deviationOf(returns);
  if (!(NO_SPREAD < deviation)) return undefined;
  return shareAbove(returns, meanOf(returns) / deviation, threshold, normal);
}

function shareAbove(
  returns: readonly number[],
  ratio: number,
  threshold: number,
  normal: NormalDistribution,
): number | undefined {
  const spread = 1 - skewnessOf(returns) * ratio + ((kurtosisOf(returns) - 1) / 4) * ratio ** 2;
  if (spread <= 0) return undefined;
  return normal.shareBelow(
    ((ratio - threshold) * Math.sqrt(returns.length - 1)) / Math.sqrt(spread),
  );
}

/** Against a Sharpe ratio of 0. */
export const probabilisticSharpe: Measure = (facts) => probabilityAbove(facts, 0);

/**
 * The probabilistic Sharpe ratio against what the best of all trials would show by luck.
 * Bailey and López de Prado 2014.
 */
export const deflatedSharpe: Measure = (facts) => {
  const { trials, normal } = facts;
  if (trials === undefined) return unmeasured("the trials behind it are not known");
  return probabilityAbove(facts, luckySharpeOf(trials, normal));
};

/**
 * The Sharpe ratio of a day that the best of n trials without skill is expected to show:
 * √V × ((1 − γ) × Φ⁻¹(1 − 1 ÷ n) + γ × Φ⁻¹(1 − 1 ÷ (n × e))), γ the Euler–Mascheroni constant.
 */
export function luckySharpeOf({ count, sharpeVariance }: Trials, normal: NormalDistribution) {
  if (count < 2) return 0;
  const most = normal.quantile(1 - 1 / count);
  const more = normal.quantile(1 - 1 / (count * Math.E));
  return Math.sqrt(sharpeVariance) * ((1 - EULER_MASCHERONI) * most + EULER_MASCHERONI * more);
}

/**
 * As quantstats computes it: with the size-corrected skewness, and the size-corrected excess
 * kurtosis from which three is taken once more.
 */
export const quantstatsProbabilisticSharpe: Measure = (facts) => {
  const found = dailySharpe({ ...facts, excess: facts.returns });
  if (found.value === undefined || facts.returns === undefined) return found;
  const { returns, normal, isShort } = facts;
  if (returns.length < 4) return unmeasured("fewer than four days");
  const ratio = found.value;
  const spread =
    1 +
    0.5 * ratio ** 2 -
    adjustedSkewnessOf(returns) * ratio +
    ((adjustedKurtosisOf(returns) - 3) / 4) * ratio ** 2;
  if (spread <= 0) return unmeasured("the returns are too skewed for the test");
  const deviation = Math.sqrt(spread / (returns.length - 1));
  return estimated(normal.shareBelow((ratio - facts.riskFree) / deviation), isShort);
};
