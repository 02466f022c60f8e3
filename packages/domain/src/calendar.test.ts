import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALWAYS_CALENDAR,
  isOpenAt,
  NYSE_CALENDAR,
  sessionsBetween,
  type TradingCalendar,
} from "./calendar.ts";
import { tradingDay } from "./calendar-date.ts";
import { type Instant, instant } from "./market.ts";

const at = (iso: string): Instant => instant(Date.parse(iso));
const instants = fc
  .integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2036, 0, 1) })
  .map((ms) => ms as Instant);
const calendars: readonly (readonly [string, TradingCalendar])[] = [
  ["NYSE", NYSE_CALENDAR],
  ["always open", ALWAYS_CALENDAR],
];

describe.each(calendars)("the %s calendar", (_, calendar) => {
  it("always puts an instant between the session before and the session after it", () => {
    fc.assert(
      fc.property(instants, (ms) => {
        const before = calendar.previousSession(ms);
        const after = calendar.nextSession(ms);
        const now = calendar.sessionAt(ms);
        expect(before.closes <= ms && ms < after.opens).toBe(true);
        if (now === undefined) expect(calendar.previousSession(after.opens)).toEqual(before);
        else {
          expect(now.opens <= ms && ms < now.closes).toBe(true);
          expect(calendar.previousSession(after.opens)).toEqual(now);
          expect(calendar.nextSession(before.opens)).toEqual(now);
        }
      }),
    );
  });

  it("always finds its way back from the next session and from the previous one", () => {
    fc.assert(
      fc.property(instants, (ms) => {
        const session = calendar.nextSession(ms);
        const next = calendar.nextSession(session.opens);
        const previous = calendar.previousSession(session.opens);
        expect(calendar.previousSession(next.opens)).toEqual(session);
        expect(calendar.nextSession(previous.opens)).toEqual(session);
      }),
    );
  });

  it("always finds a session by its day and by every instant within it", () => {
    fc.assert(
      fc.property(instants, fc.nat(), (ms, offset) => {
        const session = calendar.nextSession(ms);
        const within = session.opens + (offset % (session.closes - session.opens));
        expect(calendar.sessionOf(session.day)).toEqual(session);
        expect(calendar.sessionAt(instant(within))).toEqual(session);
        expect(calendar.sessionAt(session.closes)?.day).not.toBe(session.day);
      }),
    );
  });

  it("never lets sessions overlap, and opens each before it closes", () => {
    const sessions = sessionsBetween(tradingDay("1995-01-01"), tradingDay("2035-12-31"), calendar);
    for (const [index, session] of sessions.entries()) {
      const previous = sessions[index - 1];
      if (!(session.opens < session.closes)) expect.fail(`${session.day} never opens`);
      if (previous && !(previous.closes <= session.opens && previous.day < session.day))
        expect.fail(`${session.day} overlaps ${previous.day}`);
    }
    expect(sessions.length).toBeGreaterThan(10_000);
  });
});

describe("NYSE_CALENDAR", () => {
  it("includes the opening and excludes the close", () => {
    expect(isOpenAt(instant(at("2026-11-20T14:30:00Z") - 1))).toBe(false);
    expect(isOpenAt(at("2026-11-20T14:30:00Z"))).toBe(true);
    expect(isOpenAt(instant(at("2026-11-20T21:00:00Z") - 1))).toBe(true);
    expect(isOpenAt(at("2026-11-20T21:00:00Z"))).toBe(false);
  });

  it("steps over weekends, holidays and September 2001", () => {
    expect(NYSE_CALENDAR.nextSession(at("2026-07-02T21:00:00Z")).day).toBe("2026-07-06");
    expect(NYSE_CALENDAR.previousSession(at("2026-07-06T12:00:00Z")).day).toBe("2026-07-02");
    expect(NYSE_CALENDAR.nextSession(at("2001-09-11T13:00:00Z")).day).toBe("2001-09-17");
    expect(NYSE_CALENDAR.nextSession(at("2027-12-23T22:00:00Z")).day).toBe("2027-12-27");
    expect(NYSE_CALENDAR.nextSession(at("2027-12-30T22:00:00Z")).day).toBe("2027-12-31");
  });

  it("names the following session at an opening and the same one at a close", () => {
    expect(NYSE_CALENDAR.nextSession(at("2026-11-20T14:30:00Z")).day).toBe("2026-11-23");
    expect(NYSE_CALENDAR.previousSession(at("2026-11-20T21:00:00Z")).day).toBe("2026-11-20");
    expect(NYSE_CALENDAR.previousSession(at("2026-11-20T20:59:59Z")).day).toBe("2026-11-19");
  });
});

describe("ALWAYS_CALENDAR", () => {
  it("closes at midnight in New York and opens again at once", () => {
    const session = ALWAYS_CALENDAR.sessionAt(at("2026-11-21T12:00:00Z"));
    expect(session).toEqual({
      day: "2026-11-21",
      opens: at("2026-11-21T05:00:00Z"),
      closes: at("2026-11-22T05:00:00Z"),
      isEarlyClose: false,
    });
    fc.assert(fc.property(instants, (ms) => isOpenAt(ms, ALWAYS_CALENDAR)));
  });
});

describe("sessionsBetween", () => {
  it("includes both ends and is empty when they are reversed", () => {
    const days = (from: string, to: string) =>
      sessionsBetween(tradingDay(from), tradingDay(to)).map(({ day }) => day);
    expect(days("2026-11-25", "2026-11-30")).toEqual(["2026-11-25", "2026-11-27", "2026-11-30"]);
    expect(days("2026-11-30", "2026-11-25")).toEqual([]);
  });
});
