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
    if (last === undefined || (series.goesBack ? moment < last : last < moment)) return;
    const before = `${places.word} ${series.lastLine}`;
    if (last === moment) refuse(row, `the row has the same time as ${before}; keep one of them`);
    if (!series.goesBack && series.times.length === 1) {
      series.goesBack = true;
      return;
    }
    const found = series.goesBack
      ? `later than ${before}, and the rows before it go backwards`
      : `earlier than ${before}`;
    refuse(row, `the row is ${found}; sort the file with the oldest row first`);
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
      goesBack: false,
    };
    bySymbol.set(symbol ?? "", series);
    return series;
  }

  function finish(sha256: string): BarFile {
    if (bySymbol.size === 0) throw inputFailure(`${path}: the file has a header and no bars`);
    const series = [...bySymbol.values()];
    const areBackwards = series.filter(turnedForward);
    const warnings = [
      ...(areBackwards.length === 0 ? [] : ["the newest row comes first; read from its end"]),
      ...countWarning(unpriced, "without prices were skipped"),
      ...countWarning(openOutside, "open outside their own low and high"),
      ...countWarning(closeRounded, "close a ten-thousandth outside their own low and high"),
      ...gapWarning(series, isDated ?? true),
    ].map((warning) => `${path}: ${warning}`);
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
  if (units === undefined)
    return refuse(row, `the ${name} "${text.trim()}" is not a number${commaHint(text)}`);
  if (!isTradablePrice(units))
    refuse(row, `the ${name} ${text.trim()} is not a price between 0.0001 and 100000`);
  return units;
}

const commaHint = (text: string): string =>
  text.includes(",") ? "; write decimals with a point, and thousands without a sign" : "";

const countWarning = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? "row" : "rows"} ${what}`];

/** Puts a series whose newest row came first in order; answers whether it was one. */
function turnedForward(series: BarSeries): boolean {
  if (!series.goesBack) return false;
  const { times, open, high, low, close, volume } = series;
  for (const column of [times, open, high, low, close, volume]) column?.reverse();
  return true;
}

const DAY_MS = 86_400_000;
/** No exchange of today was ever closed for so long; weeks and months apart are no gap either. */
const GAP_DAYS = 10;
const GAP_SPACINGS = 5;

/** Days that are missing in the midst of a file: a run trades over them as if they were one night. */
function gapWarning(all: readonly BarSeries[], isDated: boolean): string[] {
  const unit = isDated ? 1 : DAY_MS;
  const gaps = all.flatMap(({ times, symbol }) => {
    let smallest = Number.POSITIVE_INFINITY;
    for (let i = 1; i < times.length; i++) smallest = Math.min(smallest, times[i]! - times[i - 1]!);
    const least = Math.max(GAP_DAYS * unit, GAP_SPACINGS * smallest);
    const wide = [];
    for (let i = 1; i < times.length; i++) {
      const length = times[i]! - times[i - 1]!;
      if (least < length)
        wide.push({ symbol, days: Math.round(length / unit), at: times[i]! / unit });
    }
    return wide;
  });
  if (gaps.length === 0) return [];
  const longest = gaps.reduce((most, gap) => (most.days < gap.days ? gap : most));
  const until = new Date(longest.at * DAY_MS).toISOString().slice(0, 10);
  const whose = longest.symbol === undefined ? "" : ` of ${longest.symbol}`;
  return [
    `${gaps.length === 1 ? "a gap" : `${gaps.length} gaps`} of more than ${GAP_DAYS} days without a row, the longest ${longest.days} days until ${until}${whose}`,
  ];
}
