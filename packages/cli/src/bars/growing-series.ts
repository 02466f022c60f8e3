import type { Numbers } from "@sevenfold/application/research/backtest/bar-columns";
import type { BarSeries } from "./bar-series.ts";
import { type JumpWatch, openJumpWatch } from "./jump-watch.ts";

/**
 * Rows of one symbol while they are read. Its columns are as long as there is room; prices and volumes are
 * of 32 bits until one of them needs more, for fresh memory costs as much as what is done with it.
 */
export interface GrowingSeries {
  readonly symbol: string | undefined;
  count: number;
  times: Float64Array;
  open: Numbers;
  high: Numbers;
  low: Numbers;
  close: Numbers;
  volume: Numbers | undefined;
  /** The most that the columns of prices have room for, and that of volumes. */
  priceMax: number;
  volumeMax: number;
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
const PRICES = ["open", "high", "low", "close"] as const;
const INT32_MAX = 2 ** 31 - 1;

/** `rows` is how many there may be: memory that no row comes to is never taken. */
export function growingSeries(
  symbol: string | undefined,
  hasVolume: boolean,
  {
    rows = ROWS_FIRST,
    keepsRows = false,
  }: { readonly rows?: number | undefined; readonly keepsRows?: boolean },
): GrowingSeries {
  const length = Math.max(rows, ROWS_FIRST);
  const narrow = () => new Int32Array(length);
  return {
    symbol,
    count: 0,
    times: new Float64Array(length),
    open: narrow(),
    high: narrow(),
    low: narrow(),
    close: narrow(),
    volume: hasVolume ? narrow() : undefined,
    priceMax: INT32_MAX,
    volumeMax: INT32_MAX,
    rows: keepsRows ? new Float64Array(length) : undefined,
    midnightsOf: [],
    lastLine: 0,
    goesBack: false,
    jumps: openJumpWatch(),
  };
}

/** Makes room for half as many rows again. */
export function grow(series: GrowingSeries): void {
  const length = Math.ceil(series.times.length * 1.5);
  series.times = longer(series.times, length);
  for (const name of PRICES) series[name] = longer(series[name], length);
  if (series.volume) series.volume = longer(series.volume, length);
  if (series.rows) series.rows = longer(series.rows, length);
}

function longer<Column extends Numbers>(column: Column, length: number): Column {
  const copy = column instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  copy.set(column);
  return copy as Column;
}

/** Makes room for any price, and any volume, where one of these needs more than 32 bits. */
export function widen(series: GrowingSeries, price: number, volume: number): void {
  if (series.priceMax < price) {
    for (const name of PRICES) series[name] = Float64Array.from(series[name]);
    series.priceMax = Number.POSITIVE_INFINITY;
  }
  if (series.volume && series.volumeMax < volume) {
    series.volume = Float64Array.from(series.volume);
    series.volumeMax = Number.POSITIVE_INFINITY;
  }
}

/** The rows alone, oldest first. They share the memory of the growing ones. `word`: what a row is called. */
export function grownSeries(series: GrowingSeries, word = "row"): BarSeries {
  const { symbol, count, volume, goesBack, midnightsOf, jumps } = series;
  const placed = goesBack
    ? jumps.jumps.map((jump) => ({ ...jump, at: count - jump.at }))
    : jumps.jumps;
  const rowsOf = <Column extends Numbers>(column: Column): Column => {
    const rows = column.subarray(0, count);
    return (goesBack ? rows.reverse() : rows) as Column;
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
    jumps: { jumps: placed, count: jumps.count(), word },
    ...(midnightsOf && { midnightsOf: goesBack ? midnightsOf.toReversed() : midnightsOf }),
  };
}
