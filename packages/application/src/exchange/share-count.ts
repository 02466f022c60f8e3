import { invariant } from "@sevenfold/domain/invariant";
import {
  type Money,
  money,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfEven,
  type Price,
  type Quantity,
} from "@sevenfold/domain/money";

declare const brand: unique symbol;

/**
 * Shares with at most nine decimals, below zero where they are owed: the one double that stands for
 * that decimal. Whole shares are what they are everywhere else.
 */
export type ShareCount = Quantity | (number & { readonly [brand]: "ShareCount" });

const BILLION = 1_000_000_000;

/** Up to here neighbouring doubles are nearer to each other than half a billionth. */
export const FRACTIONAL_SHARES_MAX = 2 ** 20;

/**
 * The decimal a sum or difference of two counts stands for. What two doubles lose when they are
 * added is far less than half a billionth, so that rounding to it gives the exact one.
 */
export function shareCount(count: number): ShareCount {
  if (Number.isSafeInteger(count)) return (count === 0 ? 0 : count) as ShareCount;
  invariant(
    Math.abs(count) <= FRACTIONAL_SHARES_MAX,
    `${count} shares are too many to be counted in parts`,
  );
  return (Math.round(count * BILLION) / BILLION) as ShareCount;
}

/** "1.5" → one and a half; undefined where it has more decimals, a sign, or is out of range. */
export function shareCountFrom(text: string): ShareCount | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) return undefined;
  const decimals = (match[2] ?? "").replace(/0+$/, "");
  const count = Number(`${match[1]}.${decimals || "0"}`);
  const isTooLarge = decimals !== "" && FRACTIONAL_SHARES_MAX < count;
  return 9 < decimals.length || isTooLarge ? undefined : shareCount(count);
}

/** "0.557436865": never with an exponent. */
export function shareText(count: ShareCount | number): string {
  if (Number.isSafeInteger(count)) return String(count);
  return count.toFixed(9).replace(/0+$/, "");
}

export const isWhole = (count: ShareCount): count is Quantity => Number.isSafeInteger(count);

const billionthsOf = (count: ShareCount): number => Math.round(count * BILLION);

/** Price, or what is paid on a share, × shares, half-even to a ten-thousandth of a dollar; exact of whole shares. */
export const worthOf = (each: Price | Money, count: ShareCount): Money =>
  isWhole(count) ? money(each * count) : money(mulDivHalfEven(each, billionthsOf(count), BILLION));

/** Price × shares, towards plus infinity: what has to be set aside for them. */
export const costOf = (each: Price, count: ShareCount): Money =>
  isWhole(count) ? money(each * count) : money(mulDivCeil(each, billionthsOf(count), BILLION));

/** How many shares an amount buys at a price, down to the billionth. */
export const sharesFor = (amount: Money, each: Price): ShareCount =>
  shareCount(mulDivFloor(amount, BILLION, each) / BILLION);

/** The part of an amount that belongs to so many of all shares, half-even. */
export const partOf = (amount: Money, count: ShareCount, all: ShareCount): Money =>
  money(
    isWhole(count) && isWhole(all)
      ? mulDivHalfEven(amount, count, all)
      : mulDivHalfEven(amount, billionthsOf(count), billionthsOf(all)),
  );

/** Also of more whole shares than safe integers have billionths. */
const exactBillionths = (count: ShareCount): bigint =>
  isWhole(count) ? BigInt(count) * BigInt(BILLION) : BigInt(billionthsOf(count));

/** What becomes of shares in a split: whole ones stay with their part of the basis. */
export interface SplitShares {
  readonly whole: ShareCount;
  readonly costBasis: Money;
  /** What the rest of a share is worth at a price of the new shares, towards minus infinity. */
  restAt(each: Price): Money;
}

/** `to` new shares for `from` old ones. Of what is owed, the rest is owed as well. */
export function splitShares(
  { costBasis, shares }: { readonly costBasis: Money; readonly shares: ShareCount },
  { from, to }: { readonly from: number; readonly to: number },
): SplitShares {
  // In billionths of a share, `from` to the billionth, so that every number is whole.
  const one = BigInt(BILLION) * BigInt(from);
  const all = exactBillionths(shares) * BigInt(to);
  const whole = all / one;
  const rest = all % one;
  return {
    whole: shareCount(Number(whole)),
    costBasis: money(Number(all === 0n ? 0n : nearest(BigInt(costBasis) * whole * one, all))),
    restAt: (each) => money(Number(floored(rest * BigInt(each), one))),
  };
}

const floored = (numerator: bigint, denominator: bigint): bigint => {
  const down = numerator / denominator;
  return numerator < 0n && down * denominator !== numerator ? down - 1n : down;
};

/** Half-even; the denominator may be below zero, as of shares that are owed. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return nearest(-numerator, -denominator);
  const down = floored(numerator, denominator);
  const twice = 2n * (numerator - down * denominator);
  const isUp = denominator < twice || (denominator === twice && down % 2n !== 0n);
  return isUp ? down + 1n : down;
}

/** An amount for each share, in `scale` parts of its unit, half-even. */
export const eachOf = (amount: Money, count: ShareCount, scale: number): number =>
  isWhole(count)
    ? mulDivHalfEven(amount, scale, count)
    : mulDivHalfEven(amount, scale * BILLION, billionthsOf(count));

/** How many shares a split makes of some, to nine decimals: "10.5". */
export function splitText(
  count: number,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const all = exactBillionths(shareCount(count)) * BigInt(to);
  const parts = (all < 0n ? -all : all) / BigInt(from);
  const digits = String(parts % BigInt(BILLION))
    .padStart(9, "0")
    .replace(/0+$/, "");
  const whole = `${all < 0n ? "-" : ""}${parts / BigInt(BILLION)}`;
  return digits === "" ? whole : `${whole}.${digits}`;
}
