import { type Book, markAt } from "@sevenfold/domain/book";
import { isFar } from "../prices/far-price.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import { bookToChange } from "./book-in-hand.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { isHeldBack, type PriceBasis } from "./price-basis.ts";

/**
 * Values holdings at the latest prices of the account's market, so that equity is right before the next
 * trade. A price that is as far from the last one as a split puts it may be of other shares than those in
 * the books: until the broker was asked, the holding is worth what it was. So is what is held back for that,
 * where a fill at such a price has begun the trail.
 */
export function markFromBoard(
  book: Book,
  prices: Pick<PriceBoard, "latest">,
  basis?: Pick<PriceBasis, "halted" | "jumped">,
): void {
  book.tickers.forEach((ticker, slot) => {
    const known = prices.latest(ticker);
    if (!known || (basis && isHeldBack(basis, ticker))) return;
    const last = book.held[slot] === 0 ? 0 : book.last[slot]!;
    markAt(book, slot, last !== 0 && isFar(known.price, last) ? last : known.price);
  });
}

/**
 * Values what has come to be held without a price, as shares of a symbol that nobody followed, at the
 * latest of its market: while its exchange has halted it, no other comes.
 */
export function markUnpriced(
  { basis, inHand }: Pick<FollowedAccount, "basis" | "inHand">,
  prices: Pick<PriceBoard, "latest">,
): void {
  const { known } = inHand;
  if (known.unpriced === 0) return;
  known.tickers.forEach((ticker, slot) => {
    if (known.held[slot] === 0 || known.mark[slot] !== 0 || basis.halted.has(ticker)) return;
    const latest = prices.latest(ticker);
    if (!latest) return;
    // What waits for the account may have its price.
    const book = bookToChange(inHand);
    if (book.mark[slot] === 0) markAt(book, slot, latest.price);
  });
}
