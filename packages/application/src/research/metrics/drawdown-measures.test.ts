import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordOf } from "../../testing/track-records.ts";
import { deepestDrawdowns, drawdownsOf, lengthOf, maxDrawdownOf } from "./drawdown-measures.ts";

const curves = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 });

describe("maxDrawdownOf", () => {
  it("counts a fall from the start", () => {
    expect(maxDrawdownOf([100, 80, 90])).toBeCloseTo(-0.2, 12);
  });

  it("is always the worst of all ways from a close to a later one", () => {
    fc.assert(
      fc.property(curves, (values) => {
        let worst = 0;
        for (const [from, before] of values.entries())
          for (const after of values.slice(from)) worst = Math.min(worst, after / before - 1);
        expect(maxDrawdownOf(values)).toBe(worst);
      }),
    );
  });
});

describe("drawdownsOf", () => {
  it("finds each way down and back", () => {
    expect(drawdownsOf([100, 110, 90, 95, 110, 105, 120, 60])).toEqual([
      { peak: 1, trough: 2, recovery: 4, depth: 90 / 110 - 1 },
      { peak: 4, trough: 5, recovery: 6, depth: 105 / 110 - 1 },
      { peak: 6, trough: 7, recovery: undefined, depth: -0.5 },
    ]);
    expect(drawdownsOf([100, 100, 101, 101])).toEqual([]);
  });

  it("never overlap, and hold the deepest of all", () => {
    fc.assert(
      fc.property(curves, (values) => {
        const all = drawdownsOf(values);
        for (const [index, { peak, trough, recovery }] of all.entries()) {
          expect(peak < trough && trough < (recovery ?? values.length)).toBe(true);
          const before = all[index - 1];
          if (before) expect(before.recovery! <= peak).toBe(true);
        }
        expect(Math.min(0, ...all.map(({ depth }) => depth))).toBe(maxDrawdownOf(values));
      }),
    );
  });

  it("last from the peak to the recovery, or to the end", () => {
    const values = [100, 90, 100, 99, 98, 97];

    expect(drawdownsOf(values).map((each) => lengthOf(each, values))).toEqual([2, 3]);
  });
});

describe("deepestDrawdowns", () => {
  it("come deepest first, with their dates", () => {
    const { values, times } = recordOf([100, 90, 100, 50]);

    expect(deepestDrawdowns({ values, times }, 5)).toEqual([
      {
        ...{ depth: -0.5, peakAt: times[2], troughAt: times[3], recoveredAt: undefined },
        ...{ days: 1, daysDown: 1, daysBack: undefined },
      },
      {
        ...{ depth: 90 / 100 - 1, peakAt: times[0], troughAt: times[1], recoveredAt: times[2] },
        ...{ days: 2, daysDown: 1, daysBack: 1 },
      },
    ]);
    expect(deepestDrawdowns({ values, times }, 1)).toHaveLength(1);
  });

  it("name the one that still lasts, however shallow it is", () => {
    const { values, times } = recordOf([100, 50, 100, 60, 100, 70, 101, 100]);
    const depths = deepestDrawdowns({ values, times }, 2).map(({ depth }) =>
      Math.round(depth * 100),
    );

    expect(depths).toEqual([-50, -40, -1]);
  });
});
