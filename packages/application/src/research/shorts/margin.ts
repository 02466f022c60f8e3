import type { Book } from "@sevenfold/domain/book";
import { mulDivCeil } from "@sevenfold/domain/money";

/** Of what is owed at the latest prices: cash kept aside by who sells short, and what calls for a cover. */
export const INITIAL_MARGIN_PERCENT = 150;
export const MAINTENANCE_MARGIN_PERCENT = 130;

/** What the shares that are owed are worth at the latest prices. */
export function owedOf({ held, mark, tickers }: Book): number {
  let owed = 0;
  for (let slot = 0; slot < tickers.length; slot += 1)
    if (held[slot]! < 0) owed -= held[slot]! * mark[slot]!;
  return owed;
}

export const owes = ({ held }: Book): boolean => held.some((shares) => shares < 0);

/** Cash that is kept aside for so much that is owed. */
export const marginOf = (owed: number): number => mulDivCeil(owed, INITIAL_MARGIN_PERCENT, 100);

/** Cash beyond what is kept aside for what is owed: the proceeds of short sales are not among it. */
export const freeCashOf = (book: Book): number => book.cash - marginOf(owedOf(book));

/** Whether the cash is less than what is owed must keep. */
export const isCalled = (book: Book): boolean =>
  book.cash < mulDivCeil(owedOf(book), MAINTENANCE_MARGIN_PERCENT, 100);

/** What a share that is sold short at a price keeps aside of cash beyond its own proceeds. */
export const shortReserveOf = (price: number): number => marginOf(price) - price;
