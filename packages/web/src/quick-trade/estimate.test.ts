import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affordable, estimatedCost, exceedsCash, rangesAt, suggestedLimit } from "./estimate.ts";

describe("the recommended ranges", () => {
  it("are the specified parts of the quote", () => {
    expect(rangesAt(100, "buy")).toEqual({
      conservative: { low: 98, high: 101 },
      aggressive: { low: 95, high: 103 },
    });
    expect(rangesAt(100, "sell")).toEqual({
      conservative: { low: 99, high: 102 },
      aggressive: { low: 97, high: 105 },
    });
  });

  it("are the nearest cents of those parts", () => {
    // 101.37 × 1.01 = 102.3837 and × 1.03 = 104.4111 fall; 99.49 × 1.03 = 102.4747 and × 1.01 = 100.4849.
    expect(rangesAt(101.37, "buy")).toEqual({
      conservative: { low: 99.34, high: 102.38 },
      aggressive: { low: 96.3, high: 104.41 },
    });
    expect(rangesAt(99.87, "sell")).toEqual({
      conservative: { low: 98.87, high: 101.87 },
      aggressive: { low: 96.87, high: 104.86 },
    });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), (quoteCents) => {
        for (const side of ["buy", "sell"] as const)
          for (const { low, high } of Object.values(rangesAt(quoteCents / 100, side)))
            for (const bound of [low, high]) {
              const inHundredths = Math.round(bound * 10_000);
              const parts = [95, 97, 98, 99, 101, 102, 103, 105];
              // Half a cent from one of the parts at most: a cut would be up to a whole one away.
              expect(parts.some((each) => Math.abs(inHundredths - quoteCents * each) <= 50)).toBe(
                true,
              );
            }
      }),
    );
  });

  it("suggest the upper bound to buy and the lower to sell, always within cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), (quoteCents) => {
        const quote = quoteCents / 100;
        for (const side of ["buy", "sell"] as const) {
          const { conservative } = rangesAt(quote, side);
          const suggested = suggestedLimit(quote, side);
          expect(suggested).toBe(side === "buy" ? conservative.high : conservative.low);
          expect(Math.round(suggested * 100) / 100).toBe(suggested);
        }
      }),
    );
  });
});

describe("the estimated cost", () => {
  const draft = { side: "buy", orderType: "market", quantity: 3, limitPrice: 99 } as const;

  it("is the quote at market and the limit at a limit, times the quantity", () => {
    expect(estimatedCost(draft, 101.5)).toBe(304.5);
    expect(estimatedCost({ ...draft, orderType: "limit" }, 101.5)).toBe(297);
  });

  it("is unknown while a part is", () => {
    expect(estimatedCost(draft, undefined)).toBeUndefined();
    expect(estimatedCost({ ...draft, quantity: Number.NaN }, 101.5)).toBeUndefined();
    expect(
      estimatedCost({ ...draft, orderType: "limit", limitPrice: undefined }, 101.5),
    ).toBeUndefined();
  });

  it("is unknown of what no order could have", () => {
    for (const quantity of [0, -1, 2.5, 10_001, Number.POSITIVE_INFINITY])
      expect(estimatedCost({ ...draft, quantity }, 100)).toBeUndefined();
    for (const limitPrice of [-5, 0])
      expect(estimatedCost({ ...draft, orderType: "limit", limitPrice }, 100)).toBeUndefined();
  });

  it("blocks a buy above the cash and no sell", () => {
    expect(exceedsCash("buy", 100.01, 100)).toBe(true);
    expect(exceedsCash("buy", 100, 100)).toBe(false);
    expect(exceedsCash("sell", 100.01, 100)).toBe(false);
    expect(exceedsCash("buy", undefined, 100)).toBe(false);
  });
});

describe("the most that can be bought", () => {
  it("is whole shares that the cash pays, never one too many, and 10,000 at most", () => {
    const cash = fc.integer({ min: 0, max: 100_000_000 });
    const price = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(cash, price, (cashCents, priceCents) => {
        const most = affordable(cashCents / 100, priceCents / 100);
        expect(Number.isInteger(most)).toBe(true);
        expect(most).toBeLessThanOrEqual(10_000);
        expect(most * priceCents).toBeLessThanOrEqual(cashCents + 1e-6);
        expect(most === 10_000 || cashCents - 1e-6 < (most + 1) * priceCents).toBe(true);
      }),
    );
  });

  it("is none where a part is unknown, or there is nothing to pay with", () => {
    expect(affordable(undefined, 10)).toBe(0);
    expect(affordable(1_000, undefined)).toBe(0);
    expect(affordable(1_000, 0)).toBe(0);
    expect(affordable(-5, 10)).toBe(0);
  });
});
