import { invariant } from "./invariant.ts";
import type { TradingDay } from "./market.ts";

/** A date of the proleptic Gregorian calendar, without a zone. */
export interface CalendarDate {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  /** 1–31. */
  readonly day: number;
}

/** 0 is Sunday, as in JavaScript. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const SUNDAY = 0;
export const MONDAY = 1;
export const WEDNESDAY = 3;
export const THURSDAY = 4;
export const FRIDAY = 5;
export const SATURDAY = 6;

const DAYS_PER_ERA = 146_097; // 400 Gregorian years.
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Days from 1970-01-01 to the date, negative before. Counts the year from March: the leap day is its last. */
export function dayNumberOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - 719_468;
}

/** The inverse of `dayNumberOf`. */
export function dateOf(dayNumber: number): CalendarDate {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/** Day 0 was a Thursday. */
export const weekdayOf = (dayNumber: number): Weekday =>
  ((((dayNumber + THURSDAY) % 7) + 7) % 7) as Weekday;

/** The day number of the first such weekday on or after the date. */
export function weekdayOnOrAfter(weekday: Weekday, { year, month, day }: CalendarDate): number {
  const from = dayNumberOf(year, month, day);
  return from + ((weekday - weekdayOf(from) + 7) % 7);
}

/** The day number of Easter Sunday (Gregorian computus of Meeus, Jones and Butcher). */
export function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const count = epact + toSunday - 7 * late + 114;
  return dayNumberOf(year, Math.floor(count / 31), (count % 31) + 1);
}

/** "2026-11-20" of a day number; years 0–9999. */
export function tradingDayFrom(dayNumber: number): TradingDay {
  const known = WORDED.get(dayNumber);
  if (known !== undefined) return known;
  const { year, month, day } = dateOf(dayNumber);
  const text = `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
  if (WORDED.size === WORDED_MAX) WORDED.clear();
  WORDED.set(dayNumber, text as TradingDay);
  return text as TradingDay;
}

/** Days that have been worded: each trial of a sweep enters the same ones. */
const WORDED = new Map<number, TradingDay>();
/** More than a hundred years. */
const WORDED_MAX = 40_000;

/** A date as "2026-11-20". Throws on a text that names no date. */
export function tradingDay(text: string): TradingDay {
  invariant(isTradingDayText(text), `${text} is no date`);
  return text;
}

/** The day number of a trading day. Throws on a text that names no date. */
export function dayNumberFrom(day: TradingDay): number {
  invariant(isTradingDayText(day), `${day} is no date`);
  return numberFromText(day);
}

/** Whether the text is a date that exists, as "2026-11-20". */
export const isTradingDayText = (text: string): text is TradingDay =>
  DAY.test(text) && tradingDayFrom(numberFromText(text)) === text;

const numberFromText = (text: string): number =>
  dayNumberOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));

const twoDigits = (count: number): string => (count < 10 ? `0${count}` : String(count));
