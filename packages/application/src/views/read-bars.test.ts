import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { barsFrom } from "../trading/prices/bars-from.ts";

/** Saturday, November 21, 2026, noon in New York. */
const SATURDAY = instant(Date.UTC(2026, 10, 21, 17));
const FRIDAY_CLOSE = instant(Date.UTC(2026, 10, 20, 21));

describe("barsFrom", () => {
  it("goes back to the last session while the market is closed", () => {
    expect(barsFrom(NYSE_CALENDAR, SATURDAY, { interval: "minute", count: 30 })).toBe(
      FRIDAY_CLOSE - 30 * MINUTE_MS,
    );
  });

  it("goes back over as many sessions as it takes", () => {
    // 390 minutes of Friday, and 10 of Thursday.
    expect(barsFrom(NYSE_CALENDAR, SATURDAY, { interval: "minute", count: 400 })).toBe(
      FRIDAY_CLOSE - 24 * 60 * MINUTE_MS - 10 * MINUTE_MS,
    );
    expect(barsFrom(NYSE_CALENDAR, SATURDAY, { interval: "day", count: 2 })).toBe(
      Date.UTC(2026, 10, 19, 14, 30),
    );
  });

  it("always leaves exactly as many session minutes as were asked for", () => {
    const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) });
    const calendars = fc.constantFrom(ALWAYS_CALENDAR, NYSE_CALENDAR);
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 1, max: 1_000 }),
        calendars,
        (at, count, calendar) => {
          const end = instant(Math.floor(at / MINUTE_MS) * MINUTE_MS);
          const start = barsFrom(calendar, end, { interval: "minute", count });

          let minutes = 0;
          for (let minute: number = start; minute < end; minute += MINUTE_MS)
            if (calendar.sessionAt(minute as Instant)) minutes += 1;
          expect(minutes).toBe(count);
        },
      ),
      { numRuns: 30 },
    );
  });
});
