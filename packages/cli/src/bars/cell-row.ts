import type { BarHeader } from "./bar-header.ts";
import { type BarRows, checkedPrice } from "./bar-rows.ts";
import type { ReadBarTime } from "./bar-time.ts";
import { isCountable, isNoPrice, unitsOfCell } from "./price-cell.ts";

/** How the cells of a row are to be read. */
export interface CellReading {
  readonly header: BarHeader;
  /** Of a file that has no column of symbols. */
  readonly symbol: string | undefined;
  /** A cell of a price in ten-thousandths. */
  readonly unitsIn: (cell: string) => number | undefined;
  readonly readTime: ReadBarTime;
}

/** Takes a row of texts: one without any price is skipped, what is none of its column is refused. */
export function takeCells(
  rows: BarRows,
  { header: at, symbol: only, unitsIn, readTime }: CellReading,
  cells: readonly string[],
  row: number,
): void {
  const { refuse } = rows;
  const openCell = cells[at.open] as string;
  const highCell = cells[at.high] as string;
  const lowCell = cells[at.low] as string;
  const closeCell = cells[at.close] as string;
  if (isNoPrice(openCell) && isNoPrice(highCell) && isNoPrice(lowCell) && isNoPrice(closeCell)) {
    rows.skip();
    return;
  }
  const priceOf = (name: string, text: string): number =>
    checkedPrice(rows, row, { name, text, units: unitsIn(text) });
  const open = priceOf("open", openCell);
  const high = priceOf("high", highCell);
  const low = priceOf("low", lowCell);
  const close = priceOf("close", closeCell);
  const symbol = at.symbol === undefined ? only : cells[at.symbol]?.trim();
  if (at.symbol !== undefined && !symbol) refuse(row, "the symbol is empty");
  const clock = at.timeOfDay === undefined ? undefined : cells[at.timeOfDay];
  const cell = cells[at.time] as string;
  const time = readTime(cell, clock) ?? refuse(row, noTimeWords(rows, cell, clock));
  const volume = at.volume === undefined ? undefined : volumeOf(rows, cells[at.volume] ?? "", row);
  rows.take({ time, open, high, low, close, volume, symbol }, row);
}

/** Whole shares; vendors leave the cell of a quiet bar empty. */
function volumeOf({ refuse }: BarRows, cell: string, row: number): number {
  if (isNoPrice(cell)) return 0;
  const units = unitsOfCell(cell) ?? Math.round(Number(cell) * 10_000);
  const shares = Math.floor(units / 10_000);
  if (!isCountable(shares)) refuse(row, `the volume "${cell.trim()}" is not a number of shares`);
  return shares;
}

function noTimeWords(rows: BarRows, cell: string, clock: string | undefined): string {
  const leftOut = rows.noTimeHint(cell, clock);
  const text = clock === undefined ? cell.trim() : `${cell.trim()} ${clock.trim()}`;
  return leftOut === undefined
    ? `the time "${cell.trim()}" is no date or time known here; ${timeHint(cell)}`
    : `there is no time "${text}"; ${leftOut}`;
}

const timeHint = (cell: string): string =>
  /^\d{1,2}\/\d{1,2}\/\d{4}/.test(cell.trim())
    ? "with slashes the month comes first; write 2024-01-31"
    : "write 2024-01-31, 2024-01-31T09:30 or epoch seconds";
