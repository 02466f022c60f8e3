import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisOf, shareOf } from "./scale.ts";

describe("axisOf", () => {
  it("widens to round ends", () => {
    expect(axisOf([3, 97]).ticks).toEqual([0, 20, 40, 60, 80, 100]);
    expect(axisOf([-0.013, 0.004], 3)).toMatchObject({ from: -0.02, to: 0.01 });
  });

  it("has room around a single value, and ends where there is none", () => {
    const one = axisOf([100_000, 100_000]);

    expect(one.from < 100_000 && 100_000 < one.to).toBe(true);
    expect(axisOf([])).toMatchObject({ from: 0, to: 1 });
  });

  it.each([[[5e-324, -5e-324]], [[1e-300, 3e-300]], [[0.3, 0.1 + 0.2]]])(
    "takes values that hardly differ for one: %j",
    (values) => {
      const axis = axisOf(values);

      expect(axis.ticks.length).toBeLessThan(12);
      for (const each of values) expect(axis.from < each && each < axis.to).toBe(true);
    },
  );

  it("always holds every value, with few ticks", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const axis = axisOf(values);

        for (const each of values) {
          const share = shareOf(each, axis);
          expect(-1e-9 <= share && share <= 1 + 1e-9).toBe(true);
        }
        expect(axis.ticks.length).toBeLessThan(12);
      }),
    );
  });
});
