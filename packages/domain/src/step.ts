import { type Book, markAt, retriggerHigh, retriggerLow } from "./book.ts";
import { QUIET, STOP_LOSS, TAKE_PROFIT, TRAIL_DROP, TRAIL_RISE } from "./reason.ts";

/**
 * Moves one slot to a price and says what the price reached: a reason code, or QUIET.
 *
 * The inner loop of every backtest and of the live worker. It writes columns, answers a number and
 * allocates nothing; whether anything may be done about the answer is decide's to find out.
 */
export function step(book: Book, slot: number, price: number, at: number): number {
  markAt(book, slot, price);
  if (book.high[slot]! < price) {
    if (book.high[slot] === 0) beginTrail(book, slot, price, at);
    book.high[slot] = price;
    retriggerHigh(book, slot);
  }
  if (price < book.low[slot]!) {
    book.low[slot] = price;
    retriggerLow(book, slot);
  }
  book.last[slot] = price;
  const skip = book.skipNext[slot]!;
  if (skip !== 0) book.skipNext[slot] = skip === 1 ? 2 : 0;
  return reachedAt(book, slot, price);
}

/** The first exit that holds, the entry when flat, or QUIET. docs/strategy.md#modes */
export function reachedAt(book: Book, slot: number, price: number): number {
  if (book.held[slot] === 0)
    return price <= book.enterAt[slot]! && book.bandFloor[slot]! <= price ? TRAIL_DROP : QUIET;
  if (price <= book.stopAt[slot]!) return STOP_LOSS;
  if (book.targetAt[slot]! <= price) return TAKE_PROFIT;
  if (book.leaveAt[slot]! <= price) return TRAIL_RISE;
  return QUIET;
}

function beginTrail(book: Book, slot: number, price: number, at: number): void {
  book.low[slot] = price;
  book.since[slot] = at;
  retriggerLow(book, slot);
}
