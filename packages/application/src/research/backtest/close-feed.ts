import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import type { BarColumns } from "./bar-columns.ts";
import { type CloseRanges, makeRanges, readRanges } from "./close-ranges.ts";
import { type ClosingInstants, closingInstantsOf } from "./closing-instants.ts";

/** Closing instants that are taken together at most. */
const STRETCH_ROWS = 32;
/** Stretches whose ranges are read at once: their closes fit the processor's second cache. */
const STRETCHES_AHEAD = 16;

/** Fewer instants are sooner followed than asked about. */
const STRETCH_WORTH_ASKING = 4;

/**
 * The closes of many symbols, a stretch of closing instants at a time: of one day's session, where a
 * day has more than a few, so that symbols can be passed over. docs/backtesting.md#symbols-passed-over
 */
export interface CloseFeed {
  readonly columns: readonly BarColumns[];
  readonly instants: ClosingInstants;
  /** The instant each stretch begins with; one more number ends the last. */
  readonly starts: Int32Array;
  /** What the closes come to in each of the stretches read ahead, and how many were read before. */
  readonly ranges: CloseRanges;
  readBefore: number;
  /** The stretch at hand; its first instant and how many there are. */
  stretch: number;
  first: number;
  rows: number;
  /** All of them lie in the session of one day, and are enough to be worth asking about. */
  isOfOneSession: boolean;
  /** For each slot its first bar in the stretch and the first one beyond. */
  readonly from: Int32Array;
  readonly beyond: Int32Array;
  /** A batch for each instant, to be filled with the closes that are watched. */
  readonly batches: readonly PriceBatch[];
}

/** Slots are the positions in `columns`. */
export function openCloseFeed(
  columns: readonly BarColumns[],
  stretchRows = STRETCH_ROWS,
): CloseFeed {
  const width = columns.length;
  const instants = closingInstantsOf(columns);
  return {
    columns,
    instants,
    starts: startsOf(instants, stretchRows),
    ranges: makeRanges(width, STRETCHES_AHEAD),
    readBefore: -STRETCHES_AHEAD,
    stretch: -1,
    first: 0,
    rows: 0,
    isOfOneSession: false,
    from: new Int32Array(width),
    beyond: new Int32Array(width),
    batches: Array.from({ length: stretchRows }, () => ({
      at: 0 as Instant,
      inSession: false,
      count: 0,
      slots: new Int32Array(width),
      prices: new Float64Array(width),
    })),
  };
}

/** Goes on to the next stretch; answers whether there is one. */
export function nextStretch(feed: CloseFeed): boolean {
  const { starts } = feed;
  feed.stretch += 1;
  if (starts.length - 1 <= feed.stretch) return false;
  feed.first = starts[feed.stretch]!;
  feed.rows = starts[feed.stretch + 1]! - feed.first;
  emptyBatches(feed);
  feed.isOfOneSession = STRETCH_WORTH_ASKING <= feed.rows && isOfOneSession(feed);
  feed.from.set(feed.beyond);
  if (feed.readBefore + STRETCHES_AHEAD <= feed.stretch) readAhead(feed);
  const { beyond, width } = feed.ranges;
  const row = (feed.stretch - feed.readBefore) * width;
  for (let slot = 0; slot < width; slot += 1) feed.beyond[slot] = beyond[row + slot]!;
  return true;
}

function emptyBatches({ batches, first, instants, rows }: CloseFeed): void {
  const { at, inSession } = instants;
  for (let row = 0; row < rows; row += 1) {
    const batch = batches[row]!;
    batch.at = at[first + row] as Instant;
    batch.inSession = inSession === undefined || inSession[first + row] === 1;
    batch.count = 0;
  }
}

function isOfOneSession({ batches, first, instants, rows }: CloseFeed): boolean {
  if (instants.day[first] !== instants.day[first + rows - 1]) return false;
  for (let row = 0; row < rows; row += 1) if (!batches[row]!.inSession) return false;
  return true;
}

/** Symbol by symbol, because a row across 85 columns misses every cache. */
function readAhead(feed: CloseFeed): void {
  const { columns, instants, ranges, starts, stretch } = feed;
  const to = Math.min(stretch + STRETCHES_AHEAD, starts.length - 1);
  feed.readBefore = stretch;
  for (const [slot, each] of columns.entries())
    readRanges(
      ranges,
      { at: instants.at, starts },
      { columns: each, slot, bar: feed.beyond[slot]! },
      { from: stretch, to },
    );
}

/** Puts every close of the slot into the batch of its instant. */
export function watch(feed: CloseFeed, slot: number): void {
  const { batches, beyond, columns, first, from } = feed;
  const { at } = feed.instants;
  const { close, closesAt } = columns[slot]!;
  const end = beyond[slot]!;
  let row = 0;
  for (let bar = from[slot]!; bar < end; bar += 1) {
    while (at[first + row]! < closesAt[bar]!) row += 1;
    const batch = batches[row]!;
    batch.slots[batch.count] = slot;
    batch.prices[batch.count] = close[bar]!;
    batch.count += 1;
  }
}

/**
 * A stretch ends with the session of its day. What is of a few instants only, as days of one bar
 * are, shares a stretch with its like.
 */
function startsOf(instants: ClosingInstants, stretchRows: number): Int32Array {
  const { length } = instants.at;
  const starts: number[] = [];
  let room = 0;
  for (let from = 0, to = 0; from < length; from = to) {
    to = sessionEndOf(instants, from);
    const isShort = to - from < STRETCH_WORTH_ASKING;
    if (isShort && to - from <= room) room -= to - from;
    else {
      for (let n = from; n < to; n += stretchRows) starts.push(n);
      room = isShort ? stretchRows - (to - from) : 0;
    }
  }
  return Int32Array.from([...starts, length]);
}

/** The first instant after `from` that is of another day, or on the other side of the session. */
function sessionEndOf({ at, day, inSession }: ClosingInstants, from: number): number {
  let n = from + 1;
  while (n < at.length && day[n] === day[from] && inSession?.[n] === inSession?.[from]) n += 1;
  return n;
}
