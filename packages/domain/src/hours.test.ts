import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "./calendar.ts";
import { closesInText, countdownText, marketHours, timeUntilOpenText } from "./hours.ts";
import { type Instant, instant } from "./market.ts";

const MINUTE_MS = 60_000;
const at = (iso: string): Instant => instant(Date.parse(iso));

describe("marketHours", () => {
  it("counts down to the close while the exchange is open", () => {
    const hours = marketHours(NYSE_CALENDAR, at("2026-11-20T18:46:00Z"));
    expect(hours).toEqual({
      isOpen: true,
      closesInMs: 134 * MINUTE_MS,
      nextOpen: at("2026-11-23T14:30:00Z"),
    });
    expect(closesInText(hours)).toBe("2h 14m");
    expect(timeUntilOpenText(hours)).toBeUndefined();
  });

  it("counts down to the opening while it is closed", () => {
    const hours = marketHours(NYSE_CALENDAR, at("2026-11-20T21:00:00Z"));
    expect(hours).toEqual({
      isOpen: false,
      opensInMs: (2 * 24 * 60 + 17 * 60 + 30) * MINUTE_MS,
      nextOpen: at("2026-11-23T14:30:00Z"),
    });
    expect(timeUntilOpenText(hours)).toBe("2d 17h 30m");
    expect(closesInText(hours)).toBeUndefined();
  });

  it("closes at 13:00 on the day after Thanksgiving", () => {
    expect(closesInText(marketHours(NYSE_CALENDAR, at("2026-11-27T17:00:00Z")))).toBe("1h 0m");
  });

  it("is always open on a venue that never closes, and counts to midnight in New York", () => {
    const hours = marketHours(ALWAYS_CALENDAR, at("2026-11-22T04:30:00Z"));
    expect(hours).toMatchObject({ isOpen: true, nextOpen: at("2026-11-22T05:00:00Z") });
    expect(closesInText(hours)).toBe("30m");
  });

  it("always counts down to the very instant the answer changes", () => {
    const times = fc.integer({ min: Date.UTC(1998, 0, 1), max: Date.UTC(2035, 11, 1) });
    fc.assert(
      fc.property(times, (ms) => {
        const hours = marketHours(NYSE_CALENDAR, instant(ms));
        const change = ms + (hours.isOpen ? hours.closesInMs : hours.opensInMs);
        expect(ms < change).toBe(true);
        expect(marketHours(NYSE_CALENDAR, instant(change - 1)).isOpen).toBe(hours.isOpen);
        expect(marketHours(NYSE_CALENDAR, instant(change)).isOpen).toBe(!hours.isOpen);
      }),
    );
  });
});

describe("countdownText", () => {
  it("rounds up to whole minutes", () => {
    const cases: readonly (readonly [number, string])[] = [
      [1, "1m"],
      [MINUTE_MS, "1m"],
      [MINUTE_MS + 1, "2m"],
      [59 * MINUTE_MS + 1, "1h 0m"],
      [134 * MINUTE_MS, "2h 14m"],
      [24 * 60 * MINUTE_MS, "1d 0h 0m"],
      [0, "0m"],
      [-5, "0m"],
    ];
    for (const [ms, text] of cases) expect(countdownText(ms), String(ms)).toBe(text);
  });
});
