import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import type { BarColumns } from "./bar-columns.ts";

/** Closing instants gathered at once: their batches stay in the processor's cache. */
const ROWS = 64;

/**
 * The closes of many symbols as one stream: a batch for every closing instant, oldest first. Each
 * symbol's column is read a window at a time, because a row across 85 columns misses every cache.
 */
export interface CloseFeed {
  /** Every distinct closing instant. */
  readonly instants: Float64Array;
  /** The batches of the window, their trading days, and whether their closes lie in the session. */
  readonly batches: readonly PriceBatch[];
  readonly days: Int32Array;
  /** For each slot the number of its first bar beyond the window. */
  readonly cursors: Int32Array;
  /** Instants before the window, and rows in it. */
  gathered: number;
  rows: number;
}

/** Slots are the positions in `columns`. */
export function openCloseFeed(columns: readonly BarColumns[]): CloseFeed {
  return {
    instants: closingInstantsOf(columns),
    batches: Array.from({ length: ROWS }, () => ({
      at: 0 as Instant,
      inSession: false,
      count: 0,
      slots: new Int32Array(columns.length),
      prices: new Float64Array(columns.length),
    })),
    days: new Int32Array(ROWS),
    cursors: new Int32Array(columns.length),
    gathered: 0,
    rows: 0,
  };
}

/** Gathers the next window; answers how many instants it holds, 0 when the bars are over. */
export function gather(feed: CloseFeed, columns: readonly BarColumns[]): number {
  const { batches, instants } = feed;
  feed.gathered += feed.rows;
  feed.rows = Math.min(ROWS, instants.length - feed.gathered);
  for (let row = 0; row < feed.rows; row += 1) {
    batches[row]!.at = instants[feed.gathered + row] as Instant;
    batches[row]!.count = 0;
  }
  for (let slot = 0; slot < columns.length; slot += 1) gatherSlot(feed, columns[slot]!, slot);
  return feed.rows;
}

function gatherSlot(feed: CloseFeed, columns: BarColumns, slot: number): void {
  const { batches, days, rows } = feed;
  const { closesAt, close, day, closesInSession } = columns;
  let bar = feed.cursors[slot]!;
  for (let row = 0; row < rows; row += 1) {
    const batch = batches[row]!;
    if (closesAt[bar] !== batch.at) continue;
    if (batch.count === 0) {
      // They depend on the instant alone, so all bars of a batch agree.
      days[row] = day[bar]!;
      batch.inSession = closesInSession === undefined || closesInSession[bar] === 1;
    }
    batch.slots[batch.count] = slot;
    batch.prices[batch.count] = close[bar]!;
    batch.count += 1;
    bar += 1;
  }
  feed.cursors[slot] = bar;
}

/** Every closing instant once, oldest first. */
export function closingInstantsOf(columns: readonly BarColumns[]): Float64Array {
  let all = new Float64Array(0);
  for (const { closesAt, count } of columns) {
    const own = count === closesAt.length ? closesAt : closesAt.subarray(0, count);
    if (!isSame(all, own)) all = united(all, own);
  }
  return all;
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

/** Two ascending lists as one, what they share once. */
function united(one: Float64Array, other: Float64Array): Float64Array<ArrayBuffer> {
  const all = new Float64Array(one.length + other.length);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    const left = one[i] ?? Number.POSITIVE_INFINITY;
    const right = other[j] ?? Number.POSITIVE_INFINITY;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    all[count++] = Math.min(left, right);
  }
  return all.slice(0, count);
}
