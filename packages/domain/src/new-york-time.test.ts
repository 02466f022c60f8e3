import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Instant, instant } from "./market.ts";
import {
  dayBoundsOf,
  instantOfNewYork,
  newYorkOffsetMinutes,
  newYorkParts,
  tradingDayOf,
} from "./new-york-time.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const at = (iso: string): Instant => instant(Date.parse(iso));
const instants = fc
  .integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2036, 0, 1) })
  .map((ms) => ms as Instant);

describe("newYorkOffsetMinutes", () => {
  it("agrees with the time zone database, minute by minute around every change", () => {
    for (const year of [1974, 1975, 1986, 1987, 2006, 2007, 2024, 2026, 2027]) {
      const changes = changesOf(year);
      expect(changes, String(year)).toHaveLength(2);
      for (const change of changes)
        for (let minute = -180; minute <= 180; minute++) {
          const ms = instant(change + minute * MINUTE_MS);
          if (newYorkOffsetMinutes(ms) !== databaseOffset(ms))
            expect.fail(`differs at ${new Date(ms).toISOString()}`);
        }
    }
  });

  it("agrees with the time zone database at every hour of 1970 to 2037", () => {
    // A step of 25 hours visits all hours of the day and every day but one in 25.
    for (let ms = Date.UTC(1970, 0, 1); ms < Date.UTC(2037, 11, 31); ms += 25 * HOUR_MS)
      if (newYorkOffsetMinutes(instant(ms)) !== databaseOffset(ms))
        expect.fail(`differs at ${new Date(ms).toISOString()}`);
  });

  it("changes at 2:00 on the clock's face", () => {
    expect(newYorkOffsetMinutes(instant(at("2026-03-08T07:00:00Z") - 1))).toBe(-300);
    expect(newYorkOffsetMinutes(at("2026-03-08T07:00:00Z"))).toBe(-240);
    expect(newYorkOffsetMinutes(instant(at("2026-11-01T06:00:00Z") - 1))).toBe(-240);
    expect(newYorkOffsetMinutes(at("2026-11-01T06:00:00Z"))).toBe(-300);
  });
});

describe("newYorkParts", () => {
  it("tells date, time and weekday", () => {
    expect(newYorkParts(at("2026-11-20T14:30:15.999Z"))).toEqual({
      year: 2026,
      month: 11,
      day: 20,
      hour: 9,
      minute: 30,
      second: 15,
      weekday: 5,
    });
    expect(newYorkParts(at("2026-01-01T04:59:59Z"))).toMatchObject({ year: 2025, hour: 23 });
  });
});

describe("instantOfNewYork", () => {
  it("reads a time that spring skips an hour later", () => {
    expect(instantOfNewYork(2026, 3, 8, 2, 30)).toBe(at("2026-03-08T07:30:00Z"));
  });

  it("takes the first of two times that autumn shows twice", () => {
    expect(instantOfNewYork(2026, 11, 1, 1, 30)).toBe(at("2026-11-01T05:30:00Z"));
    expect(instantOfNewYork(2026, 11, 1, 2, 0)).toBe(at("2026-11-01T07:00:00Z"));
  });

  it("always leads back to the second it came from, but in the hour shown twice", () => {
    fc.assert(
      fc.property(instants, (ms) => {
        const { year, month, day, hour, minute, second } = newYorkParts(ms);
        const back = instantOfNewYork(year, month, day, hour, minute, second);
        const whole = Math.floor(ms / 1_000) * 1_000;
        const isSecondShowing =
          newYorkOffsetMinutes(instant(ms - HOUR_MS)) - newYorkOffsetMinutes(ms) === 60;
        expect(back).toBe(isSecondShowing ? whole - HOUR_MS : whole);
      }),
    );
  });
});

describe("tradingDayOf", () => {
  it("turns over at midnight in New York, not in UTC", () => {
    expect(tradingDayOf(at("2026-07-03T03:59:59.999Z"))).toBe("2026-07-02");
    expect(tradingDayOf(at("2026-07-03T04:00:00Z"))).toBe("2026-07-03");
    expect(tradingDayOf(at("1969-12-31T23:00:00Z"))).toBe("1969-12-31");
  });
});

describe("dayBoundsOf", () => {
  it("gives days of 23 and 25 hours when the clocks change", () => {
    const hoursOf = (iso: string) => {
      const { starts, ends } = dayBoundsOf(at(iso));
      return (ends - starts) / HOUR_MS;
    };
    expect(hoursOf("2026-03-08T18:00:00Z")).toBe(23);
    expect(hoursOf("2026-11-01T18:00:00Z")).toBe(25);
    expect(hoursOf("2026-11-02T18:00:00Z")).toBe(24);
  });

  it("always holds its instant, and names the same day from end to end", () => {
    fc.assert(
      fc.property(instants, (ms) => {
        const { day, starts, ends } = dayBoundsOf(ms);
        expect(starts <= ms && ms < ends).toBe(true);
        expect(tradingDayOf(ms)).toBe(day);
        expect(tradingDayOf(starts)).toBe(day);
        expect(tradingDayOf(instant(ends - 1))).toBe(day);
        expect(tradingDayOf(instant(starts - 1)) < day).toBe(true);
        expect(dayBoundsOf(ends).starts).toBe(ends);
      }),
    );
  });
});

const DATABASE = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  timeZoneName: "longOffset",
});

/** What the runtime's own time zone database says. */
function databaseOffset(ms: number): number {
  const name = DATABASE.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value;
  return name === "GMT-04:00" ? -240 : name === "GMT-05:00" ? -300 : Number.NaN;
}

function changesOf(year: number): number[] {
  const changes: number[] = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += HOUR_MS)
    if (databaseOffset(ms) !== databaseOffset(ms - HOUR_MS)) changes.push(ms);
  return changes;
}
