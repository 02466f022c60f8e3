import { dayNumberFrom, tradingDayFrom } from "./calendar-date.ts";
import type { Instant, TradingDay } from "./market.ts";
import { instantAt } from "./new-york-time.ts";
import { closureOn, isEarlyCloseOn } from "./nyse-holidays.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** One trading day of a venue: opens ≤ at < closes. */
export interface TradingSession {
  readonly day: TradingDay;
  readonly opens: Instant;
  readonly closes: Instant;
  /** Ends at 13:00 instead of 16:00. */
  readonly isEarlyClose: boolean;
}

/** The regular session of the New York Stock Exchange on a day; undefined when it stays closed. */
export const sessionOf = (day: TradingDay): TradingSession | undefined =>
  nyseSessionOn(dayNumberFrom(day));

/** Whether the New York Stock Exchange opens on this day. */
export const isTradingDay = (day: TradingDay): boolean =>
  closureOn(dayNumberFrom(day)) === undefined;

/** Why the exchange stays closed on a day ("Weekend", "Thanksgiving Day"), or undefined. */
export const closureOf = (day: TradingDay): string | undefined => closureOn(dayNumberFrom(day));

/**
 * The hours around a NYSE session in which brokers take limit orders: from 4:00 to 20:00,
 * to 17:00 on a day that closes early. Holds the regular session.
 */
export function extendedHoursOf({ day, isEarlyClose }: TradingSession): {
  readonly opens: Instant;
  readonly closes: Instant;
} {
  const dayNumber = dayNumberFrom(day);
  return {
    opens: instantAt(dayNumber, 4 * HOUR_MS),
    closes: instantAt(dayNumber, (isEarlyClose ? 17 : 20) * HOUR_MS),
  };
}

/** As `sessionOf`, by days since 1970-01-01. Today's hours, 9:30–16:00, are used for every year. */
export function nyseSessionOn(dayNumber: number): TradingSession | undefined {
  if (dayNumber !== asked.dayNumber) asked = { dayNumber, session: nyseSessionMade(dayNumber) };
  return asked.session;
}

/** The day that was asked about last: bars and prices come in the order of time. */
let asked: { readonly dayNumber: number; readonly session: TradingSession | undefined } = {
  dayNumber: Number.NaN,
  session: undefined,
};

function nyseSessionMade(dayNumber: number): TradingSession | undefined {
  if (closureOn(dayNumber) !== undefined) return undefined;
  const isEarlyClose = isEarlyCloseOn(dayNumber);
  return {
    day: tradingDayFrom(dayNumber),
    opens: instantAt(dayNumber, 9 * HOUR_MS + 30 * MINUTE_MS),
    closes: instantAt(dayNumber, (isEarlyClose ? 13 : 16) * HOUR_MS),
    isEarlyClose,
  };
}

/** A New York calendar day as a session that is never closed: it ends at midnight. */
export const alwaysSessionOn = (dayNumber: number): TradingSession => ({
  day: tradingDayFrom(dayNumber),
  opens: instantAt(dayNumber, 0),
  closes: instantAt(dayNumber + 1, 0),
  isEarlyClose: false,
});
