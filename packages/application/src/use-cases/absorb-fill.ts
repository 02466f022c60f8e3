import { addSymbol, bookFill } from "@sevenfold/domain/book";

import type { FollowedAccount } from "./followed-account.ts";
import type { Booked } from "./record-execution.ts";

/**
 * Takes a fill that is on record into the book. False when book and rows then differ: the rows are
 * right, and the book has to be made anew.
 */
export function absorbFill({ book, trailVersions }: FollowedAccount, booked: Booked): boolean {
  const { account, fill, order, position, trail } = booked;
  const slot = addSymbol(book, fill.ticker);
  if (fill.side === "sell" && book.held[slot]! < fill.quantity) return false;
  // Others anchored the trail meanwhile, or a later fill had before this one was told.
  if (trail.version !== (trailVersions.get(fill.ticker) ?? 0) + 1) return false;
  bookFill(book, { ...fill, slot, automated: order.origin === "automated" });
  book.managed[slot] = position.quantity === 0 || position.isManaged ? 1 : 0;
  trailVersions.set(fill.ticker, trail.version);
  return (
    book.coolDownUntil[slot] === trail.coolDownUntil &&
    book.cash === account.cash &&
    book.held[slot] === position.quantity &&
    book.costBasis[slot] === position.costBasis
  );
}
