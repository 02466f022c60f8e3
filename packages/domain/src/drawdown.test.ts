import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawdownsOf } from "./drawdown.ts";
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
