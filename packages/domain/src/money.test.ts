import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvariantViolation } from "./invariant.ts";
import {
  ACCOUNT_VALUE_MAX,
  atRateCeil,
  atRateFloor,
  bps,
  decimalOf,
  dollarsOf,
  dollarsText,
  isPrice,
  money,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfEven,
  notionalOf,
  PRICE_MAX,
  price,
  priceText,
  shares,
  tickOf,
  unitsFromDecimal,
  unitsFromNumber,
} from "./money.ts";

describe("price, money, shares and bps", () => {
  it("takes prices from a ten-thousandth of a dollar to $100,000", () => {
    expect([0, 1, PRICE_MAX, PRICE_MAX + 1, 1.5, Number.NaN].map(isPrice)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(() => price(0)).toThrow(InvariantViolation);
  });

  it("never makes money of a fraction, an unsafe integer or minus zero", () => {
    expect(() => money(0.5)).toThrow(InvariantViolation);
    expect(() => money(Number.MAX_SAFE_INTEGER + 1)).toThrow(InvariantViolation);
    expect(Object.is(money(-0), 0)).toBe(true);
  });

  it("never makes shares of a negative or broken count, nor a rate of a fraction", () => {
    expect(() => shares(-1)).toThrow(InvariantViolation);
    expect(() => shares(1.5)).toThrow(InvariantViolation);
    expect(() => bps(0.5)).toThrow(InvariantViolation);
  });

  it("multiplies price and shares exactly", () => {
    expect(notionalOf(price(1_234_567), shares(89))).toBe(109_876_463);
  });
});

describe("mulDiv", () => {
  it("rounds as its name says, on both sides of zero", () => {
    expect([mulDivFloor(7, 1, 2), mulDivFloor(-7, 1, 2)]).toEqual([3, -4]);
    expect([mulDivCeil(7, 1, 2), mulDivCeil(-7, 1, 2)]).toEqual([4, -3]);
    expect([5, 15, 25, -5, -15].map((n) => mulDivHalfEven(n, 1, 10))).toEqual([0, 2, 2, 0, -2]);
  });

  it("rounds ties to the even one where the product leaves the safe integers", () => {
    const half = (odd: number) => mulDivHalfEven(odd, 2 ** 40, 2 ** 41);
    // Both lie half a unit from 2^39, the only even number beside them.
    expect([half(2 ** 40 - 1), half(2 ** 40 + 1)]).toEqual([2 ** 39, 2 ** 39]);
  });

  it("never answers minus zero", () => {
    for (const divide of [mulDivFloor, mulDivCeil, mulDivHalfEven])
      for (const a of [0, -0, -1, 1]) expect(Object.is(divide(a, 1, 1_000), -0)).toBe(false);
  });

  it("never lets an answer leave the safe integers, nor divides by zero", () => {
    for (const divide of [mulDivFloor, mulDivCeil, mulDivHalfEven]) {
      expect(() => divide(2 ** 30, 2 ** 30, 2)).toThrow(InvariantViolation);
      expect(() => divide(1, 1, 0)).toThrow(InvariantViolation);
      expect(() => divide(2 ** 30, 2 ** 30, 0)).toThrow(InvariantViolation);
    }
  });

  it("always agrees with arithmetic that cannot overflow", () => {
    fc.assert(
      fc.property(factors, factors, fc.integer({ min: 1, max: 1_000_000 }), (a, b, c) => {
        const product = BigInt(a) * BigInt(b);
        const down = floorOf(product, BigInt(c));
        fc.pre(-LARGEST < down && down < LARGEST);
        const isWhole = down * BigInt(c) === product;

        expect(BigInt(mulDivFloor(a, b, c))).toBe(down);
        expect(BigInt(mulDivCeil(a, b, c))).toBe(isWhole ? down : down + 1n);
        const twice = 2n * (product - down * BigInt(c));
        const isUp = BigInt(c) < twice || (twice === BigInt(c) && down % 2n !== 0n);
        expect(BigInt(mulDivHalfEven(a, b, c))).toBe(isUp ? down + 1n : down);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("atRate", () => {
  it("takes basis points of an amount, rounding as its name says", () => {
    expect([atRateFloor(33, 9_600), atRateCeil(33, 9_600)]).toEqual([31, 32]);
    expect([atRateFloor(1_000_000, 9_600), atRateCeil(1_000_000, 9_600)]).toEqual([
      960_000, 960_000,
    ]);
    expect(Object.is(atRateCeil(0, 9_600), 0)).toBe(true);
  });

  it("never answers what leaves the safe integers", () => {
    for (const take of [atRateFloor, atRateCeil])
      expect(() => take(Number.MAX_SAFE_INTEGER, 20_000)).toThrow(InvariantViolation);
  });

  it("always agrees with arithmetic that cannot overflow, past the largest account", () => {
    const amounts = fc.integer({ min: -ACCOUNT_VALUE_MAX * 1_000, max: ACCOUNT_VALUE_MAX * 1_000 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 60_000 }), (amount, rate) => {
        const product = BigInt(amount) * BigInt(rate);
        const down = floorOf(product, 10_000n);

        expect(BigInt(atRateFloor(amount, rate))).toBe(down);
        expect(BigInt(atRateCeil(amount, rate))).toBe(
          down * 10_000n === product ? down : down + 1n,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("decimals", () => {
  it("reads what venues write, half-even past the fourth place", () => {
    expect(
      ["189.7", "0.00005", "0.00015", "0.000151", "-1.25", "+3", " 2. "].map(unitsFromDecimal),
    ).toEqual([1_897_000, 0, 2, 2, -12_500, 30_000, 20_000]);
    expect(unitsFromDecimal("0.00025")).toBe(2);
    expect(unitsFromDecimal("0.000250000000000001")).toBe(3);
    expect(unitsFromDecimal(`0.00025${"0".repeat(30)}1`)).toBe(3);
  });

  it("refuses what is no decimal", () => {
    for (const text of ["", ".", "1e3", "0x10", "1,000", "NaN", "--1", "1.2.3", "1234567890123"])
      expect(unitsFromDecimal(text)).toBeUndefined();
  });

  it("reads JSON numbers on their shortest form", () => {
    expect([0.1 + 0.2, 1e-7, -1e-9, 96.0001].map(unitsFromNumber)).toEqual([3_000, 0, 0, 960_001]);
    expect([Number.NaN, Number.POSITIVE_INFINITY, 1e21].map(unitsFromNumber)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("writes cents always, and the places after them only where they say something", () => {
    expect([1_234_567, 1_234_500, 1_234_560, 0, -5, 10_000].map(decimalOf)).toEqual([
      "123.4567",
      "123.45",
      "123.456",
      "0.00",
      "-0.0005",
      "1.00",
    ]);
    expect(dollarsText(12_345_678_950)).toBe("$1,234,567.90");
    expect(dollarsText(12_345_678_850)).toBe("$1,234,567.88");
    expect(dollarsText(-50_000)).toBe("−$5.00");
    expect([23_292_100, 8_125].map(priceText)).toEqual(["$2,329.21", "$0.8125"]);
  });

  it("always reads back what it wrote", () => {
    fc.assert(
      fc.property(amounts, (units) => {
        expect(unitsFromDecimal(decimalOf(units))).toBe(units);
        expect(unitsFromNumber(dollarsOf(units))).toBe(units);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never writes or reads minus zero", () => {
    expect(Object.is(unitsFromDecimal("-0.00001"), 0)).toBe(true);
    expect(decimalOf(-0)).toBe("0.00");
  });
});

describe("tickOf", () => {
  it("moves in ten-thousandths below a dollar and in cents from a dollar on", () => {
    expect([1, 9_999, 10_000, 1_000_000].map(tickOf)).toEqual([1, 1, 100, 100]);
  });
});

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
const factors = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: -94_906_265, max: 94_906_265 }),
  // A whole account's cost, and as many shares.
  fc.integer({ min: -ACCOUNT_VALUE_MAX, max: ACCOUNT_VALUE_MAX }),
);
const amounts = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.integer({ min: -ACCOUNT_VALUE_MAX, max: ACCOUNT_VALUE_MAX }),
);

function floorOf(product: bigint, by: bigint): bigint {
  const quotient = product / by;
  return product < 0n && quotient * by !== product ? quotient - 1n : quotient;
}
