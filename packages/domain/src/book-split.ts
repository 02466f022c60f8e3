import { type Book, markAt, positionOf, setPosition } from "./book.ts";
import { type Money, mulDivHalfEven } from "./money.ts";
import { type Position, splitPosition } from "./position.ts";

/**
 * A split of `numerator` new shares for `denominator` old ones (10 and 1 for ten for one). Prices are
 * rescaled half-even, shares rounded down; answers the cost of the fraction that is gone. What the
 * broker pays for it is booked by bookIncome: only what exceeds that cost is a gain. The next price
 * moves the trail but decides nothing.
 */
export function rescale(book: Book, slot: number, numerator: number, denominator: number): Money {
  const { position, released } = splitPosition(positionOf(book, slot), numerator, denominator);
  rescaleTo(book, slot, position, { numerator, denominator });
  return released;
}

/** The same of which is known already what position it leaves. */
export function rescaleTo(
  book: Book,
  slot: number,
  position: Position,
  { numerator, denominator }: { readonly numerator: number; readonly denominator: number },
): void {
  const scaled = (units: number) =>
    units === 0 ? 0 : Math.max(1, mulDivHalfEven(units, denominator, numerator));
  markAt(book, slot, scaled(book.mark[slot]!));
  book.high[slot] = scaled(book.high[slot]!);
  book.low[slot] = scaled(book.low[slot]!);
  book.last[slot] = scaled(book.last[slot]!);
  book.skipNext[slot] = 1;
  setPosition(book, slot, position);
}
