import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import type { BarColumns } from "./bar-columns.ts";

/** Closing instants gathered at once: their prices fit the processor's first cache. */
const ROWS = 32;

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
  /** The batches' prices, row after row: each batch looks at its own part. */
  readonly prices: Float64Array;
  /** For each slot the number of its first bar beyond the window. */
  readonly cursors: Int32Array;
  /** Instants before the window, and rows in it. */
  gathered: number;
  rows: number;
  /** Every batch lists all slots in their order: so the window before left them. */
  areFull: boolean;
}

/** Slots are the positions in `columns`. */
export function openCloseFeed(columns: readonly BarColumns[]): CloseFeed {
  const width = columns.length;
  const prices = new Float64Array(ROWS * width);
  return {
    instants: closingInstantsOf(columns),
    batches: Array.from({ length: ROWS }, (_, row) => ({
      at: 0 as Instant,
      inSession: false,
      count: 0,
      slots: Int32Array.from(columns, (_column, slot) => slot),
      prices: prices.subarray(row * width, (row + 1) * width),
    })),
    days: new Int32Array(ROWS),
    prices,
    cursors: new Int32Array(width),
    gathered: 0,
    rows: 0,
    areFull: true,
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
  if (0 < feed.rows && columns.every((one, slot) => closesAtEach(feed, one, slot)))
    gatherAll(feed, columns);
  else {
    feed.areFull = false;
    for (let slot = 0; slot < columns.length; slot += 1) gatherSome(feed, columns[slot]!, slot);
  }
  return feed.rows;
}

/**
 * Whether the slot has a bar for every instant of the window: it has as many as there are instants
 * from the first to the last, and every closing instant is one of them.
 */
function closesAtEach(feed: CloseFeed, { closesAt, count }: BarColumns, slot: number): boolean {
  const { instants, gathered, rows, cursors } = feed;
  const first = cursors[slot]!;
  const last = rows - 1;
  return (
    first + last < count &&
    closesAt[first] === instants[gathered] &&
    closesAt[first + last] === instants[gathered + last]
  );
}

/** All symbols close at every instant: their prices are copied as they lie. */
function gatherAll(feed: CloseFeed, columns: readonly BarColumns[]): void {
  const { batches, cursors, days, prices, rows } = feed;
  const width = columns.length;
  for (let slot = 0; slot < width; slot += 1) {
    const { close } = columns[slot]!;
    const bar = cursors[slot]!;
    for (let row = 0; row < rows; row += 1) prices[row * width + slot] = close[bar + row]!;
    cursors[slot] = bar + rows;
  }
  const { day, closesInSession } = columns[0]!;
  const before = cursors[0]! - rows;
  for (let row = 0; row < rows; row += 1) {
    const batch = batches[row]!;
    days[row] = day[before + row]!;
    batch.inSession = closesInSession === undefined || closesInSession[before + row] === 1;
    batch.count = width;
    if (!feed.areFull) for (let slot = 0; slot < width; slot += 1) batch.slots[slot] = slot;
  }
  // A last window may be shorter than the ones before: then those beyond it keep what they had.
  feed.areFull ||= rows === ROWS;
}

function gatherSome(feed: CloseFeed, columns: BarColumns, slot: number): void {
  const { batches, days, rows } = feed;
  const { count, closesAt, close, day, closesInSession } = columns;
  let bar = feed.cursors[slot]!;
  for (let row = 0; row < rows; row += 1) {
    const batch = batches[row]!;
    if (count <= bar || closesAt[bar] !== batch.at) continue;
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
  let all: Float64Array = new Float64Array(0);
  for (const { closesAt, count } of columns) {
    const own = count === closesAt.length ? closesAt : closesAt.subarray(0, count);
    if (all.length === 0) all = own;
    else if (!isSame(all, own)) all = united(all, own);
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
function united(one: Float64Array, other: Float64Array): Float64Array {
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
