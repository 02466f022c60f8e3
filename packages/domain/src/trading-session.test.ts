import { describe, expect, it } from "vitest";
import { dateOf, dayNumberOf, tradingDay, tradingDayFrom, weekdayOf } from "./calendar-date.ts";
import { instant } from "./market.ts";
import { closureOf, extendedHoursOf, isTradingDay, sessionOf } from "./trading-session.ts";

// Counted and listed apart from the code: sessions, weekday closures, closes at 13:00.
// prettier-ignore
const YEARS: readonly (readonly [number, number, string, string])[] = [
  [2018, 251, "01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25", "07-03 11-23 12-24"],
  [2019, 252, "01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"],
  [2020, 253, "01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25", "11-27 12-24"],
  [2021, 252, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24", "11-26"],
  [2022, 251, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26", "11-25"],
  [2023, 250, "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25", "07-03 11-24"],
  [2024, 252, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"],
  [
    2025,
    250,
    "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25",
    "07-03 11-28 12-24",
  ],
  [2026, 251, "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25", "11-27 12-24"],
  [2027, 251, "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24", "11-26"],
  [2028, 251, "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25", "07-03 11-24"],
  [2029, 251, "01-01 01-15 02-19 03-30 05-28 06-19 07-04 09-03 11-22 12-25", "07-03 11-23 12-24"],
  [2030, 251, "01-01 01-21 02-18 04-19 05-27 06-19 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"],
];

describe("the New York Stock Exchange", () => {
  it.each(YEARS)("holds the sessions of %i", (year, sessions, closures, earlyCloses) => {
    const days = daysOf(year);
    const closedOn = days.filter((day) => !isTradingDay(day) && closureOf(day) !== "Weekend");
    const early = days.filter((day) => sessionOf(day)?.isEarlyClose);

    expect(days.filter(isTradingDay)).toHaveLength(sessions);
    expect(closedOn.map((day) => day.slice(5)).join(" ")).toBe(closures);
    expect(early.map((day) => day.slice(5)).join(" ")).toBe(earlyCloses);
  });

  it("is closed on weekends", () => {
    for (const day of daysOf(2026)) {
      const { year, month, day: date } = dateOf(numberOf(day));
      const weekday = weekdayOf(dayNumberOf(year, month, date));
      expect(closureOf(day) === "Weekend", day).toBe(weekday === 0 || weekday === 6);
    }
  });

  it("opens at 9:30 and closes at 16:00 by New York's clocks, summer and winter", () => {
    expect(hoursOf("2026-07-01")).toEqual(["2026-07-01T13:30:00Z", "2026-07-01T20:00:00Z"]);
    expect(hoursOf("2026-12-01")).toEqual(["2026-12-01T14:30:00Z", "2026-12-01T21:00:00Z"]);
    // The Fridays and Mondays beside the change of the clocks.
    expect(hoursOf("2026-03-06")).toEqual(["2026-03-06T14:30:00Z", "2026-03-06T21:00:00Z"]);
    expect(hoursOf("2026-03-09")).toEqual(["2026-03-09T13:30:00Z", "2026-03-09T20:00:00Z"]);
    expect(hoursOf("2026-10-30")).toEqual(["2026-10-30T13:30:00Z", "2026-10-30T20:00:00Z"]);
    expect(hoursOf("2026-11-02")).toEqual(["2026-11-02T14:30:00Z", "2026-11-02T21:00:00Z"]);
  });

  it("closes at 13:00 on the day after Thanksgiving", () => {
    expect(hoursOf("2026-11-27")).toEqual(["2026-11-27T14:30:00Z", "2026-11-27T18:00:00Z"]);
    expect(sessionOf(tradingDay("2026-11-27"))?.isEarlyClose).toBe(true);
  });

  it("does not observe a New Year's Day that falls on a Saturday", () => {
    expect(sessionOf(tradingDay("2021-12-31"))?.isEarlyClose).toBe(false);
    expect(sessionOf(tradingDay("2027-12-31"))?.isEarlyClose).toBe(false);
    expect(closureOf(tradingDay("2027-12-24"))).toBe("Christmas Day");
  });

  it("keeps Juneteenth since 2022, on Monday when it is a Sunday", () => {
    expect(isTradingDay(tradingDay("2021-06-18"))).toBe(true);
    expect(closureOf(tradingDay("2022-06-20"))).toBe("Juneteenth");
  });

  it("takes the Friday off for a Saturday's Independence Day, and trades the whole Thursday", () => {
    expect(sessionOf(tradingDay("2026-07-02"))?.isEarlyClose).toBe(false);
    expect(closureOf(tradingDay("2026-07-03"))).toBe("Independence Day");
    expect(sessionOf(tradingDay("1998-07-02"))?.isEarlyClose).toBe(false);
  });

  it("shortened the Friday after a Thursday's Independence Day until 2012, the Wednesday since", () => {
    expect(sessionOf(tradingDay("2002-07-03"))?.isEarlyClose).toBe(false);
    expect(sessionOf(tradingDay("2002-07-05"))?.isEarlyClose).toBe(true);
    expect(sessionOf(tradingDay("2013-07-03"))?.isEarlyClose).toBe(true);
    expect(sessionOf(tradingDay("2013-07-05"))?.isEarlyClose).toBe(false);
    expect(sessionOf(tradingDay("2012-07-03"))?.isEarlyClose).toBe(true);
  });

  it("knows the closures and short days that no rule foresees", () => {
    const closed = ["2001-09-11", "2001-09-14", "2004-06-11", "2007-01-02", "2012-10-30"];
    for (const day of closed) expect(isTradingDay(tradingDay(day)), day).toBe(false);
    expect(isTradingDay(tradingDay("2001-09-10"))).toBe(true);
    expect(isTradingDay(tradingDay("2001-09-17"))).toBe(true);
    expect(sessionOf(tradingDay("1999-12-31"))?.isEarlyClose).toBe(true);
    expect(sessionOf(tradingDay("2003-12-26"))?.isEarlyClose).toBe(true);
    expect(closureOf(tradingDay("1999-12-24"))).toBe("Christmas Day");
  });

  it("traded on Martin Luther King Jr. Day before 1998", () => {
    expect(isTradingDay(tradingDay("1997-01-20"))).toBe(true);
    expect(isTradingDay(tradingDay("1998-01-19"))).toBe(false);
  });

  it("held as many sessions as its records show, year by year", () => {
    const counts = [1998, 1999, 2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2012].map(
      (year) => daysOf(year).filter(isTradingDay).length,
    );
    expect(counts).toEqual([252, 252, 252, 248, 252, 252, 252, 252, 251, 251, 253, 250]);
  });
});

describe("extendedHoursOf", () => {
  it("reaches from 4:00 to 20:00, to 17:00 on a short day", () => {
    expect(extendedOf("2026-07-01")).toEqual(["2026-07-01T08:00:00Z", "2026-07-02T00:00:00Z"]);
    expect(extendedOf("2026-11-27")).toEqual(["2026-11-27T09:00:00Z", "2026-11-27T22:00:00Z"]);
  });
});

function daysOf(year: number) {
  const first = dayNumberOf(year, 1, 1);
  const count = dayNumberOf(year + 1, 1, 1) - first;
  return Array.from({ length: count }, (_, index) => tradingDayFrom(first + index));
}

const numberOf = (day: string) =>
  dayNumberOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)));

const iso = (ms: number) => new Date(instant(ms)).toISOString().replace(".000", "");

function hoursOf(text: string) {
  const session = sessionOf(tradingDay(text));
  return session && [iso(session.opens), iso(session.closes)];
}

function extendedOf(text: string) {
  const session = sessionOf(tradingDay(text));
  const hours = session && extendedHoursOf(session);
  return hours && [iso(hours.opens), iso(hours.closes)];
}
