import { decimalOf } from "@sevenfold/domain/money";
import { inputFailure } from "../failure.ts";
import type { BarFile, BarSeries } from "./bar-series.ts";
import type { BarTime } from "./bar-time.ts";
import { isTradablePrice } from "./price-cell.ts";

/** A row of bars: prices in ten-thousandths, volume in whole shares. */
export interface BarRow {
  readonly time: BarTime;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | undefined;
  /** Undefined where the file names none. */
  readonly symbol: string | undefined;
}

/** Where a row stands, as a message says it: a line of text has a number after its file. */
export interface RowPlaces {
  /** "bars.csv:7", "bars.parquet: row 7" */
  readonly at: (row: number) => string;
  /** "line", "row" */
  readonly word: string;
}

/**
 * Gathers rows, oldest first, whatever file they come from, and refuses what cannot be true: the
 * failure names the file and the row.
 */
export function openBarRows(path: string, places: RowPlaces) {
  const bySymbol = new Map<string, BarSeries>();
  let isDated: boolean | undefined;
  let unpriced = 0;
  let openOutside = 0;
  let closeRounded = 0;

  const refuse = (row: number, what: string): never => {
    throw inputFailure(`${places.at(row)}: ${what}`);
  };

  function take(bar: BarRow, row: number): void {
    checkRange(bar, row);
    const series = seriesOf(bar);
    const moment = momentOf(bar.time, row);
    checkOrder(series, moment, row);
    const { open, high, low, close } = bar;
    series.times.push(moment);
    series.open.push(open);
    // Files keep floats: the range is made to hold what was read as its open and its close.
    series.high.push(Math.max(open, high, close));
    series.low.push(Math.min(open, low, close));
    series.close.push(close);
    series.volume?.push(bar.volume ?? 0);
    series.lastLine = row;
  }

  function checkRange({ open, high, low, close }: BarRow, row: number): void {
    if (high < low) refuse(row, `the high ${decimalOf(high)} is below the low ${decimalOf(low)}`);
    const outside = Math.max(low - close, close - high);
    // Files keep floats: after rounding a close may lie one ten-thousandth beyond its own high.
    if (1 < outside)
      refuse(
        row,
        `the close ${decimalOf(close)} lies outside the low ${decimalOf(low)} and the high ${decimalOf(high)}`,
      );
    if (outside === 1) closeRounded++;
    if (open < low || high < open) openOutside++;
  }

  function momentOf(time: BarTime, row: number): number {
    isDated ??= time.kind === "date";
    if (isDated !== (time.kind === "date"))
      refuse(row, "some rows have a time of day and others only a date");
    return time.kind === "date" ? time.dayNumber : time.ms;
  }

  function checkOrder(series: BarSeries, moment: number, row: number): void {
    const last = series.times.at(-1);
    if (last === undefined || last < moment) return;
    const before = `${places.word} ${series.lastLine}`;
    if (last === moment) refuse(row, `the row has the same time as ${before}`);
    refuse(row, `the row is earlier than ${before}; sort the file with the oldest row first`);
  }

  function seriesOf({ symbol, volume }: BarRow): BarSeries {
    const known = bySymbol.get(symbol ?? "");
    if (known) return known;
    const series: BarSeries = {
      symbol,
      times: [],
      open: [],
      high: [],
      low: [],
      close: [],
      volume: volume === undefined ? undefined : [],
      lastLine: 0,
    };
    bySymbol.set(symbol ?? "", series);
    return series;
  }

  function finish(sha256: string): BarFile {
    if (bySymbol.size === 0) throw inputFailure(`${path}: the file has a header and no bars`);
    const warnings = [
      ...countWarning(unpriced, "without prices were skipped"),
      ...countWarning(openOutside, "open outside their own low and high"),
      ...countWarning(closeRounded, "close a ten-thousandth outside their own low and high"),
    ].map((warning) => `${path}: ${warning}`);
    const series = [...bySymbol.values()];
    return { path, sha256, isDated: isDated ?? true, series, warnings };
  }

  return {
    take,
    refuse,
    finish,
    /** Counts a row that says that there was no price. */
    skip: (): void => {
      unpriced++;
    },
    hasRows: (): boolean => bySymbol.size !== 0,
  };
}

export type BarRows = ReturnType<typeof openBarRows>;

/** A price as told, in ten-thousandths; refuses what is none, or none that can be traded. */
export function checkedPrice(
  { refuse }: BarRows,
  row: number,
  {
    name,
    text,
    units,
  }: { readonly name: string; readonly text: string; readonly units: number | undefined },
): number {
  if (units === undefined) return refuse(row, `the ${name} "${text.trim()}" is not a number`);
  if (!isTradablePrice(units))
    refuse(row, `the ${name} ${text.trim()} is not a price between 0.0001 and 100000`);
  return units;
}

const countWarning = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? "row" : "rows"} ${what}`];
