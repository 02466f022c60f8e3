import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import type { BarColumns } from "./bar-columns.ts";

/** The closes of many symbols as one stream: a batch for every closing instant, oldest first. */
export interface BarFeed {
  /** Filled anew by each `advance`. */
  readonly batch: PriceBatch;
  /** The trading day of the batch, in days since 1970-01-01. */
  day: number;
  /** The closing instant `advance` would go to; infinite when the bars are over. */
  nextAt: number;
  /** For each slot the number of its first bar that has not closed yet. */
  readonly cursors: Int32Array;
}

/** Slots are the positions in `columns`. */
export function openBarFeed(columns: readonly BarColumns[]): BarFeed {
  const feed: BarFeed = {
    batch: {
      at: 0 as Instant,
      inSession: false,
      count: 0,
      slots: new Int32Array(columns.length),
      prices: new Float64Array(columns.length),
    },
    day: 0,
    nextAt: Number.POSITIVE_INFINITY,
    cursors: new Int32Array(columns.length),
  };
  feed.nextAt = earliestClose(columns, feed.cursors);
  return feed;
}

/** Moves to the next closing instant and gathers every bar that closes at it. */
export function advance(feed: BarFeed, columns: readonly BarColumns[]): void {
  const { batch, cursors, nextAt } = feed;
  let count = 0;
  let inSession = false;
  let following = Number.POSITIVE_INFINITY;
  for (let slot = 0; slot < columns.length; slot++) {
    const { closesAt, close, day, closesInSession } = columns[slot] as BarColumns;
    let bar = cursors[slot] as number;
    if (closesAt[bar] === nextAt) {
      batch.slots[count] = slot;
      batch.prices[count] = close[bar] as number;
      feed.day = day[bar] as number;
      // The session depends on the instant alone, so all bars of a batch agree.
      inSession = closesInSession === undefined || closesInSession[bar] === 1;
      count++;
      bar++;
      cursors[slot] = bar;
    }
    const closes = closesAt[bar];
    if (closes !== undefined && closes < following) following = closes;
  }
  batch.at = nextAt as Instant;
  batch.count = count;
  batch.inSession = inSession;
  feed.nextAt = following;
}

function earliestClose(columns: readonly BarColumns[], cursors: Int32Array): number {
  let earliest = Number.POSITIVE_INFINITY;
  columns.forEach(({ closesAt }, slot) => {
    const closes = closesAt[cursors[slot] as number];
    if (closes !== undefined && closes < earliest) earliest = closes;
  });
  return earliest;
}
