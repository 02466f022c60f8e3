import type { RecordableHistogram } from "node:perf_hooks";

/** Milliseconds. */
export interface Spread {
  readonly half: number;
  readonly p99: number;
  readonly slowest: number;
}

/** In microseconds; a histogram takes no zero. */
export const record = (histogram: RecordableHistogram, ms: number): void =>
  histogram.record(Math.max(1, Math.round(1_000 * ms)));

/** Of what was recorded in microseconds, or of a monitor, which counts in nanoseconds. */
export function spreadOf(histogram: {
  percentile(share: number): number;
  readonly max: number;
}): Spread {
  const perMs = "enable" in histogram ? 1e6 : 1e3;
  const { max } = histogram;
  return {
    half: histogram.percentile(50) / perMs,
    p99: histogram.percentile(99) / perMs,
    slowest: max / perMs,
  };
}
