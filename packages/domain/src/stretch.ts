import { type Book, retriggerHigh, retriggerLow } from "./book.ts";
import type { Money } from "./money.ts";
import { enterAtOf, leaveAtOf } from "./trigger.ts";

/** Prices of one slot at instants in a row. Reused by the caller. */
export interface Stretch {
  lowest: number;
  highest: number;
  last: number;
}

/**
 * Whether none of the prices, in whatever order they come, can reach anything: `step` would answer
 * QUIET to each of them. Where it cannot be told from their range the answer is no.
 */
export function staysQuiet(book: Book, slot: number, { lowest, highest }: Stretch): boolean {
  // Its first price begins a trail; the one after a split counts down.
  if (book.high[slot] === 0 || book.skipNext[slot] !== 0) return false;
  return book.held[slot] === 0
    ? staysOut(book, slot, lowest, highest)
    : staysIn(book, slot, lowest, highest);
}

/** A high on the way raises the trigger, so the lowest price is held against the highest trigger. */
function staysOut(book: Book, slot: number, lowest: number, highest: number): boolean {
  if (highest < book.bandFloor[slot]!) return true;
  const enterAt =
    book.high[slot]! < highest ? enterAtOf(highest, book.strategy.buyDropBps) : book.enterAt[slot]!;
  return enterAt < lowest;
}

function staysIn(book: Book, slot: number, lowest: number, highest: number): boolean {
  if (lowest <= book.stopAt[slot]! || book.targetAt[slot]! <= highest) return false;
  const isLower = lowest < book.low[slot]! && book.strategy.mode !== "SIMPLE";
  const leaveAt = isLower ? leaveAtOf(lowest, book.strategy.sellRiseBps) : book.leaveAt[slot]!;
  return highest < leaveAt;
}

/**
 * Moves equity by what holdings gained at an instant whose slots are passed over: so the halt and
 * the sizes of others see it then. Their marks follow with `passOver`.
 */
export function noteGain(book: Book, gain: number): void {
  book.equity = (book.equity + gain) as Money;
}

/** Leaves the slot as all those prices would have, one by one; what they gained is noted already. */
export function passOver(book: Book, slot: number, { lowest, highest, last }: Stretch): void {
  if (book.high[slot]! < highest) {
    book.high[slot] = highest;
    retriggerHigh(book, slot);
  }
  if (lowest < book.low[slot]!) {
    book.low[slot] = lowest;
    retriggerLow(book, slot);
  }
  book.last[slot] = last;
  book.mark[slot] = last;
}
