import {
  type Money,
  money,
  mulDivFloor,
  mulDivHalfEven,
  notionalOf,
  type Price,
  type Quantity,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import { costOfParts, worthOfParts } from "@sevenfold/domain/share-parts";

/**
 * What a share is counted in where parts of shares are traded: venues take nine decimals. A run that
 * trades none counts in whole shares. docs/adr/0068-parts-of-shares-in-research.md
 */
const PARTS_PER_SHARE = 1_000_000_000;

/** More of one symbol is traded in whole shares alone: so many parts are safe integers all the same. */
export const SHARES_IN_PARTS_MAX = 1_000_000;

/** What a run counts a share in. */
export const partsPerShareOf = ({ fractional }: { readonly fractional?: true }): number =>
  fractional === true ? PARTS_PER_SHARE : 1;

/** A count as people and programs write it: exact of nine decimals, for the double is the nearest one. */
export const sharesOf = (count: number, perShare: number): number => count / perShare;

/** A number of shares as a count, to the nearest part. */
export const countOf = (shares: number, perShare: number): number => Math.round(shares * perShare);

export const isWholeCount = (count: number, perShare: number): boolean => count % perShare === 0;

/** "1.5", "0.000000001": a number of shares, never with an exponent. */
export function sharesText(count: number, perShare: number): string {
  const shares = sharesOf(count, perShare);
  if (Number.isInteger(shares)) return String(shares);
  return shares.toFixed(9).replace(/0+$/, "");
}

/** What a fill comes to: a part of a ten-thousandth is the account's loss, whichever side it is on. */
export function notionalOfCount(
  side: OrderSide,
  each: Price,
  count: Quantity,
  perShare: number,
): Money {
  if (perShare === 1) return notionalOf(each, count);
  return money((side === "buy" ? costOfParts : worthOfParts)(each, count, perShare));
}

/** How many an amount buys at a price: no more than `SHARES_IN_PARTS_MAX` where they are parts. */
export function countFor(amount: number, each: number, perShare: number): number {
  if (perShare === 1) return Math.floor(amount / each);
  if (amount <= 0) return 0;
  return SHARES_IN_PARTS_MAX <= amount / each
    ? SHARES_IN_PARTS_MAX * perShare
    : mulDivFloor(amount, perShare, each);
}

/** What a share of so many cost on average, half-even; nothing of none. */
export const averageOf = (amount: number, count: number, perShare: number): Price | undefined =>
  count === 0 ? undefined : (mulDivHalfEven(amount, perShare, count) as Price);

/** An order for parts of a share is worth as much at the least. */
export const PARTS_VALUE_MIN = UNITS_PER_DOLLAR;

/** Whether an order for so many is below what a venue takes: whole shares have no such bound. */
export const isTooSmall = (count: number, price: number, perShare: number): boolean =>
  !isWholeCount(count, perShare) && worthOfParts(price, count, perShare) < PARTS_VALUE_MIN;
