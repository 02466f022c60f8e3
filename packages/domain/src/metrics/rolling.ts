import { deviationOf, meanOf, NO_SPREAD } from "./sample.ts";

/**
 * The Sharpe ratio of a year over the last `window` daily returns, after each of them:
 * mean ÷ standard deviation (n − 1) × √252. Undefined until there are so many, and where they never varied.
 */
export function rollingSharpeOf(
  returns: readonly number[],
  window: number,
): readonly (number | undefined)[] {
  return returns.map((_, index) => {
    if (index + 1 < window) return undefined;
    const last = returns.slice(index + 1 - window, index + 1);
    const deviation = deviationOf(last);
    return deviation <= NO_SPREAD ? undefined : (meanOf(last) / deviation) * Math.sqrt(252);
  });
}
