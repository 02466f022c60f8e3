import { addSymbol } from "@sevenfold/domain/book";
import { bookFill } from "@sevenfold/domain/book-orders";

import type { FollowedAccount } from "../account/followed-account.ts";
import { noteFillPrice } from "../account/price-basis.ts";
import type { Booked } from "./record-execution.ts";

/**
 * Takes a fill that is on record into the book. False when book and rows then differ: the rows are
 * right, and the book has to be made anew.
 */
export function absorbFill(followed: FollowedAccount, booked: Booked): boolean {
  const { book, trailVersions } = followed;
  const { account, fill, order, position, trail } = booked;
  const slot = addSymbol(book, fill.ticker);
  if (fill.side === "sell" && book.held[slot]! < fill.quantity) return false;
  // Others anchored the trail meanwhile, or a later fill had before this one was told.
  if (trail.version !== (trailVersions.get(fill.ticker) ?? 0) + 1) return false;
  if (trail.since !== fill.at) return false;
  const before = { held: book.held[slot]!, last: book.last[slot]! };
  if (noteFillPrice(followed.basis, fill.ticker, fill.price, before) === "asking")
    followed.reconciling.ring();
  bookFill(book, {
    slot,
    automated: order.origin === "automated",
    ofEarlier: order.clientKey !== keyAtWork(followed, slot),
    ...fill,
  });
  book.managed[slot] = position.quantity === 0 || position.isManaged ? 1 : 0;
  trailVersions.set(fill.ticker, trail.version);
  return (
    book.coolDownUntil[slot] === trail.coolDownUntil &&
    book.cash === account.cash &&
    book.held[slot] === position.quantity &&
    book.costBasis[slot] === position.costBasis
  );
}

/**
 * The automated order that the book's slot stands for. A fill may be of another one: of an order that
 * was given up, and arrived while the next one of its symbol is being placed.
 */
const keyAtWork = ({ placing, working }: FollowedAccount, slot: number): string | undefined =>
  placing.has(slot) ? placing.get(slot) : working.get(slot);
