import { instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordOf } from "../../testing/track-records.ts";
import { monthlyReturnsOf, yearlyReturnsOf } from "./calendar-returns.ts";

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
        const total = months.reduce((all, { growth }) => all * (1 + growth), 1);

        expect(total / (values.at(-1)! / values[0]!)).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe("yearlyReturnsOf", () => {
  it("measures each year from the last value of the year before", () => {
    const at = (date: string) => instant(Date.parse(`${date}T21:00:00Z`));
    const times = ["2022-12-30", "2023-06-01", "2023-12-29", "2024-01-02", "2025-03-03"].map(at);

    const found = yearlyReturnsOf([100, 90, 120, 60, 66], times);

    expect(found.map(({ year }) => year)).toEqual([2023, 2024, 2025]);
    [0.2, -0.5, 0.1].forEach((growth, place) => {
      expect(found[place]!.growth).toBeCloseTo(growth, 12);
    });
  });
});
