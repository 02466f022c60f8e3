import { decimalOf } from "@sevenfold/domain/money";
import { inputFailure } from "../failure.ts";
import type { BarFile } from "./bar-series.ts";
import { type BarTime, barTimeReader, dayWritten } from "./bar-time.ts";
import { clockChangeNear, OFFSET_HELPS } from "./clock-change.ts";
import { gapWarning } from "./gap-warning.ts";
import { type GrowingSeries, grow, growingSeries, grownSeries, widen } from "./growing-series.ts";
import { appendOrdinary, type RowColumns } from "./ordinary-rows.ts";
import { isTradablePrice } from "./price-cell.ts";
import { zoneOffsets } from "./zone-offset.ts";

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
  /** IANA zone of times that have no offset. */
  readonly zone?: string;
  /** Hears of every row that cannot be true, which is then left out; else the first one ends the reading. */
  readonly hearBad?: HearBad | undefined;
}

export type HearBad = (row: number, what: string) => void;

/** A row that was heard of and is left out. */
class BadRow extends Error {}

/** More rows than these are several files. */
export const ROWS_MAX = 100_000_000;

/**
 * Gathers rows, oldest first, whatever file they come from, and refuses what cannot be true: the
 * failure names the file and the row.
 */
export function openBarRows(path: string, places: RowPlaces) {
  const bySymbol = new Map<string, GrowingSeries>();
  let isDated: boolean | undefined;
  let unpriced = 0;
  let openOutside = 0;
  let closeRounded = 0;
  let rowsExpected: number | undefined;
  let isAnyBad = false;

  const { hearBad } = places;
  const refuse = (row: number, what: string): never => {
    if (hearBad === undefined) throw inputFailure(`${places.at(row)}: ${what}`);
    hearBad(row, what);
    isAnyBad = true;
    throw new BadRow();
  };

  function take(bar: BarRow, row: number): void {
    const { time, open, high, low, close, volume } = bar;
    const moment = time.kind === "date" ? time.dayNumber : time.ms;
    const series = seriesOf(bar.symbol, volume !== undefined);
    if ((series.volume === undefined) !== (volume === undefined))
      refuse(
        row,
        `it has ${volume === undefined ? "no volume where the bars before it have one" : "a volume where the bars before it have none"}`,
      );
    const isDate = time.kind === "date";
    const midnightOf = isDate ? undefined : dayWritten(time);
    append(series, isDate, moment, open, high, low, close, volume ?? 0, row, midnightOf);
  }

  /**
   * Takes a row by its numbers: millions come this way, so nothing is made for one. `midnightOf`:
   * the date of a moment that was written as a midnight.
   */
  function append(
    series: GrowingSeries,
    isDate: boolean,
    moment: number,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
    row: number,
    midnightOf?: number,
  ): void {
    checkRange(open, high, low, close, row);
    checkKind(isDate, row);
    checkOrder(series, moment, row);
    const at = series.count;
    if (at === series.times.length) {
      if (ROWS_MAX <= at) refuse(row, `a file has at most ${ROWS_MAX} rows; split it`);
      grow(series);
    }
    if (0 < at) {
      if (series.goesBack) series.jumps.see(series.lastLine, close, series.open[at - 1]!, at);
      else series.jumps.see(row, series.close[at - 1]!, open, at);
    }
    const highest = Math.max(open, high, close);
    if (series.priceMax < highest || series.volumeMax < volume) widen(series, highest, volume);
    series.times[at] = moment;
    series.open[at] = open;
    // Files keep floats: the range is made to hold what was read as its open and its close.
    series.high[at] = highest;
    series.low[at] = Math.min(open, low, close);
    series.close[at] = close;
    if (series.rows) series.rows[at] = row;
    if (series.volume) series.volume[at] = volume;
    if (midnightOf === undefined) series.midnightsOf = undefined;
    else series.midnightsOf?.push(midnightOf);
    series.count = at + 1;
    series.lastLine = row;
  }

  /** Takes rows of numbers together; answers where the first is that is not ordinary. */
  function appendTogether(
    series: GrowingSeries,
    isDate: boolean,
    columns: RowColumns,
    from: number,
    to: number,
    row: number,
  ): number {
    checkKind(isDate, row);
    const hasRoom = series.count + to - from <= ROWS_MAX;
    return hasRoom ? appendOrdinary(series, columns, from, to, row) : from;
  }

  function checkRange(open: number, high: number, low: number, close: number, row: number): void {
    if (high < low) refuse(row, `the high ${decimalOf(high)} is below the low ${decimalOf(low)}`);
    const outside = Math.max(low - close, close - high);
    // Files keep floats: after rounding a close may lie one ten-thousandth beyond its own high.
    if (1 < outside)
      refuse(
        row,
        `the close ${decimalOf(close)} lies outside the low ${decimalOf(low)} and the high ${decimalOf(high)}`,
      );
    if (outside === 1) closeRounded++;
    if (open < low || high < open) {
      openOutside++;
      hearBad?.(
        row,
        `the open ${decimalOf(open)} lies outside the low ${decimalOf(low)} and the high ${decimalOf(high)}; it is kept`,
      );
    }
  }

  function checkKind(isDate: boolean, row: number): void {
    isDated ??= isDate;
    if (isDated !== isDate) refuse(row, "some rows have a time of day and others only a date");
  }

  function checkOrder(series: GrowingSeries, moment: number, row: number): void {
    if (series.count === 0) return;
    const last = series.times[series.count - 1]!;
    if (series.goesBack ? moment < last : last < moment) return;
    const before = `${places.word} ${series.lastLine}`;
    if (last === moment)
      refuse(row, `the row has the same time as ${before}; keep one of them${zoneHint(moment)}`);
    if (!series.goesBack && series.count === 1) {
      series.goesBack = true;
      return;
    }
    const found = series.goesBack
      ? `later than ${before}, and the rows before it go backwards`
      : `earlier than ${before}`;
    refuse(row, `the row is ${found}; sort the file with the oldest row first${zoneHint(moment)}`);
  }

  /** In the nights when clocks change, the zone is likelier wrong than the file. */
  function zoneHint(moment: number): string {
    if (places.zone === undefined || isDated) return "";
    const change = clockChangeNear(zoneOffsets(places.zone), moment, CLOCKS_CHANGE_MS);
    return change === undefined ? "" : `; the clocks of ${places.zone} ${change}: ${OFFSET_HELPS}`;
  }

  /** Why a time is none where it would be one in another zone; undefined of what is none anywhere. */
  function noTimeHint(cell: string, clock?: string): string | undefined {
    const inUtc = barTimeReader("UTC")(cell, clock);
    if (places.zone === undefined || inUtc?.kind !== "instant") return undefined;
    const change = clockChangeNear(zoneOffsets(places.zone), inUtc.ms, DAY_MS);
    return change && `the clocks of ${places.zone} ${change}: ${OFFSET_HELPS}`;
  }

  /** The rows of a symbol; undefined is the one symbol of a file that names none. */
  function seriesOf(symbol: string | undefined, hasVolume: boolean): GrowingSeries {
    const known = bySymbol.get(symbol ?? "");
    if (known) return known;
    const expected = bySymbol.size === 0 ? rowsExpected : undefined;
    const series = growingSeries(symbol, hasVolume, {
      rows: expected,
      keepsRows: hearBad !== undefined,
    });
    bySymbol.set(symbol ?? "", series);
    return series;
  }

  function finish(sha256: string): BarFile {
    const grown = [...bySymbol.values()].filter(({ count }) => 0 < count);
    if (grown.length === 0)
      throw inputFailure(
        `${path}: ${isAnyBad ? "no row of the file can be read" : "there are no bars in the file"}`,
      );
    const areBackwards = grown.filter(({ goesBack }) => goesBack);
    const series = grown.map((each) => grownSeries(each, places.word));
    const warnings = [
      ...(areBackwards.length === 0 ? [] : ["the newest row comes first; read from its end"]),
      ...countWarning(unpriced, `without prices ${unpriced === 1 ? "was" : "were"} skipped`),
      ...countWarning(openOutside, "open outside their own low and high"),
      ...countWarning(closeRounded, "close a ten-thousandth outside their own low and high"),
      ...gapWarning(series, isDated ?? true),
    ].map((warning) => `${path}: ${warning}`);
    return { path, sha256, isDated: isDated ?? true, series, warnings };
  }

  /** Runs what takes one row; where bad rows are only heard of, it ends at them without a word more. */
  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
    }
  }

  return {
    take,
    append,
    appendTogether,
    attempt,
    seriesOf,
    noTimeHint,
    refuse,
    finish,
    /** How many rows the first symbol may have, before there is one. */
    expect: (rows: number): void => {
      rowsExpected = Math.min(Math.ceil(rows), ROWS_MAX);
    },
    /** Counts a row that says that there was no price. */
    skip: (): void => {
      unpriced++;
    },
    hasRows: (): boolean => [...bySymbol.values()].some(({ count }) => 0 < count),
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
  if (text.trim() === "") return refuse(row, `the ${name} is empty`);
  if (units === undefined && !TOO_LARGE.test(text.trim()))
    return refuse(row, `the ${name} "${text.trim()}" is not a number${commaHint(text)}`);
  if (units === undefined || !isTradablePrice(units))
    return refuse(row, `the ${name} ${text.trim()} is not a price between 0.0001 and 10000000`);
  return units;
}

/** A number that nothing here can hold. */
const TOO_LARGE = /^\+?\d+(?:\.\d*)?(?:e\+?\d+)?$/i;

const commaHint = (text: string): string =>
  text.includes(",") ? "; write decimals with a point, and thousands without a sign" : "";

const CLOCKS_CHANGE_MS = 4 * 3_600_000;

const countWarning = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? "row" : "rows"} ${what}`];

const DAY_MS = 86_400_000;
