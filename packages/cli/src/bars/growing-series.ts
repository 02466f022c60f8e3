import type { BarSeries } from "./bar-series.ts";
import { type JumpWatch, openJumpWatch } from "./jump-watch.ts";

/** Rows of one symbol while they are read. Its columns are as long as there is room. */
export interface GrowingSeries {
  readonly symbol: string | undefined;
  count: number;
  times: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array | undefined;
  /** Where each row stands in its file; only where somebody asks for it. */
  rows: Float64Array | undefined;
  /** The dates of the rows, as long as every one of them was written as a midnight. */
  midnightsOf: number[] | undefined;
  /** Line number of the latest row, for messages. */
  lastLine: number;
  /** The newest row came first. */
  goesBack: boolean;
  readonly jumps: JumpWatch;
}

const ROWS_FIRST = 1_024;
const COLUMNS = ["times", "open", "high", "low", "close"] as const;

/** `rows` is how many there may be: memory that no row comes to is never taken. */
export function growingSeries(
  symbol: string | undefined,
  hasVolume: boolean,
  {
    rows = ROWS_FIRST,
    keepsRows = false,
  }: { readonly rows?: number | undefined; readonly keepsRows?: boolean },
): GrowingSeries {
  const column = () => new Float64Array(Math.max(rows, ROWS_FIRST));
  return {
    symbol,
    count: 0,
    times: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: hasVolume ? column() : undefined,
    rows: keepsRows ? column() : undefined,
    midnightsOf: [],
    lastLine: 0,
    goesBack: false,
    jumps: openJumpWatch(),
  };
}

/** Makes room for half as many rows again. */
export function grow(series: GrowingSeries): void {
  const length = Math.ceil(series.times.length * 1.5);
  for (const name of COLUMNS) series[name] = longer(series[name], length);
  if (series.volume) series.volume = longer(series.volume, length);
  if (series.rows) series.rows = longer(series.rows, length);
}

function longer(column: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(length);
  copy.set(column);
  return copy;
}

/** The rows alone, oldest first. They share the memory of the growing ones. */
export function grownSeries(series: GrowingSeries): BarSeries {
  const { symbol, count, volume, goesBack, midnightsOf } = series;
  const rowsOf = (column: Float64Array): Float64Array => {
    const rows = column.subarray(0, count);
    return goesBack ? rows.reverse() : rows;
  };
  return {
    symbol,
    times: rowsOf(series.times),
    open: rowsOf(series.open),
    high: rowsOf(series.high),
    low: rowsOf(series.low),
    close: rowsOf(series.close),
    volume: volume && rowsOf(volume),
    ...(series.rows && { rows: rowsOf(series.rows) }),
    ...(midnightsOf && { midnightsOf: goesBack ? midnightsOf.toReversed() : midnightsOf }),
  };
}
