/** Values that are looked at together. */
export const BLOCK = 32;

/** The least and the greatest of each block of a column. Of one with a value that is none: no bounds at all. */
export interface BlockRanges {
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** Whole blocks that are known. */
  count: number;
}

const RANGES = new WeakMap<Float64Array, BlockRanges>();

/** Of a column's first values, as many as have been reckoned; kept as long as the column is. */
export function rangesOf(column: Float64Array, reckoned: number): BlockRanges {
  const blocks = Math.floor(column.length / BLOCK);
  const ranges = RANGES.get(column) ?? {
    least: new Float64Array(blocks),
    greatest: new Float64Array(blocks),
    count: 0,
  };
  RANGES.set(column, ranges);
  const end = Math.floor(reckoned / BLOCK);
  const { least, greatest } = ranges;
  for (let block = ranges.count; block < end; block += 1) {
    const from = block * BLOCK;
    let low = column[from]!;
    let high = low;
    for (let at = from + 1; at < from + BLOCK; at += 1) {
      const value = column[at]!;
      if (value < low) low = value;
      else if (high < value) high = value;
    }
    // A line that has no value yet has none before either.
    const isKnown = !Number.isNaN(column[from]!);
    least[block] = isKnown ? low : Number.NEGATIVE_INFINITY;
    greatest[block] = isKnown ? high : Number.POSITIVE_INFINITY;
  }
  ranges.count = Math.max(ranges.count, end);
  return ranges;
}
