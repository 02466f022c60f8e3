import { mulDivCeil, mulDivFloor } from "./money.ts";

/**
 * Shares that are counted in parts of a share, as whole numbers of them: so many parts make one. A
 * price is of a whole share, so that what parts come to has to be rounded to a ten-thousandth.
 */

/** Rounded down: what they are worth, or bring. Whole shares are taken apart, so that products stay small. */
export function worthOfParts(price: number, parts: number, perShare: number): number {
  const rest = parts % perShare;
  return ((parts - rest) / perShare) * price + mulDivFloor(price, rest, perShare);
}

/** Rounded up: what they cost. */
export function costOfParts(price: number, parts: number, perShare: number): number {
  const rest = parts % perShare;
  return ((parts - rest) / perShare) * price + mulDivCeil(price, rest, perShare);
}

/** What shares of a book are counted in. */
interface Counting {
  readonly partsPerShare: number;
}

/** What so many shares of a book are worth at a price. */
export const worthOf = ({ partsPerShare }: Counting, held: number, price: number): number =>
  partsPerShare === 1 ? held * price : worthOfParts(price, held, partsPerShare);

/** What they gain from one price to another. */
export const gainOf = (book: Counting, held: number, from: number, to: number): number =>
  book.partsPerShare === 1
    ? held * (to - from)
    : worthOf(book, held, to) - worthOf(book, held, from);
