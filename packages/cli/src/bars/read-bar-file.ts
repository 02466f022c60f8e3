import { decimalOf } from "@sevenfold/domain/money";
import { inputFailure } from "../failure.ts";
import { type BarHeader, readBarHeader } from "./bar-header.ts";
import type { BarFile, BarSeries } from "./bar-series.ts";
import { type BarTime, barTimeReader } from "./bar-time.ts";
import { cellsOf, type Delimiter, delimiterOf } from "./csv-line.ts";
import { readLines } from "./file-lines.ts";
import { isNoPrice, isTradablePrice, unitsOfCell } from "./price-cell.ts";

/**
 * Reads a CSV file of bars, oldest first; times without an offset are local to `zone`.
 * Throws a `Failure` that names the file and the line of the first row that cannot be true.
 */
export async function readBarFile(path: string, zone: string): Promise<BarFile> {
  const rows = barRows(path, zone);
  const sha256 = await readLines(path, rows.take);
  return rows.finish(sha256);
}

function barRows(path: string, zone: string) {
  const readTime = barTimeReader(zone);
  const bySymbol = new Map<string, BarSeries>();
  let delimiter: Delimiter = ",";
  let header: BarHeader | undefined;
  let isDated: boolean | undefined;
  let titleSymbol: string | undefined;
  let unpriced = 0;
  let openOutside = 0;
  let closeRounded = 0;

  const refuse = (line: number, what: string): never => {
    throw inputFailure(`${path}:${line}: ${what}`);
  };

  function take(text: string, line: number): void {
    if (text.trim() === "") return;
    if (!header) {
      takeHeader(text, line);
      return;
    }
    const cells = cellsOf(text, delimiter) ?? refuse(line, "a quote is opened and not closed");
    if (bySymbol.size === 0 && isTitleRow(cells)) return;
    if (cells.length < header.cellsMin)
      refuse(line, `the row has ${cells.length} cells where the header needs ${header.cellsMin}`);
    takeRow(header, cells, line);
  }

  function takeHeader(text: string, line: number): void {
    delimiter = delimiterOf(text);
    const cells = cellsOf(text, delimiter) ?? refuse(line, "a quote is opened and not closed");
    const found = readBarHeader(cells);
    if (typeof found === "string") refuse(line, found);
    else header = found;
  }

  /** yfinance writes three title rows: "Price,Close,…", "Ticker,AAPL,…" and "Date,,…". */
  function isTitleRow(cells: readonly string[]): boolean {
    const first = cells[0]?.trim().toLowerCase();
    if (first === "ticker") titleSymbol = cells[1]?.trim();
    return first === "ticker" || (/^date/.test(first ?? "") && cells.slice(1).join("") === "");
  }

  function takeRow(at: BarHeader, cells: readonly string[], line: number): void {
    const openCell = cells[at.open] as string;
    const highCell = cells[at.high] as string;
    const lowCell = cells[at.low] as string;
    const closeCell = cells[at.close] as string;
    if (isNoPrice(openCell) && isNoPrice(highCell) && isNoPrice(lowCell) && isNoPrice(closeCell)) {
      unpriced++;
      return;
    }
    const open = priceOf("open", openCell, line);
    const high = priceOf("high", highCell, line);
    const low = priceOf("low", lowCell, line);
    const close = priceOf("close", closeCell, line);
    checkRange({ open, high, low, close }, line);

    const symbol = at.symbol === undefined ? titleSymbol : cells[at.symbol]?.trim();
    if (at.symbol !== undefined && !symbol) refuse(line, "the symbol is empty");
    const clock = at.timeOfDay === undefined ? undefined : cells[at.timeOfDay];
    const time = readTime(cells[at.time] as string, clock);
    const series = seriesOf(symbol);
    const moment = momentOf(time, cells[at.time] as string, line);
    checkOrder(series, moment, line);
    series.times.push(moment);
    series.open.push(open);
    // Files keep floats: the range is made to hold what was read as its open and its close.
    series.high.push(Math.max(open, high, close));
    series.low.push(Math.min(open, low, close));
    series.close.push(close);
    series.volume?.push(volumeOf(at, cells, line));
    series.lastLine = line;
  }

  function priceOf(name: string, cell: string, line: number): number {
    const units = unitsOfCell(cell);
    if (units === undefined) return refuse(line, `the ${name} "${cell.trim()}" is not a number`);
    if (!isTradablePrice(units))
      refuse(line, `the ${name} ${cell.trim()} is not a price between 0.0001 and 100000`);
    return units;
  }

  /** Whole shares; vendors leave the cell of a quiet bar empty. */
  function volumeOf(at: BarHeader, cells: readonly string[], line: number): number {
    const cell = cells[at.volume as number] ?? "";
    if (isNoPrice(cell)) return 0;
    const units = unitsOfCell(cell) ?? Math.round(Number(cell) * 10_000);
    if (!(0 <= units && units < Number.POSITIVE_INFINITY))
      refuse(line, `the volume "${cell.trim()}" is not a number of shares`);
    return Math.floor(units / 10_000);
  }

  function checkRange(bar: Record<"open" | "high" | "low" | "close", number>, line: number): void {
    const { open, high, low, close } = bar;
    if (high < low) refuse(line, `the high ${decimalOf(high)} is below the low ${decimalOf(low)}`);
    const outside = Math.max(low - close, close - high);
    // Files keep floats: after rounding a close may lie one ten-thousandth beyond its own high.
    if (1 < outside)
      refuse(
        line,
        `the close ${decimalOf(close)} lies outside the low ${decimalOf(low)} and the high ${decimalOf(high)}`,
      );
    if (outside === 1) closeRounded++;
    if (open < low || high < open) openOutside++;
  }

  function momentOf(time: BarTime | undefined, cell: string, line: number): number {
    if (time === undefined)
      return refuse(line, `the time "${cell.trim()}" is not a date or time this reader knows`);
    isDated ??= time.kind === "date";
    if (isDated !== (time.kind === "date"))
      refuse(line, "some rows have a time of day and others only a date");
    return time.kind === "date" ? time.dayNumber : time.ms;
  }

  function checkOrder(series: BarSeries, moment: number, line: number): void {
    const last = series.times.at(-1);
    if (last === undefined || last < moment) return;
    if (last === moment) refuse(line, `the row has the same time as line ${series.lastLine}`);
    refuse(
      line,
      `the row is earlier than line ${series.lastLine}; sort the file with the oldest row first`,
    );
  }

  function seriesOf(symbol: string | undefined): BarSeries {
    const known = bySymbol.get(symbol ?? "");
    if (known) return known;
    const series: BarSeries = {
      symbol,
      times: [],
      open: [],
      high: [],
      low: [],
      close: [],
      volume: header?.volume === undefined ? undefined : [],
      lastLine: 0,
    };
    bySymbol.set(symbol ?? "", series);
    return series;
  }

  function finish(sha256: string): BarFile {
    if (!header) throw inputFailure(`${path}: the file is empty`);
    if (bySymbol.size === 0) throw inputFailure(`${path}: the file has a header and no bars`);
    const warnings = [
      ...countWarning(unpriced, "without prices were skipped"),
      ...countWarning(openOutside, "open outside their own low and high"),
      ...countWarning(closeRounded, "close a ten-thousandth outside their own low and high"),
    ].map((warning) => `${path}: ${warning}`);
    return {
      path,
      sha256,
      isDated: isDated ?? true,
      series: [...bySymbol.values()],
      warnings,
    };
  }

  return { take, finish };
}

const countWarning = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? "row" : "rows"} ${what}`];
