import type { NormalDistribution } from "../research/metrics/normal-distribution.ts";

/** The normal distribution by its series and by bisection: slow, plain and close to 1e-12. */
export const plainNormal: NormalDistribution = { shareBelow, quantile };

function shareBelow(z: number): number {
  if (z < -8) return 0;
  if (8 < z) return 1;
  let [sum, term] = [z, z];
  for (let i = 3; sum !== sum + term; i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

function quantile(share: number): number {
  let [low, high] = [-8, 8];
  for (let halvings = 0; halvings < 80; halvings++) {
    const middle = (low + high) / 2;
    if (shareBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
