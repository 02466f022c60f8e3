import { estimated, unmeasured } from "./metric.ts";
import {
  adjustedKurtosisOf,
  adjustedSkewnessOf,
  ascending,
  deviationOf,
  meanOf,
  NO_SPREAD,
  percentileOf,
} from "./sample.ts";
import { type Measure, onReturns } from "./track-record.ts";

const TAIL = 0.05;
const NEVER_VARIED = "returns never varied";

/** The return that 5% of the days fall short of: the 5th percentile, interpolated. */
export const valueAtRisk: Measure = onReturns(1, (returns, { isShort }) =>
  estimated(percentileOf(returns, TAIL), isShort),
);

/** Mean of the ⌊(N − 1) × 5%⌋ + 1 worst days. */
export const conditionalValueAtRisk: Measure = onReturns(1, (returns, { isShort }) => {
  const worst = ascending(returns).subarray(0, Math.floor((returns.length - 1) * TAIL) + 1);
  return estimated(meanOf(worst), isShort);
});

/** As above if returns were normal: mean + Φ⁻¹(5%) × standard deviation (n − 1). */
export const normalValueAtRisk: Measure = onReturns(2, (returns, { isShort, normal }) =>
  estimated(meanOf(returns) + normal.quantile(TAIL) * deviationOf(returns), isShort),
);

/** Mean of the days below the normal value at risk; that value where no day was. */
export const meanBelowNormalRisk: Measure = (facts) => {
  const limit = normalValueAtRisk(facts);
  if (limit.value === undefined || facts.returns === undefined) return limit;
  const below = facts.returns.filter((each) => each < limit.value);
  return below.length === 0 ? limit : estimated(meanOf(below), facts.isShort);
};

/** |95th percentile| ÷ |5th percentile| of the daily returns. */
export const tailRatio: Measure = onReturns(1, (returns, { isShort }) => {
  const low = Math.abs(percentileOf(returns, TAIL));
  if (low === 0) return unmeasured("the 5th percentile is zero");
  return estimated(Math.abs(percentileOf(returns, 1 - TAIL)) / low, isShort);
});

/** Skewness corrected for the sample's size. */
export const skew: Measure = onReturns(3, (returns, { isShort }) =>
  deviationOf(returns) <= NO_SPREAD
    ? unmeasured(NEVER_VARIED)
    : estimated(adjustedSkewnessOf(returns), isShort),
);

/** Excess kurtosis corrected for the sample's size: 0 for a normal distribution. */
export const kurtosis: Measure = onReturns(4, (returns, { isShort }) =>
  deviationOf(returns) <= NO_SPREAD
    ? unmeasured(NEVER_VARIED)
    : estimated(adjustedKurtosisOf(returns), isShort),
);
