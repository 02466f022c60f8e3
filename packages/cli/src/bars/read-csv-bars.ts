import { stat } from "node:fs/promises";
import { inputFailure } from "../failure.ts";
import { counted } from "../report/amounts.ts";
import { readBarHeader } from "./bar-header.ts";
import { type HearBad, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { barTimeReader } from "./bar-time.ts";
import { takeCells } from "./cell-row.ts";
import { cellsOf, type Delimiter, delimiterOf, delimiterSaid, tooManyCells } from "./csv-line.ts";
import { openCsvScan, type ScanLine } from "./csv-scan.ts";
import { foreignText, readLineBytes, textOfLine } from "./file-lines.ts";
import { unitsOfCell, unitsOfSemicolonCell } from "./price-cell.ts";
import { headersOfTitles, isTitled, type SymbolHeader } from "./titled-header.ts";

/**
 * Reads a CSV file of bars, oldest first; times without an offset are local to `zone`.
 * Throws a `Failure` that names the file and the line of the first row that cannot be true.
 * Usual rows are scanned byte by byte; without `scans`, which is for tests, each is cut into cells.
 */
export async function readCsvBars(
  path: string,
  zone: string,
  { scans = true, hearBad }: { readonly scans?: boolean; readonly hearBad?: HearBad } = {},
): Promise<BarFile> {
  const lines = barLines(path, zone, scans, hearBad);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  const sha256 = await readLineBytes(path, (bytes) => lines.takeAll(bytes, size));
  return lines.finish(sha256);
}

const LINE_FEED = 10;

function barLines(path: string, zone: string, scans: boolean, hearBad?: HearBad) {
  const readTime = barTimeReader(zone);
  const rows = openBarRows(path, { at: (line) => `${path}:${line}`, word: "line", zone, hearBad });
  const { refuse } = rows;
  let said: Delimiter | undefined;
  let delimiter: Delimiter = ",";
  let unitsIn = unitsOfCell;
  let headers: readonly SymbolHeader[] = [];
  let titles: readonly string[] | undefined;
  let titleSymbol: string | undefined;
  let scan: ScanLine | undefined;
  let line = 0;

  /** Takes whole lines. A file of `size` bytes has about so many rows as its first piece lets expect. */
  function takeAll(bytes: Buffer, size: number): void {
    if (line === 0) rows.expect((linesIn(bytes) * size * ROOM) / bytes.length);
    for (let at = 0; at < bytes.length; ) {
      line++;
      const next = scan === undefined || hearBad !== undefined ? -1 : scan(bytes, at, line);
      if (0 <= next) {
        at = next;
        continue;
      }
      const end = bytes.indexOf(LINE_FEED, at);
      const text = textOfLine(path, bytes, at, end, line);
      at = end + 1;
      rows.attempt(() => take(text));
    }
  }

  function take(text: string): void {
    if (text.trim() === "") return;
    if (headers.length === 0) {
      takeHeader(text);
      return;
    }
    const cells = cellsOf(text, delimiter) ?? refuse(line, "a quote is opened and not closed");
    if (!rows.hasRows() && isTitleRow(cells)) return;
    for (const { header, symbol } of headers) {
      if (cells.length < header.cellsMin)
        refuse(
          line,
          `the row has ${counted(cells.length, "cell")} where the header needs ${header.cellsMin}`,
        );
      if (
        header.cells < cells.length &&
        cells.slice(header.cells).some((cell) => cell.trim() !== "")
      )
        refuse(line, tooManyCells(cells.length, header.cells));
      takeCells(rows, { header, symbol: symbol ?? titleSymbol, unitsIn, readTime }, cells, line);
    }
    if (scans && scan === undefined && headers.length === 1 && rows.hasRows()) {
      const [{ header, symbol } = refuse(line, "no header")] = headers;
      scan = openCsvScan(rows, {
        ...{ header, delimiter, zone, readTime },
        symbol: symbol ?? titleSymbol,
      });
    }
  }

  /** Without its header no row can be read: that ends the reading also where bad rows are only heard of. */
  const refuseHeader = (what: string): never => {
    throw inputFailure(`${path}:${line}: ${what}`);
  };

  function takeHeader(text: string): void {
    const foreign = foreignText(text);
    if (foreign !== undefined) refuseHeader(foreign);
    if (/^\s*[[{]/.test(text)) refuseHeader("it is JSON; let the file's name end in .json");
    const told = line === 1 ? delimiterSaid(text) : undefined;
    if (told !== undefined) {
      said = told;
      return;
    }
    delimiter = said ?? delimiterOf(text);
    unitsIn = delimiter === ";" ? unitsOfSemicolonCell : unitsOfCell;
    const cells = cellsOf(text, delimiter) ?? refuseHeader("a quote is opened and not closed");
    if (titles === undefined && isTitled(cells)) {
      titles = cells;
      return;
    }
    const found = titles === undefined ? readBarHeader(cells) : headersOfTitles(titles, cells);
    if (typeof found === "string") refuseHeader(found);
    else headers = "cells" in found ? [{ header: found, symbol: undefined }] : found;
  }

  /** yfinance writes three title rows: "Price,Close,…", "Ticker,AAPL,…" and "Date,,…". */
  function isTitleRow(cells: readonly string[]): boolean {
    const first = cells[0]?.trim().toLowerCase();
    if (first === "ticker") titleSymbol = cells[1]?.trim();
    return first === "ticker" || (/^date/.test(first ?? "") && cells.slice(1).join("") === "");
  }

  function finish(sha256: string): BarFile {
    if (headers.length === 0) throw inputFailure(`${path}: the file is empty`);
    return rows.finish(sha256);
  }

  return { takeAll, finish };
}

/** More room than the first piece lets expect: a place that no row comes to takes no memory. */
const ROOM = 1.1;

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); 0 <= at; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
