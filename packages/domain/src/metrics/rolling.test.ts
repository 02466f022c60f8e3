import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rollingSharpeOf } from "./rolling.ts";

describe("rollingSharpeOf", () => {
  it("is the mean over the deviation of the last days, for a year", () => {
    const ratios = rollingSharpeOf([0.5, 0.01, 0.03], 2);

    expect(ratios.slice(0, 1)).toEqual([undefined]);
    // Mean 0.02, deviation √(2 × 0.01²) = 0.01√2.
    expect(ratios[2]).toBeCloseTo((0.02 / (0.01 * Math.SQRT2)) * Math.sqrt(252), 9);
  });

  it("is undefined where returns never varied", () => {
    expect(rollingSharpeOf([0.01, 0.01, 0.01], 3)).toEqual([undefined, undefined, undefined]);
  });

  it("always says the same of a day, whatever follows it", () => {
    const returns = fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(returns, returns, fc.integer({ min: 2, max: 10 }), (before, after, window) => {
        const longer = rollingSharpeOf([...before, ...after], window);

        expect(longer.slice(0, before.length)).toEqual(rollingSharpeOf(before, window));
      }),
    );
  });
});
