import { type Book, markAt } from "@sevenfold/domain/book";
import { isFar } from "../prices/far-price.ts";
import type { PriceBoard } from "../prices/price-board.ts";

/**
 * Values holdings at the latest prices of the account's market, so that equity is right before the next
 * trade. A price that is as far from the last one as a split puts it may be of other shares than those in
 * the books: until the broker was asked, the holding is worth what it was.
 */
export function markFromBoard(book: Book, prices: Pick<PriceBoard, "latest">): void {
  book.tickers.forEach((ticker, slot) => {
    const known = prices.latest(ticker);
    if (!known) return;
    const last = book.held[slot] === 0 ? 0 : book.last[slot]!;
    markAt(book, slot, last !== 0 && isFar(known.price, last) ? last : known.price);
  });
}
