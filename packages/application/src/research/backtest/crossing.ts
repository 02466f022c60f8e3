import type { Book } from "@sevenfold/domain/book";

/**
 * The first price on the way from one price to another at which the slot's rule would trade; the
 * goal, when there is none. What lies at the start of the way was asked there.
 */
export function crossingOn(book: Book, slot: number, from: number, to: number): number {
  if (book.held[slot] === 0) return entryOn(book, slot, from, to);
  if (to < from) return within(book.stopAt[slot]!, to, from - 1) ? book.stopAt[slot]! : to;
  const leaveAt = book.leaveAt[slot]!;
  const targetAt = book.targetAt[slot]!;
  const leaves = from < leaveAt ? leaveAt : Number.POSITIVE_INFINITY;
  const gains = from < targetAt ? targetAt : Number.POSITIVE_INFINITY;
  return Math.min(to, leaves, gains);
}

/** Falling it meets the upper edge of the band, rising the lower one. */
function entryOn(book: Book, slot: number, from: number, to: number): number {
  const enterAt = book.enterAt[slot]!;
  const bandFloor = book.bandFloor[slot]!;
  if (enterAt < bandFloor) return to;
  if (to < from) return within(enterAt, to, from - 1) ? enterAt : to;
  return within(bandFloor, from + 1, to) ? bandFloor : to;
}

const within = (price: number, least: number, most: number): boolean =>
  least <= price && price <= most;
