import { inputFailure } from "../failure.ts";
import { type BarHeader, readBarHeader } from "./bar-header.ts";
import { checkedPrice, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { barTimeReader } from "./bar-time.ts";
import { cellsOf, type Delimiter, delimiterOf, tooManyCells } from "./csv-line.ts";
import { readLines } from "./file-lines.ts";
import { isNoPrice, unitsOfCell, unitsOfSemicolonCell } from "./price-cell.ts";

/**
 * Reads a CSV file of bars, oldest first; times without an offset are local to `zone`.
 * Throws a `Failure` that names the file and the line of the first row that cannot be true.
 */
export async function readCsvBars(path: string, zone: string): Promise<BarFile> {
  const lines = barLines(path, zone);
  const sha256 = await readLines(path, lines.take);
  return lines.finish(sha256);
}

function barLines(path: string, zone: string) {
  const readTime = barTimeReader(zone);
  const rows = openBarRows(path, { at: (line) => `${path}:${line}`, word: "line" });
  const { refuse } = rows;
  let delimiter: Delimiter = ",";
  let unitsIn = unitsOfCell;
  let header: BarHeader | undefined;
  let titleSymbol: string | undefined;

  function take(text: string, line: number): void {
    if (text.trim() === "") return;
    if (!header) {
      takeHeader(text, line);
      return;
    }
    const cells = cellsOf(text, delimiter) ?? refuse(line, "a quote is opened and not closed");
    if (!rows.hasRows() && isTitleRow(cells)) return;
    if (cells.length < header.cellsMin)
      refuse(line, `the row has ${cells.length} cells where the header needs ${header.cellsMin}`);
    if (header.cells < cells.length && cells.slice(header.cells).some((cell) => cell.trim() !== ""))
      refuse(line, tooManyCells(cells.length, header.cells));
    takeRow(header, cells, line);
  }

  function takeHeader(text: string, line: number): void {
    if (TWO_BYTES.test(text))
      refuse(line, "the text is not UTF-8, it looks like UTF-16; save the file as UTF-8");
    if (text.includes("\r"))
      refuse(line, "its lines end in a carriage return alone; save the file with line feeds");
    delimiter = delimiterOf(text);
    unitsIn = delimiter === ";" ? unitsOfSemicolonCell : unitsOfCell;
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
      rows.skip();
      return;
    }
    const open = priceOf("open", openCell, line);
    const high = priceOf("high", highCell, line);
    const low = priceOf("low", lowCell, line);
    const close = priceOf("close", closeCell, line);
    const symbol = at.symbol === undefined ? titleSymbol : cells[at.symbol]?.trim();
    if (at.symbol !== undefined && !symbol) refuse(line, "the symbol is empty");
    const clock = at.timeOfDay === undefined ? undefined : cells[at.timeOfDay];
    const cell = cells[at.time] as string;
    const time =
      readTime(cell, clock) ??
      refuse(line, `the time "${cell.trim()}" is no date or time known here; ${timeHint(cell)}`);
    const volume = at.volume === undefined ? undefined : volumeOf(cells[at.volume] ?? "", line);
    rows.take({ time, open, high, low, close, volume, symbol }, line);
  }

  const priceOf = (name: string, cell: string, line: number): number =>
    checkedPrice(rows, line, { name, text: cell, units: unitsIn(cell) });

  /** Whole shares; vendors leave the cell of a quiet bar empty. */
  function volumeOf(cell: string, line: number): number {
    if (isNoPrice(cell)) return 0;
    const units = unitsOfCell(cell) ?? Math.round(Number(cell) * 10_000);
    if (!(0 <= units && units < Number.POSITIVE_INFINITY))
      refuse(line, `the volume "${cell.trim()}" is not a number of shares`);
    return Math.floor(units / 10_000);
  }

  function finish(sha256: string): BarFile {
    if (!header) throw inputFailure(`${path}: the file is empty`);
    return rows.finish(sha256);
  }

  return { take, finish };
}

/** Letters of two bytes each, read as letters of one. */
const TWO_BYTES = /^\uFFFD{0,2}(?:[^\0]\0|\0[^\0]){3}/;

const timeHint = (cell: string): string =>
  /^\d{1,2}\/\d{1,2}\/\d{4}/.test(cell.trim())
    ? "with slashes the month comes first; write 2024-01-31"
    : "write 2024-01-31, 2024-01-31T09:30 or epoch seconds";
