import {
  dateOf,
  dayNumberOf,
  SUNDAY,
  tradingDayFrom,
  type Weekday,
  weekdayOf,
  weekdayOnOrAfter,
} from "./calendar-date.ts";
import type { Instant, TradingDay } from "./market.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STANDARD_MINUTES = -300;
const DAYLIGHT_MINUTES = -240;

/** What the clocks of New York show. */
export interface NewYorkParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Sunday. */
  readonly weekday: Weekday;
}

/** A New York calendar day as instants: starts ≤ at < ends. It lasts 23, 24 or 25 hours. */
export interface DayBounds {
  readonly day: TradingDay;
  readonly starts: Instant;
  readonly ends: Instant;
}

/**
 * Minutes that New York is ahead of UTC: −240 in daylight time, −300 in standard time.
 *
 * By the rules of US law, so no time zone database is asked. Exact from 1967 on; years
 * after the present one follow the present rule, years before 1967 the rule of 1967.
 */
export function newYorkOffsetMinutes(at: Instant): number {
  if (!(asked.starts <= at && at < asked.ends)) asked = yearAt(at);
  const isDaylight = asked.daylightBegins <= at && at < asked.daylightEnds;
  return isDaylight ? DAYLIGHT_MINUTES : STANDARD_MINUTES;
}

/** A year in New York, as instants. */
interface Year {
  readonly starts: number;
  readonly ends: number;
  /** Both changes happen at 2:00 on the clock that is about to be put forward or back. */
  readonly daylightBegins: number;
  readonly daylightEnds: number;
}

/** The year that was asked for last: bars and prices come in the order of time. */
let asked: Year = { starts: Number.NaN, ends: 0, daylightBegins: 0, daylightEnds: 0 };

function yearAt(at: Instant): Year {
  // Clocks never change near New Year, so the year of standard time is the year.
  const { year } = dateOf(Math.floor((at + STANDARD_MINUTES * MINUTE_MS) / DAY_MS));
  return {
    starts: newYearOf(year),
    ends: newYearOf(year + 1),
    daylightBegins: daylightBegins(year) * DAY_MS + 7 * HOUR_MS,
    daylightEnds: daylightEnds(year) * DAY_MS + 6 * HOUR_MS,
  };
}

const newYearOf = (year: number): number =>
  dayNumberOf(year, 1, 1) * DAY_MS - STANDARD_MINUTES * MINUTE_MS;

/** The New York calendar date of an instant. In a loop over prices keep `dayBoundsOf` instead. */
export const tradingDayOf = (at: Instant): TradingDay => tradingDayFrom(dayNumberAt(at));

/** The New York day that holds the instant, and its two midnights: good for every price before `ends`. */
export function dayBoundsOf(at: Instant): DayBounds {
  const dayNumber = dayNumberAt(at);
  return {
    day: tradingDayFrom(dayNumber),
    starts: midnightOf(dayNumber),
    ends: midnightOf(dayNumber + 1),
  };
}

/** The date and the time of day in New York. */
export function newYorkParts(at: Instant): NewYorkParts {
  const local = at + newYorkOffsetMinutes(at) * MINUTE_MS;
  const dayNumber = Math.floor(local / DAY_MS);
  const second = Math.floor((local - dayNumber * DAY_MS) / 1_000);
  return {
    ...dateOf(dayNumber),
    hour: Math.floor(second / 3_600),
    minute: Math.floor(second / 60) % 60,
    second: second % 60,
    weekday: weekdayOf(dayNumber),
  };
}

/**
 * The instant at which New York's clocks show this.
 *
 * A time that the spring change skips (2:00–2:59) is read an hour later: 2:30 is 3:30 daylight
 * time. A time that autumn shows twice (1:00–1:59) is the first of the two. Fields beyond their
 * range carry over, so day 32 of January is February 1.
 */
export const instantOfNewYork = (
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): Instant =>
  instantAt(dayNumberOf(year, month, day), ((hour * 60 + minute) * 60 + second) * 1_000);

/** The instant at which New York's clocks show so many milliseconds after midnight of a day number. */
export function instantAt(dayNumber: number, timeOfDayMs: number): Instant {
  const local = dayNumber * DAY_MS + timeOfDayMs;
  const asDaylight = (local - DAYLIGHT_MINUTES * MINUTE_MS) as Instant;
  return newYorkOffsetMinutes(asDaylight) === DAYLIGHT_MINUTES
    ? asDaylight
    : ((local - STANDARD_MINUTES * MINUTE_MS) as Instant);
}

/** Days from 1970-01-01 to the New York date of the instant. */
export const dayNumberAt = (at: Instant): number =>
  Math.floor((at + newYorkOffsetMinutes(at) * MINUTE_MS) / DAY_MS);

// Midnight is never skipped nor shown twice.
const midnightOf = (dayNumber: number): Instant => instantAt(dayNumber, 0);

function daylightBegins(year: number): number {
  if (2007 <= year) return sundayFrom(year, 3, 8);
  if (1987 <= year) return sundayFrom(year, 4, 1);
  // The oil crisis: two years of early daylight time, by act of Congress.
  if (year === 1974) return dayNumberOf(1974, 1, 6);
  if (year === 1975) return dayNumberOf(1975, 2, 23);
  return sundayFrom(year, 4, 24);
}

const daylightEnds = (year: number): number =>
  2007 <= year ? sundayFrom(year, 11, 1) : sundayFrom(year, 10, 25);

const sundayFrom = (year: number, month: number, day: number): number =>
  weekdayOnOrAfter(SUNDAY, { year, month, day });
