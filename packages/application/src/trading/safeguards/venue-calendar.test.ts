import { type DayHours, NYSE_CALENDAR, sessionsBetween } from "@sevenfold/domain/calendar";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { instant, type TradingDay } from "@sevenfold/domain/market";
import { instantAt } from "@sevenfold/domain/new-york-time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openVenueCalendar } from "./venue-calendar.ts";

const HOUR_MS = 3_600_000;
/** The week of Thanksgiving: a day closed, and one that ends at 13:00. */
const [MONDAY, SUNDAY] = ["2026-11-23", "2026-11-29"] as [TradingDay, TradingDay];
const [TUESDAY, FRIDAY] = ["2026-11-24", "2026-11-27"] as [TradingDay, TradingDay];

const hoursOf = (day: TradingDay, opens: number, closes: number): DayHours => ({
  day,
  opens: instantAt(dayNumberFrom(day), opens * HOUR_MS),
  closes: instantAt(dayNumberFrom(day), closes * HOUR_MS),
});

const weekOf = (changed: (day: TradingDay) => DayHours | undefined): readonly DayHours[] =>
  sessionsBetween(MONDAY, SUNDAY).flatMap(({ day }) => changed(day) ?? []);
const asOurs = (day: TradingDay) => NYSE_CALENDAR.sessionOf(day);

describe("a calendar that a venue narrows", () => {
  it("is ours where the venue says the same, or nothing", () => {
    const calendar = openVenueCalendar(NYSE_CALENDAR);
    expect(calendar.differenceOn(TUESDAY)).toBeUndefined();
    calendar.learn({ from: MONDAY, to: SUNDAY, days: weekOf(asOurs) });

    expect(sessionsBetween(MONDAY, SUNDAY, calendar)).toEqual(sessionsBetween(MONDAY, SUNDAY));
    for (let day = dayNumberFrom(MONDAY); day <= dayNumberFrom(SUNDAY); day += 1)
      expect(calendar.differenceOn(tradingDayFrom(day))).toBeUndefined();
  });

  it("is closed on a day that the venue closes for, and says so", () => {
    const calendar = openVenueCalendar(NYSE_CALENDAR);
    const days = weekOf((day) => (day === TUESDAY ? undefined : asOurs(day)));
    calendar.learn({ from: MONDAY, to: SUNDAY, days });

    expect(calendar.sessionOf(TUESDAY)).toBeUndefined();
    expect(calendar.nextSession(hoursOf(MONDAY, 16, 17).opens).day).toBe("2026-11-25");
    expect(calendar.differenceOn(TUESDAY)).toEqual({ ours: asOurs(TUESDAY), theirs: undefined });
    calendar.learn({ from: MONDAY, to: SUNDAY, days: weekOf(asOurs) });
    expect(calendar.sessionOf(TUESDAY)).toEqual(asOurs(TUESDAY));
  });

  it("closes with whichever closes first, and opens no day of its own", () => {
    const calendar = openVenueCalendar(NYSE_CALENDAR);
    const sunday = hoursOf(SUNDAY, 9.5, 16);
    const short = weekOf((day) => (day === TUESDAY ? hoursOf(day, 9.5, 13) : asOurs(day)));
    const late = short.map((hours) => (hours.day === FRIDAY ? hoursOf(FRIDAY, 9.5, 16) : hours));
    calendar.learn({ from: MONDAY, to: SUNDAY, days: [...late, sunday] });

    const [noon, two] = [hoursOf(TUESDAY, 12, 14).opens, hoursOf(TUESDAY, 12, 14).closes];
    expect(calendar.sessionAt(noon)).toMatchObject({ day: TUESDAY, isEarlyClose: true });
    expect(calendar.sessionAt(two)).toBeUndefined();
    // Ours ends at 13:00 on that Friday.
    expect(calendar.sessionOf(FRIDAY)).toEqual(asOurs(FRIDAY));
    expect(calendar.sessionOf(SUNDAY)).toBeUndefined();
    expect(calendar.differenceOn(SUNDAY)).toEqual({ ours: undefined, theirs: sunday });
  });

  it("is open only while both are, whatever is told", () => {
    const from = dayNumberFrom(MONDAY);
    const told = fc.uniqueArray(
      fc.record({
        offset: fc.integer({ min: 0, max: 6 }),
        opens: fc.integer({ min: 0, max: 12 }),
        lasts: fc.integer({ min: 1, max: 11 }),
      }),
      { selector: ({ offset }) => offset },
    );
    fc.assert(
      fc.property(told, fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }), (rows, minute) => {
        const days = rows.map(({ lasts, offset, opens }) =>
          hoursOf(tradingDayFrom(from + offset), opens, opens + lasts),
        );
        const calendar = openVenueCalendar(NYSE_CALENDAR);
        calendar.learn({ from: MONDAY, to: SUNDAY, days });
        const at = instant(instantAt(from, 0) + minute * 60_000);
        const isTheirs = days.some(({ closes, opens }) => opens <= at && at < closes);
        expect(calendar.sessionAt(at) !== undefined).toBe(
          isTheirs && NYSE_CALENDAR.sessionAt(at) !== undefined,
        );
      }),
    );
  });

  it("differs where the venue opens later alone, and where it closes sooner alone", () => {
    const calendar = openVenueCalendar(NYSE_CALENDAR);
    const told = [hoursOf(MONDAY, 10, 16), hoursOf(TUESDAY, 9.5, 15)];
    calendar.learn({ from: MONDAY, to: TUESDAY, days: told });

    expect([MONDAY, TUESDAY].map((day) => calendar.differenceOn(day)?.theirs)).toEqual(told);
  });

  it("forgets what was told of a day once much was told of later ones", () => {
    const calendar = openVenueCalendar(NYSE_CALENDAR);
    const dayIn = (days: number) => tradingDayFrom(dayNumberFrom(TUESDAY) + days);
    for (let week = 0; week < 14; week += 1)
      calendar.learn({ from: dayIn(7 * week), to: dayIn(7 * week + 6), days: [] });

    expect(calendar.sessionOf(TUESDAY)).toEqual(asOurs(TUESDAY));
    expect(calendar.sessionOf(dayIn(7 * 13))).toBeUndefined();
  });

  it("finds a session before and after a fortnight that is closed from end to end", () => {
    const calendar = openVenueCalendar(NYSE_CALENDAR);
    const at = instantAt(dayNumberFrom(TUESDAY), 0);
    const around = [-7, 7].map((days) => tradingDayFrom(dayNumberFrom(TUESDAY) + days));
    calendar.learn({ from: around[0]!, to: around[1]!, days: [] });

    expect(calendar.nextSession(at).day).toBe("2026-12-02");
    expect(calendar.previousSession(at).day).toBe("2026-11-16");
  });
});
