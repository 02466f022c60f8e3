import { money, price } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  costOf,
  FRACTIONAL_SHARES_MAX,
  partOf,
  type ShareCount,
  shareCount,
  shareCountFrom,
  sharesFor,
  shareText,
  splitShares,
  splitText,
  worthOf,
} from "./share-count.ts";

const BILLION = 1_000_000_000n;
const billionths = fc.bigInt({ min: 1n, max: (BigInt(FRACTIONAL_SHARES_MAX) * BILLION) / 2n });
const prices = fc.integer({ min: 1, max: 1_000_000_000 }).map(price);

/** As a decimal, written by whole numbers alone. */
function textOf(parts: bigint): string {
  const magnitude = parts < 0n ? -parts : parts;
  const digits = String(magnitude % BILLION)
    .padStart(9, "0")
    .replace(/0+$/, "");
  const whole = `${parts < 0n ? "-" : ""}${magnitude / BILLION}`;
  return digits === "" ? whole : `${whole}.${digits}`;
}

const countOf = (parts: bigint): ShareCount => shareCountFrom(textOf(parts))!;

/** Half-even, of whole numbers. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const down = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const isUp = denominator < twice || (denominator === twice && down % 2n === 1n);
  return isUp ? down + 1n : down;
}

describe("shareCount", () => {
  it("always reads and writes a decimal of nine places as it is", () => {
    fc.assert(
      fc.property(billionths, (parts) => {
        expect(shareText(countOf(parts))).toBe(textOf(parts));
      }),
    );
  });

  it("always adds and takes away to the last billionth", () => {
    fc.assert(
      fc.property(billionths, billionths, (left, right) => {
        expect(shareText(shareCount(countOf(left) + countOf(right)))).toBe(textOf(left + right));
        expect(shareText(shareCount(countOf(left) - countOf(right)))).toBe(textOf(left - right));
      }),
    );
  });

  it("always multiplies by a price as whole numbers do", () => {
    fc.assert(
      fc.property(billionths, prices, (parts, each) => {
        fc.pre(parts * BigInt(each) < BILLION * BigInt(Number.MAX_SAFE_INTEGER));
        const exact = parts * BigInt(each);
        expect(BigInt(worthOf(each, countOf(parts)))).toBe(nearest(exact, BILLION));
        expect(BigInt(costOf(each, countOf(parts)))).toBe((exact + BILLION - 1n) / BILLION);
      }),
    );
  });

  it("never buys for more than the amount, nor a billionth too little", () => {
    const amounts = fc.integer({ min: 10_000, max: 10_000_000_000 }).map(money);
    const dear = fc.integer({ min: 10_000, max: 1_000_000_000 }).map(price);
    fc.assert(
      fc.property(amounts, dear, (amount, each) => {
        fc.pre(amount / each < FRACTIONAL_SHARES_MAX);
        const bought = BigInt(Math.round(sharesFor(amount, each) * 1e9));
        expect(bought * BigInt(each) <= BigInt(amount) * BILLION).toBe(true);
        expect((bought + 1n) * BigInt(each) > BigInt(amount) * BILLION).toBe(true);
        expect(worthOf(each, sharesFor(amount, each))).toBeLessThanOrEqual(amount);
      }),
    );
  });

  it("always gives all of an amount to all of the shares, and never more to a part", () => {
    const amounts = fc.integer({ min: 0, max: 500_000_000_000 }).map(money);
    fc.assert(
      fc.property(amounts, billionths, billionths, (amount, one, other) => {
        const all = countOf(one + other);
        expect(partOf(amount, all, all)).toBe(amount);
        expect(partOf(amount, countOf(one), all)).toBeLessThanOrEqual(amount);
      }),
    );
  });

  it("always splits into whole shares and a rest that is less than one, also of what is owed", () => {
    const rates = fc.record({
      from: fc.integer({ min: 1, max: 20 }),
      to: fc.integer({ min: 1, max: 20 }),
    });
    const directions = fc.constantFrom(1, -1);
    fc.assert(
      fc.property(billionths, rates, directions, (parts, rate, direction) => {
        const owned = shareCount(direction * countOf(parts));
        const costBasis = money(direction * 1_000_000);
        const { whole, costBasis: kept, restAt } = splitShares({ shares: owned, costBasis }, rate);
        const all = parts * BigInt(rate.to);
        const one = BILLION * BigInt(rate.from);
        const rest = BigInt(direction) * (all % one) * 100_000_000n;
        const down = rest / one - (rest < 0n && rest % one !== 0n ? 1n : 0n);

        expect(BigInt(Math.abs(whole))).toBe(all / one);
        expect(Math.abs(kept)).toBeLessThanOrEqual(1_000_000);
        expect(BigInt(restAt(price(100_000_000)))).toBe(down);
      }),
    );
    expect(
      splitShares({ shares: countOf(2_500_000_000n), costBasis: money(1_000) }, { from: 1, to: 1 }),
    ).toMatchObject({ whole: 2, costBasis: 800 });
    expect(splitText(10.5, { from: 4, to: 3 })).toBe("7.875");
  });

  it("takes no tenth decimal, no sign, and no part of more shares than it can tell apart", () => {
    expect(shareCountFrom("0.0000000001")).toBeUndefined();
    expect(shareCountFrom("-1")).toBeUndefined();
    expect(shareCountFrom("1e3")).toBeUndefined();
    expect(shareCountFrom("1048576.5")).toBeUndefined();
    expect(shareCountFrom("1.500000000000")).toBe(1.5);
    expect(shareText(shareCountFrom("0.000000001")!)).toBe("0.000000001");
    expect(() => shareCount(FRACTIONAL_SHARES_MAX + 0.5)).toThrow("too many");
  });
});
