import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dailyCloses, returnsOf, valuesOf } from "./equity-curve.ts";
import { instant } from "./market.ts";
import { money } from "./money.ts";
import { curveOf, curves } from "./testing/equity-curves.ts";

describe("returnsOf", () => {
  it("counts the first day from the start", () => {
    expect(returnsOf(curveOf(100, [150, 75]))).toEqual([0.5, -0.5]);
    expect(returnsOf(curveOf(100, []))).toEqual([]);
  });

  it("always compose to the return of the whole", () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const returns = returnsOf(curve) ?? [];
        const composed = returns.reduce((growth, each) => growth * (1 + each), 1);
        const whole = (valuesOf(curve).at(-1) ?? Number.NaN) / curve.start;
        expect(Math.abs(composed / whole - 1)).toBeLessThan(1e-6);
      }),
    );
  });

  it("cannot be told of a day that began with nothing", () => {
    expect(returnsOf(curveOf(0, [100]))).toBeUndefined();
    expect(returnsOf(curveOf(100, [0, 50]))).toBeUndefined();
    expect(returnsOf(curveOf(100, [50, 0]))).toEqual([-0.5, -1]);
  });
});

describe("dailyCloses", () => {
  it("keeps the last point of each day in New York", () => {
    const points = [
      "2026-07-01T14:00:00Z",
      "2026-07-02T03:59:59Z",
      "2026-07-02T04:00:00Z",
      "2026-07-02T20:00:00Z",
      "2026-07-06T20:00:00Z",
    ].map((iso, index) => ({ at: instant(Date.parse(iso)), equity: money(index + 1) }));
    expect(dailyCloses(points).map(({ equity }) => equity)).toEqual([2, 4, 5]);
    expect(dailyCloses([])).toEqual([]);
  });
});
