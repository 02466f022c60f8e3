import type { Book } from "@sevenfold/domain/book";
import { InvariantViolation } from "@sevenfold/domain/invariant";
import type { LedgerFill } from "@sevenfold/domain/ledger";
import {
  type Money,
  money,
  mulDivHalfEven,
  type Price,
  type Quantity,
} from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import {
  type AfterFill,
  type AfterSplit,
  applyFill,
  entryPriceOf,
  type Position,
  splitPosition,
} from "@sevenfold/domain/position";

/**
 * What a research account holds of a symbol: below zero, what it owes, with what that was sold for as
 * a basis below zero. A short position is a long one in the mirror, so that the rules of the live
 * account's positions, which are never below zero, stand for both. docs/adr/0065-shorts-in-research.md
 */
export interface SignedPosition {
  readonly shares: number;
  readonly costBasis: Money;
}

export const signedPositionOf = ({ held, costBasis }: Book, slot: number): SignedPosition => ({
  shares: held[slot]!,
  costBasis: costBasis[slot] as Money,
});

/** Whether a fill of this side makes the position larger, whichever way it points. */
export const opens = (shares: number, side: OrderSide): boolean =>
  shares === 0 || 0 < shares === (side === "buy");

/** Shares of so many that close what is held or owed; the others open. */
export const closingPart = (held: number, side: OrderSide, quantity: number): number =>
  opens(held, side) ? 0 : Math.min(Math.abs(held), quantity);

/** A fill that does not cross zero: the position after it, and what it realized. */
export function signedFill(position: SignedPosition, fill: LedgerFill): AfterFill {
  const { shares } = position;
  const isShort = shares < 0 || (shares === 0 && fill.side === "sell");
  const side = isShort ? MIRRORED[fill.side] : fill.side;
  const done = applyFill(magnitudeOf(position), { ...fill, side });
  if (!done.ok) throw new InvariantViolation(`a fill takes ${fill.ticker} across zero at once`);
  if (!isShort) return done.value;
  return { position: mirrored(done.value.position), realized: money(-done.value.realized) };
}

/** As `splitPosition`; what is released of a short position is below zero. */
export function splitSigned(
  position: SignedPosition,
  numerator: number,
  denominator: number,
): AfterSplit {
  const after = splitPosition(magnitudeOf(position), numerator, denominator);
  if (0 <= position.shares) return after;
  return { position: mirrored(after.position), released: money(-after.released) };
}

/** What a share cost on average, or was sold for. */
export function signedEntryPriceOf(book: Book, slot: number): Price | undefined {
  const position = magnitudeOf(signedPositionOf(book, slot));
  if (book.partsPerShare === 1 || position.shares === 0) return entryPriceOf(position);
  return mulDivHalfEven(position.costBasis, book.partsPerShare, position.shares) as Price;
}

const MIRRORED = { buy: "sell", sell: "buy" } as const;

const magnitudeOf = ({ shares, costBasis }: SignedPosition): Position => ({
  shares: Math.abs(shares) as Quantity,
  costBasis: Math.abs(costBasis) as Money,
});

/** Below zero by intent: only a research book is given it. */
const mirrored = ({ shares, costBasis }: Position): Position => ({
  shares: (shares === 0 ? 0 : -shares) as Quantity,
  costBasis: money(-costBasis),
});
