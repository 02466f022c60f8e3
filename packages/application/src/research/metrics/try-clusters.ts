/**
 * A try's returns made small enough to be kept: so many sums of consecutive days, scaled to whole
 * numbers from −127 to 127. Only their correlation counts.
 */
export type TrySketch = Int8Array;

/** Two tries are one where they share at least half of their variance: ρ² ≥ ½. */
export const SAME_CORRELATION = Math.SQRT1_2;
/** Beyond so many kinds every further try counts for itself. */
const KINDS_MAX = 2_000;
const SCALE = 127;

/** Undefined where the series never varied: nothing can be luck in it. */
export function sketchOf(series: ArrayLike<number>): TrySketch | undefined {
  let mean = 0;
  for (let at = 0; at < series.length; at++) mean += series[at]! / series.length;
  let largest = 0;
  for (let at = 0; at < series.length; at++)
    largest = Math.max(largest, Math.abs(series[at]! - mean));
  if (!(NO_SPREAD < largest)) return undefined;
  const sketch = new Int8Array(series.length);
  for (let at = 0; at < series.length; at++)
    sketch[at] = Math.round(((series[at]! - mean) / largest) * SCALE);
  return sketch;
}

const NO_SPREAD = 1e-14;

/** Kinds of tries by their outcome, in the order in which they were first seen. */
export interface TryClusters {
  /** Effective number of independent tries. */
  count(): number;
  /** Whether the try is of a new kind: none before it shares half of its variance. */
  add(sketch: TrySketch): "known" | "new" | "uncounted";
}

/**
 * Counts tries by outcome, as Bailey and López de Prado (2014) ask for: the effective number of
 * independent trials by clustering their return series. Each cluster is led by the first try of it
 * (leader clustering, Hartigan 1975), so that what was counted stays counted: one more try adds one
 * or none, and a repeated one none.
 */
export function openTryClusters(): TryClusters {
  const leaders: Leader[] = [];
  // Tries that follow one another are often of one kind: its leader is asked first.
  let lately = 0;
  return {
    count: () => leaders.length,
    add: (sketch) => {
      const norm = normOf(sketch);
      const needed = SAME_CORRELATION * norm;
      const isLedBy = ({ sketch: led, norm: most }: Leader) =>
        needed * most <= productOf(sketch, led);
      if (lately < leaders.length && isLedBy(leaders[lately]!)) return "known";
      const found = leaders.findIndex(isLedBy);
      if (found !== -1) lately = found;
      if (found !== -1) return "known";
      if (KINDS_MAX <= leaders.length) return "uncounted";
      lately = leaders.push({ sketch, norm }) - 1;
      return "new";
    },
  };
}

interface Leader {
  readonly sketch: TrySketch;
  readonly norm: number;
}

/** Series of another length are of other days. */
function productOf(one: TrySketch, other: TrySketch): number {
  if (one.length !== other.length) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

const normOf = (sketch: TrySketch): number => Math.sqrt(productOf(sketch, sketch));
