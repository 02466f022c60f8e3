import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawdownsOf, longestDrawdownOf, maxDrawdownOf } from "./drawdown.ts";
import { valuesOf } from "./equity-curve.ts";
import { curveOf, curves } from "./testing/equity-curves.ts";

describe("drawdownsOf", () => {
  it("measures each close against the highest so far, the start included", () => {
    expect(drawdownsOf(curveOf(100, [75, 120, 60, 150]))).toEqual([-0.25, 0, -0.5, 0]);
  });

  it("is never positive, and zero exactly at a high-water mark", () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const values = valuesOf(curve);
        for (const [day, depth] of drawdownsOf(curve).entries()) {
          const isMark = values.slice(0, day + 1).every((before) => before <= values[day + 1]!);
          expect(depth === 0).toBe(isMark);
          expect(-1 < depth && depth <= 0).toBe(true);
        }
      }),
    );
  });
});

describe("maxDrawdownOf", () => {
  it("counts a fall from the start", () => {
    expect(maxDrawdownOf(curveOf(100, [80, 90]))).toBeCloseTo(-0.2, 12);
  });

  it("is always the worst of all ways from a close to a later one", () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const values = valuesOf(curve);
        let worst = 0;
        for (const [from, before] of values.entries())
          for (const after of values.slice(from)) worst = Math.min(worst, after / before - 1);
        expect(maxDrawdownOf(curve)).toBe(worst);
      }),
    );
  });
});

describe("longestDrawdownOf", () => {
  it("counts the days from a mark back to it", () => {
    expect(longestDrawdownOf(curveOf(100, [110, 90, 95, 110, 105, 120]))).toBe(3);
  });

  it("counts to the end while it lasts", () => {
    expect(longestDrawdownOf(curveOf(100, [90, 100, 99, 98, 97]))).toBe(3);
  });

  it("is zero while equity only rises or stays", () => {
    expect(longestDrawdownOf(curveOf(100, [100, 101, 101, 102]))).toBe(0);
    expect(longestDrawdownOf(curveOf(100, []))).toBe(0);
  });
});
