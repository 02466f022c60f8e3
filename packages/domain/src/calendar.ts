import { dayNumberFrom, tradingDayFrom } from "./calendar-date.ts";
import { InvariantViolation } from "./invariant.ts";
import type { Instant, TradingDay } from "./market.ts";
import { dayNumberAt } from "./new-york-time.ts";
import { alwaysSessionOn, nyseSessionOn, type TradingSession } from "./trading-session.ts";

/** No venue here stays closed longer: September 2001 left six days without a session. */
const CLOSED_DAYS_MAX = 14;

/** When a venue trades. */
export interface TradingCalendar {
  /** The session that holds the instant (opens ≤ at < closes); undefined outside sessions. */
  sessionAt(at: Instant): TradingSession | undefined;
  /** The first session that opens strictly after the instant: at an opening, the following one. */
  nextSession(at: Instant): TradingSession;
  /** The last session that closed at or before the instant: during a session, the one before it. */
  previousSession(at: Instant): TradingSession;
  /** The session of a day; undefined when the venue stays closed. Throws when the day is no date. */
  sessionOf(day: TradingDay): TradingSession | undefined;
}

/** Regular hours of the New York Stock Exchange. */
export const NYSE_CALENDAR: TradingCalendar = calendarOf(nyseSessionOn);

/** Open around the clock: one session per New York calendar day, closing at midnight. */
export const ALWAYS_CALENDAR: TradingCalendar = calendarOf(alwaysSessionOn);

/** The hours of one trading day, as whoever keeps them tells them. */
export type DayHours = Pick<TradingSession, "day" | "opens" | "closes">;

/**
 * A calendar that is open only while a venue is as well, on the days the venue told of: `toldOf` answers
 * "untold" for all others, whose hours stay as they are.
 */
export const narrowedCalendar = (
  own: TradingCalendar,
  toldOf: (day: TradingDay) => DayHours | "closed" | "untold",
): TradingCalendar =>
  calendarOf((dayNumber) => {
    const day = tradingDayFrom(dayNumber);
    const session = own.sessionOf(day);
    const told = toldOf(day);
    if (session === undefined || told === "closed") return undefined;
    return told === "untold" ? session : sharedHours(session, told);
  });

function sharedHours(own: TradingSession, told: DayHours): TradingSession | undefined {
  const opens = own.opens < told.opens ? told.opens : own.opens;
  const closes = told.closes < own.closes ? told.closes : own.closes;
  const isEarlyClose = own.isEarlyClose || closes < own.closes;
  return opens < closes ? { day: own.day, opens, closes, isEarlyClose } : undefined;
}

export const isOpenAt = (at: Instant, calendar: TradingCalendar = NYSE_CALENDAR): boolean =>
  calendar.sessionAt(at) !== undefined;

/** The sessions from one day to another, both included, oldest first. */
export function sessionsBetween(
  from: TradingDay,
  to: TradingDay,
  calendar: TradingCalendar = NYSE_CALENDAR,
): readonly TradingSession[] {
  const last = dayNumberFrom(to);
  const sessions: TradingSession[] = [];
  for (let at = dayNumberFrom(from); at <= last; at++) {
    const session = calendar.sessionOf(tradingDayFrom(at));
    if (session) sessions.push(session);
  }
  return sessions;
}

function calendarOf(sessionOn: (dayNumber: number) => TradingSession | undefined): TradingCalendar {
  return {
    sessionAt: (at) => {
      const session = sessionOn(dayNumberAt(at));
      return session && session.opens <= at && at < session.closes ? session : undefined;
    },
    nextSession: (at) => {
      for (let day = 0; day <= CLOSED_DAYS_MAX; day++) {
        const session = sessionOn(dayNumberAt(at) + day);
        if (session && at < session.opens) return session;
      }
      throw new InvariantViolation(`no session within ${CLOSED_DAYS_MAX} days after ${at}`);
    },
    previousSession: (at) => {
      for (let day = 0; day <= CLOSED_DAYS_MAX; day++) {
        const session = sessionOn(dayNumberAt(at) - day);
        if (session && session.closes <= at) return session;
      }
      throw new InvariantViolation(`no session within ${CLOSED_DAYS_MAX} days before ${at}`);
    },
    sessionOf: (day) => sessionOn(dayNumberFrom(day)),
  };
}
