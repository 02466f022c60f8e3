import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordOf } from "../testing/track-records.ts";
import { monthlyReturnsOf, yearlyReturnOf } from "./calendar-returns.ts";

describe("monthlyReturnsOf", () => {
  it("measures each month from the last value before it", () => {
    // 27 values from January 5, a day each: the last of January is the 27th.
    const values = [...Array.from({ length: 27 }, (_, day) => 100 + day), 63, 126];
    const { times } = recordOf(values);

    expect(monthlyReturnsOf(values, times)).toEqual([
      { year: 2026, month: 1, growth: 126 / 100 - 1 },
      { year: 2026, month: 2, growth: 0 },
    ]);
  });

  it("always compose to the return of the whole", () => {
    const curves = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 500 });
    fc.assert(
      fc.property(curves, (values) => {
        const months = monthlyReturnsOf(values, recordOf(values).times);
        const years = [...new Set(months.map(({ year }) => year))];
        const total = years.reduce((all, year) => all * (1 + yearlyReturnOf(months, year)), 1);

        expect(total / (values.at(-1)! / values[0]!)).toBeCloseTo(1, 9);
      }),
    );
  });
});
