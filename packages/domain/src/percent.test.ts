import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { percentChangeOf, percentOf } from "./percent.ts";

describe("percentOf", () => {
  it("says 1.24 for 1.24%", () => {
    expect(percentOf(124, 10_000)).toBe(1.24);
    expect(percentOf(-1, 3)).toBe(-33.3333);
  });

  it("says nothing about a whole that is not above zero", () => {
    expect(percentOf(1, 0)).toBeUndefined();
    expect(percentOf(1, -5)).toBeUndefined();
    expect(percentOf(1, Number.NaN)).toBeUndefined();
  });

  it("never says minus zero, and always stays within a ten-thousandth of the ratio", () => {
    const amounts = fc.integer({ min: -500_000_000_000, max: 500_000_000_000 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 500_000_000_000 }), (part, whole) => {
        const percent = percentOf(part, whole)!;

        expect(Object.is(percent, -0)).toBe(false);
        const exact = (part / whole) * 100;
        expect(Math.abs(percent - exact)).toBeLessThanOrEqual(0.0001 + Math.abs(exact) * 1e-12);
      }),
    );
  });
});

describe("percentChangeOf", () => {
  it("is what the later amount is above the earlier one", () => {
    expect(percentChangeOf(1_000_000, 1_040_000)).toBe(4);
    expect(percentChangeOf(1_000_000, 960_000)).toBe(-4);
  });
});
