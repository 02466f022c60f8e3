import type { BarColumns } from "./bar-columns.ts";

/** What closes come to over stretches of instants: a row for each stretch, a column for each slot. */
export interface CloseRanges {
  readonly width: number;
  /** Infinity and 0 where the symbol has no close in the stretch. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
  /** The symbol's first bar beyond the stretch. */
  readonly beyond: Int32Array;
}

/** Stretches as the instants they begin with; one more number ends the last of them. */
export interface Stretches {
  readonly at: Float64Array;
  readonly starts: Int32Array;
}

export const makeRanges = (width: number, rows: number): CloseRanges => ({
  width,
  lowest: new Float64Array(width * rows),
  highest: new Float64Array(width * rows),
  beyond: new Int32Array(width * rows),
});

/** Reads one symbol's closes, in the order they lie in, over the stretches from one to another. */
export function readRanges(
  ranges: CloseRanges,
  { at, starts }: Stretches,
  { columns, slot, bar }: { columns: BarColumns; slot: number; bar: number },
  { from, to }: { from: number; to: number },
): void {
  const { beyond, highest, lowest, width } = ranges;
  const { close } = columns;
  let next = bar;
  for (let stretch = from; stretch < to; stretch += 1) {
    const instants = starts[stretch + 1]! - starts[stretch]!;
    const end = firstAfter(columns, next, instants, at[starts[stretch + 1]! - 1]!);
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for (; next < end; next += 1) {
      const price = close[next]!;
      if (price < least) least = price;
      if (most < price) most = price;
    }
    const place = (stretch - from) * width + slot;
    lowest[place] = least;
    highest[place] = most;
    beyond[place] = end;
  }
}

/** The first bar from `from` on that closes after the instant; at most `most` are before it. */
function firstAfter(
  { closesAt, count }: BarColumns,
  from: number,
  most: number,
  at: number,
): number {
  let bar = Math.min(count, from + most);
  while (from < bar && at < closesAt[bar - 1]!) bar -= 1;
  return bar;
}
