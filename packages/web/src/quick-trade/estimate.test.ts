import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimatedCost, exceedsCash, rangesAt, suggestedLimit } from "./estimate.ts";

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

  it("blocks a buy above the cash and no sell", () => {
    expect(exceedsCash("buy", 100.01, 100)).toBe(true);
    expect(exceedsCash("buy", 100, 100)).toBe(false);
    expect(exceedsCash("sell", 100.01, 100)).toBe(false);
    expect(exceedsCash("buy", undefined, 100)).toBe(false);
  });
});
