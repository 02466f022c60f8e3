/** Statistics of a sample of numbers. They are floats: nothing is ever booked from them. */

/** Equal numbers differ by rounding: a deviation below this is none. */
export const NO_SPREAD = 1e-14;

export function sumOf(sample: Iterable<number>): number {
  let total = 0;
  for (const each of sample) total += each;
  return total;
}

export const meanOf = (sample: Iterable<number> & { readonly length: number }): number =>
  sumOf(sample) / sample.length;

/** Mean of (x − mean)^power: the population's central moment. */
export function centralMomentOf(sample: readonly number[], power: number): number {
  const mean = meanOf(sample);
  let total = 0;
  for (const each of sample) total += (each - mean) ** power;
  return total / sample.length;
}

/** Sample variance, divided by n − 1. */
export const varianceOf = (sample: readonly number[]): number =>
  (centralMomentOf(sample, 2) * sample.length) / (sample.length - 1);

/** Sample standard deviation, divided by n − 1. */
export const deviationOf = (sample: readonly number[]): number => Math.sqrt(varianceOf(sample));

/** Skewness m₃ ÷ m₂^1.5 of the sample as it is (g₁), 0 for a normal one. */
export const skewnessOf = (sample: readonly number[]): number =>
  centralMomentOf(sample, 3) / centralMomentOf(sample, 2) ** 1.5;

/** Kurtosis m₄ ÷ m₂² of the sample as it is, 3 for a normal one. */
export const kurtosisOf = (sample: readonly number[]): number =>
  centralMomentOf(sample, 4) / centralMomentOf(sample, 2) ** 2;

/** Skewness corrected for the sample's size (G₁); needs three numbers. Joanes and Gill 1998. */
export function adjustedSkewnessOf(sample: readonly number[]): number {
  const n = sample.length;
  return (Math.sqrt(n * (n - 1)) / (n - 2)) * skewnessOf(sample);
}

/** Excess kurtosis corrected for the sample's size (G₂); needs four numbers. Joanes and Gill 1998. */
export function adjustedKurtosisOf(sample: readonly number[]): number {
  const n = sample.length;
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (kurtosisOf(sample) - 3) + 6);
}

/** The sample from its smallest to its largest number. */
export const ascending = (sample: readonly number[]): Float64Array =>
  Float64Array.from(sample).sort();

/** Percentile by linear interpolation between the closest ranks: of 0 … n − 1, share × (n − 1). */
export function percentileOf(sample: readonly number[], share: number): number {
  const sorted = ascending(sample);
  const rank = share * (sorted.length - 1);
  const below = Math.floor(rank);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (rank - below);
}

/** Sample covariance, divided by n − 1, of two samples of one length. */
export function covarianceOf(one: readonly number[], other: readonly number[]): number {
  const [oneMean, otherMean] = [meanOf(one), meanOf(other)];
  const products = one.map((each, index) => (each - oneMean) * (other[index]! - otherMean));
  return sumOf(products) / (one.length - 1);
}

/** Length of the longest run of members that hold. */
export function longestRunOf<Member>(
  members: readonly Member[],
  holds: (member: Member) => boolean,
): number {
  let longest = 0;
  let run = 0;
  for (const member of members) {
    run = holds(member) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
