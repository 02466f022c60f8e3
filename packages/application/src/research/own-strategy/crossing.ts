import { BLOCK } from "./block-ranges.ts";
import { type LineReading, type LineSource, valueAt } from "./lines.ts";

/** Two lines that are waited for to cross. */
export interface Crossing {
  readonly one: LineReading;
  readonly other: LineReading;
  /** Where they began: whether the one lay above the other; undefined where one of them had no value. */
  readonly isAbove: boolean | undefined;
  readonly source: LineSource;
}

export function sideAt(one: LineReading, other: LineReading, nth: number): boolean | undefined {
  const high = valueAt(one, nth);
  const low = valueAt(other, nth);
  return Number.isNaN(high) || Number.isNaN(low) ? undefined : low < high;
}

/** Whether they lie otherwise at the nth close than where they began. */
export function hasCrossed({ one, other, isAbove }: Crossing, nth: number): boolean {
  const side = sideAt(one, other, nth);
  return side !== undefined && side !== isAbove;
}

/** The first close from one to before another at which they have crossed. */
export function firstCrossed(crossing: Crossing, from: number, to: number): number {
  const { one, other, isAbove } = crossing;
  let nth = from;
  while (nth < to) {
    if (one.end <= nth) one.reach(nth);
    if (other.end <= nth) other.reach(nth);
    const end = Math.min(to, one.end, other.end);
    if (end <= nth) return to;
    nth = isAbove === undefined ? firstKnown(crossing, nth, end) : firstOther(crossing, nth, end);
    if (nth < end) return nth;
  }
  return to;
}

function firstKnown(crossing: Crossing, from: number, to: number): number {
  let nth = from;
  while (nth < to && !hasCrossed(crossing, nth)) nth += 1;
  return nth;
}

/** Both have values by now, and keep having them: an indicator that has seen enough answers for good. */
function firstOther(crossing: Crossing, from: number, to: number): number {
  let nth = from;
  while (nth < to) {
    nth = pastBlocks(crossing, nth, to);
    const end = Math.min(to, nth + BLOCK - (nth % BLOCK));
    const found = firstOtherOf(crossing, nth, end);
    if (found < end) return found;
    nth = end;
  }
  return to;
}

/** From the beginning of a block on over all in which the lines cannot have crossed. */
function pastBlocks({ one, other, isAbove }: Crossing, from: number, to: number): number {
  if (from % BLOCK !== 0 || one.ranges === undefined || other.ranges === undefined) return from;
  const [high, low] = isAbove ? [one.ranges, other.ranges] : [other.ranges, one.ranges];
  const { least } = high;
  const { greatest } = low;
  const end = Math.min(Math.floor(to / BLOCK), high.count, low.count);
  let block = from / BLOCK;
  // What lies on a line is not above it.
  if (isAbove) while (block < end && greatest[block]! < least[block]!) block += 1;
  else while (block < end && greatest[block]! <= least[block]!) block += 1;
  return block * BLOCK;
}

function firstOtherOf({ one, other, isAbove }: Crossing, from: number, to: number): number {
  const { values: highs } = one;
  const { values: lows } = other;
  const toHighs = -one.from;
  const toLows = -other.from;
  let nth = from;
  if (isAbove) while (nth < to && lows[nth + toLows]! < highs[nth + toHighs]!) nth += 1;
  else while (nth < to && !(lows[nth + toLows]! < highs[nth + toHighs]!)) nth += 1;
  return nth;
}
