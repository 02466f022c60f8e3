import type { Book } from "@sevenfold/domain/book";

/**
 * A book that prices may wait for: those that were nothing to it when they came are taken in when it is
 * next looked at. Who takes `book` of a followed account sees none of that.
 */
export interface BookInHand {
  /**
   * As it was when it was last looked at. For what no quiet price changes: which symbols there are, what
   * is held, cash, orders, gates.
   */
  known: Book;
  /** What waits; undefined while every price is handed to the account as it comes. */
  waiting: WaitingPrices | undefined;
}

export interface WaitingPrices {
  /** Takes them into the book. */
  takeIn(): void;
  /** The same, and the account is handed the next price whatever it is: its book may be another by then. */
  stir(): void;
}

export const openBookInHand = (book: Book): BookInHand => ({ known: book, waiting: undefined });

/** The book for whoever may change it. */
export function bookToChange(inHand: BookInHand): Book {
  inHand.waiting?.stir();
  return inHand.known;
}

/** The book for whoever only looks. */
export function bookToRead({ inHand }: { readonly inHand: BookInHand }): Book {
  inHand.waiting?.takeIn();
  return inHand.known;
}

/** Puts another book in its place. What waits belongs to the one before. */
export function replaceBook(inHand: BookInHand, book: Book): void {
  inHand.waiting?.stir();
  inHand.known = book;
}
