import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dateOf,
  dayNumberFrom,
  dayNumberOf,
  easterOf,
  isTradingDayText,
  SUNDAY,
  tradingDay,
  tradingDayFrom,
  weekdayOf,
  weekdayOnOrAfter,
} from "./calendar-date.ts";
import { InvariantViolation } from "./invariant.ts";

// Years 1 to 9998, as days since 1970-01-01.
const dayNumbers = fc.integer({ min: -719_162, max: 2_932_000 });

describe("a day number", () => {
  it("counts from 1970-01-01, a Thursday", () => {
    expect(dayNumberOf(1970, 1, 1)).toBe(0);
    expect(weekdayOf(0)).toBe(4);
    expect(weekdayOf(-1)).toBe(3);
  });

  it("always agrees with the language's own UTC calendar", () => {
    fc.assert(
      fc.property(dayNumbers, (dayNumber) => {
        const utc = new Date(dayNumber * 86_400_000);
        expect(tradingDayFrom(dayNumber)).toBe(utc.toISOString().slice(0, 10));
        expect(weekdayOf(dayNumber)).toBe(utc.getUTCDay());
      }),
    );
  });

  it("always comes back from its date", () => {
    fc.assert(
      fc.property(dayNumbers, (dayNumber) => {
        const { year, month, day } = dateOf(dayNumber);
        expect(dayNumberOf(year, month, day)).toBe(dayNumber);
        expect(dayNumberFrom(tradingDayFrom(dayNumber))).toBe(dayNumber);
      }),
    );
  });
});

describe("weekdayOnOrAfter", () => {
  it("stays on a day that is already right", () => {
    const sunday = dayNumberOf(2026, 11, 1);
    expect(weekdayOnOrAfter(SUNDAY, { year: 2026, month: 11, day: 1 })).toBe(sunday);
    expect(weekdayOnOrAfter(SUNDAY, { year: 2026, month: 11, day: 2 })).toBe(sunday + 7);
  });
});

describe("easterOf", () => {
  it("finds early, late and ordinary Easters", () => {
    const easters = [1818, 1943, 1998, 2008, 2011, 2024, 2025, 2026, 2038].map((year) =>
      tradingDayFrom(easterOf(year)),
    );
    expect(easters).toEqual([
      "1818-03-22",
      "1943-04-25",
      "1998-04-12",
      "2008-03-23",
      "2011-04-24",
      "2024-03-31",
      "2025-04-20",
      "2026-04-05",
      "2038-04-25",
    ]);
  });
});

describe("the text of a trading day", () => {
  it("accepts dates that exist and nothing else", () => {
    expect(isTradingDayText("2024-02-29")).toBe(true);
    const wrong = [
      "2023-02-29",
      "2026-4-1",
      "2026-11-31",
      "2026-13-01",
      "2026-00-10",
      " 2026-01-01",
    ];
    for (const text of wrong) expect(isTradingDayText(text), text).toBe(false);
    expect(() => tradingDay("yesterday")).toThrow(InvariantViolation);
  });
});
