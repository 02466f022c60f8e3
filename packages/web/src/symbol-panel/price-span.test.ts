import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spanWith } from "./price-span.ts";

const candles = { minValue: 100, maxValue: 102 };

describe("the scale of a symbol's chart", () => {
  it("takes in a trigger that is near", () => {
    expect(spanWith(candles, [99.5, undefined])).toEqual({ minValue: 99.5, maxValue: 102 });
  });

  it("leaves out a trigger that is far, and still takes in what is near", () => {
    expect(spanWith(candles, [80, 102.5])).toEqual({ minValue: 100, maxValue: 102.5 });
  });

  it("always holds the candles, and leaves them two thirds of the picture", () => {
    const prices = fc.double({ min: 1, max: 1_000, noNaN: true });
    fc.assert(
      fc.property(prices, prices, fc.array(prices, { maxLength: 4 }), (one, other, levels) => {
        const own = { minValue: Math.min(one, other), maxValue: Math.max(one, other) };
        const { minValue, maxValue } = spanWith(own, levels);
        const room = Math.max((own.maxValue - own.minValue) * 1.5, own.maxValue * 0.003);

        expect(minValue).toBeLessThanOrEqual(own.minValue);
        expect(maxValue).toBeGreaterThanOrEqual(own.maxValue);
        expect(maxValue - minValue).toBeLessThanOrEqual(room + 1e-9);
      }),
    );
  });
});
