import { covarianceOf, deviationOf, meanOf, NO_SPREAD, varianceOf } from "./sample.ts";

/** A number of the last `window` days, after each day: undefined until there are so many. */
type Rolling = readonly (number | undefined)[];

/**
 * The Sharpe ratio of a year over the last `window` daily returns, after each of them:
 * mean ÷ standard deviation (n − 1) × √252. Undefined also where they never varied.
 */
export const rollingSharpeOf = (returns: readonly number[], window: number): Rolling =>
  overLast(returns.length, window, (from, to) => {
    const last = returns.slice(from, to);
    const deviation = deviationOf(last);
    return deviation <= NO_SPREAD ? undefined : (meanOf(last) / deviation) * Math.sqrt(252);
  });

/** The volatility of a year: standard deviation (n − 1) × √252. */
export const rollingVolatilityOf = (returns: readonly number[], window: number): Rolling =>
  overLast(
    returns.length,
    window,
    (from, to) => deviationOf(returns.slice(from, to)) * Math.sqrt(252),
  );

/** Beta: cov(r, b) ÷ var(b). Undefined also where the benchmark never varied. */
export const rollingBetaOf = (
  returns: readonly number[],
  market: readonly number[],
  window: number,
): Rolling =>
  overLast(returns.length, window, (from, to) => {
    const theirs = market.slice(from, to);
    const variance = varianceOf(theirs);
    if (Math.sqrt(variance) <= NO_SPREAD) return undefined;
    return covarianceOf(returns.slice(from, to), theirs) / variance;
  });

const overLast = (
  count: number,
  window: number,
  of: (from: number, to: number) => number | undefined,
): Rolling =>
  Array.from({ length: count }, (_, index) =>
    index + 1 < window ? undefined : of(index + 1 - window, index + 1),
  );
