import type { Book } from "./book.ts";
import { QUIET } from "./reason.ts";
import { reachedAt } from "./step.ts";
import { haltAtOf } from "./trigger.ts";

/**
 * One symbol of many accounts side by side: a row for each account, with what has to be known to say
 * that a price is nothing to it but the newest one. A price then asks the books it concerns and no other;
 * the rest follow when they are next looked at (`follow`, in `step.ts`, in the order the prices came).
 *
 * What a row says may be too careful and never too careless: a price that it lets pass reaches no
 * trigger and latches no halt.
 */
export interface QuietColumn {
  rows: Float64Array;
  /** Whose row it is, as a number of the caller's. */
  accounts: Int32Array;
  /** How many rows there are. */
  count: number;
}

/** What the rows of all columns say of their account together; by the account's number. */
export interface QuietTotals {
  /** As it is at the latest prices of what is held. */
  equity: Float64Array;
  /** The highest equity at which the day's halt is latched. */
  haltAt: Float64Array;
}

/** Numbers in a row: 64 bytes, a line of the processor's memory. */
const WIDTH = 8;
/** A price at or below the first, or at or above the second, is one that the account is asked about. */
const BELOW = 0;
const ABOVE = 1;
const HELD = 2;
/** Beyond this price the trail grows: upwards of a flat symbol, downwards of a held one. */
const EXTREME = 3;
/** What a new extreme is multiplied by to find its trigger. */
const FACTOR = 4;
/** The last price, at which what is held is valued. */
const MARK = 5;
/** Held only: the nearest trigger above that does not move with the low. */
const TARGET = 6;

/**
 * A price that moves by a tenth at once is never quiet: it may be of other shares. Of what is not held,
 * one that rises is no harm.
 */
const LEAP = 10;

export const openQuietColumn = (): QuietColumn => ({
  rows: new Float64Array(4 * WIDTH),
  accounts: new Int32Array(4),
  count: 0,
});

export const openQuietTotals = (accounts: number): QuietTotals => ({
  equity: new Float64Array(accounts),
  haltAt: new Float64Array(accounts).fill(Number.NEGATIVE_INFINITY),
});

/** Gives an account a row, the last one; no price concerns it yet. */
export function addQuiet(column: QuietColumn, account: number): number {
  const row = column.count;
  if (row === column.accounts.length) {
    column.rows = resized(new Float64Array(2 * column.rows.length), column.rows);
    column.accounts = resized(new Int32Array(2 * row), column.accounts);
  }
  column.count += 1;
  column.accounts[row] = account;
  leaveOut(column, row);
  return row;
}

/** Takes a row out. The last one takes its place. */
export function dropQuiet(column: QuietColumn, row: number): void {
  column.count -= 1;
  column.rows.copyWithin(row * WIDTH, column.count * WIDTH, (column.count + 1) * WIDTH);
  column.accounts[row] = column.accounts[column.count]!;
}

export function growQuietTotals(totals: QuietTotals, accounts: number): void {
  totals.equity = resized(new Float64Array(accounts), totals.equity);
  totals.haltAt = resized(new Float64Array(accounts), totals.haltAt);
}

function resized<Numbers extends Float64Array | Int32Array>(to: Numbers, from: Numbers): Numbers {
  to.set(from);
  return to;
}

/** No price of the symbol concerns the row's account. */
export function leaveOut({ rows }: QuietColumn, index: number): void {
  const row = index * WIDTH;
  rows.fill(0, row, row + WIDTH);
  rows[row + BELOW] = -1;
  rows[row + ABOVE] = Number.POSITIVE_INFINITY;
  rows[row + EXTREME] = Number.POSITIVE_INFINITY;
}

/** Puts a slot's row in, as it is at the slot's last price. */
export function putQuiet({ rows }: QuietColumn, index: number, book: Book, slot: number): void {
  const row = index * WIDTH;
  const held = book.held[slot]!;
  const last = book.last[slot]!;
  rows[row + HELD] = held;
  rows[row + MARK] = last;
  const hasTrail = book.high[slot] !== 0;
  const isValued = held === 0 || (last !== 0 && book.mark[slot] === last);
  // Cash alone may have brought it there, as a withdrawal does: then any price halts the day.
  const isHaltDue = book.equity <= haltAtOrNever(book);
  if (!hasTrail || !isValued || isHaltDue || reachedAt(book, slot, last) !== QUIET)
    askAlways(rows, row);
  else if (held === 0) putFlat(rows, row, book, slot);
  else putHeld(rows, row, book, slot);
}

function askAlways(rows: Float64Array, row: number): void {
  rows[row + BELOW] = Number.POSITIVE_INFINITY;
}

function putFlat(rows: Float64Array, row: number, book: Book, slot: number): void {
  const floor = book.bandFloor[slot]!;
  const isBelow = book.last[slot]! < floor;
  rows[row + BELOW] = isBelow ? -1 : book.enterAt[slot]!;
  rows[row + ABOVE] = isBelow ? floor : Number.POSITIVE_INFINITY;
  rows[row + EXTREME] = isBelow ? Number.POSITIVE_INFINITY : book.high[slot]!;
  rows[row + FACTOR] = 1 - book.strategy.buyDropBps / 10_000;
}

function putHeld(rows: Float64Array, row: number, book: Book, slot: number): void {
  const isTrailing = book.strategy.mode !== "SIMPLE";
  const target = book.targetAt[slot]!;
  rows[row + BELOW] = book.stopAt[slot] === 0 ? -1 : book.stopAt[slot]!;
  rows[row + ABOVE] = Math.min(target, book.leaveAt[slot]!);
  rows[row + EXTREME] = isTrailing ? book.low[slot]! : -1;
  rows[row + FACTOR] = 1 + book.strategy.sellRiseBps / 10_000;
  rows[row + TARGET] = target;
}

/** Puts in what the account is worth, and at what worth its day is halted. */
export function putTotals({ equity, haltAt }: QuietTotals, account: number, book: Book): void {
  equity[account] = book.equity;
  haltAt[account] = haltAtOrNever(book);
}

const haltAtOrNever = (book: Book): number =>
  book.halted || 0 < book.unpriced || book.baseline === undefined
    ? Number.NEGATIVE_INFINITY
    : haltAtOf(book.baseline, book.limits.dailyLossBps);

/**
 * Hands every row of a symbol its newest price, and writes the accounts that have to be asked about it
 * into `concerned`: one may be in it twice.
 */
export function concernedBy(
  { accounts, count, rows }: QuietColumn,
  { equity, haltAt }: QuietTotals,
  price: number,
  concerned: number[],
): void {
  for (let row = 0, index = 0; index < count; row += WIDTH, index += 1) {
    let isConcerned = price <= rows[row + BELOW]! || rows[row + ABOVE]! <= price;
    const held = rows[row + HELD]!;
    if (held === 0) {
      if (price < (rows[row + MARK]! - price) * LEAP) isConcerned = true;
      rows[row + MARK] = price;
      if (rows[row + EXTREME]! < price) {
        rows[row + EXTREME] = price;
        // Never below the trigger itself, which is rounded down.
        if (rows[row + BELOW] !== Number.POSITIVE_INFINITY)
          rows[row + BELOW] = price * rows[row + FACTOR]! + 1;
      }
    } else {
      const move = price - rows[row + MARK]!;
      rows[row + MARK] = price;
      if (price < Math.abs(move) * LEAP) isConcerned = true;
      if (price < rows[row + EXTREME]!) {
        rows[row + EXTREME] = price;
        const leaveAt = price * rows[row + FACTOR]! - 1;
        rows[row + ABOVE] = Math.min(rows[row + TARGET]!, leaveAt);
      }
      const account = accounts[index]!;
      const worth = equity[account]! + held * move;
      equity[account] = worth;
      if (worth <= haltAt[account]!) isConcerned = true;
    }
    if (isConcerned) concerned.push(accounts[index]!);
  }
}
