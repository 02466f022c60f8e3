/** Half, 90 and 99 of 100, and the slowest. */
export function quantilesOf(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), slowest: at(1) };
}

export const quantileText = ({ p50, p90, p99, slowest }) =>
  `p50 ${p50.toFixed(1)} ms   p90 ${p90.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   slowest ${slowest.toFixed(1)} ms`;
