import { ALWAYS_CALENDAR, NYSE_CALENDAR, type TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, TradingDay } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { extendedHoursOf, type TradingSession } from "@sevenfold/domain/trading-session";

import { MARKET_EPOCH } from "./price-curve.ts";

export type VenueHours = "always" | "nyse";

/** A session with the hours around it. Extended hours hold the regular ones. */
export interface VenueSession extends TradingSession {
  readonly extendedOpens: Instant;
  readonly extendedCloses: Instant;
}

/** When a simulated venue trades, extended hours included. There is always a next session. */
export interface VenueCalendar {
  /** The first session whose extended hours end after the instant: the current one or the next. */
  sessionAt(at: Instant): VenueSession;
  /** The last session whose regular hours ended at or before the instant. */
  sessionClosedBy(at: Instant): VenueSession;
  sessionOf(day: TradingDay): VenueSession | undefined;
}

export function venueCalendar(hours: VenueHours): VenueCalendar {
  const calendar: TradingCalendar = hours === "nyse" ? NYSE_CALENDAR : ALWAYS_CALENDAR;
  const widened = (session: TradingSession): VenueSession => {
    const { opens, closes } = hours === "nyse" ? extendedHoursOf(session) : session;
    return { ...session, extendedOpens: opens, extendedCloses: closes };
  };
  const find = (at: Instant): VenueSession => {
    const today = calendar.sessionOf(tradingDayOf(at));
    const widenedToday = today && widened(today);
    return widenedToday && at < widenedToday.extendedCloses
      ? widenedToday
      : widened(calendar.nextSession(at));
  };
  // Questions come in the order of time, so the last answer is most often the next one.
  let current: VenueSession | undefined;
  return {
    sessionAt(at) {
      if (!(current && current.extendedOpens <= at && at < current.extendedCloses))
        current = find(at);
      return current;
    },
    sessionClosedBy: (at) => widened(calendar.previousSession(at)),
    sessionOf(day) {
      const session = calendar.sessionOf(day);
      return session && widened(session);
    },
  };
}

export const isRegular = ({ opens, closes }: VenueSession, at: Instant): boolean =>
  opens <= at && at < closes;

export const isExtended = (session: VenueSession, at: Instant): boolean =>
  session.extendedOpens <= at && at < session.extendedCloses;

/** The first session whose regular hours end after the instant. */
export function regularSessionAt(calendar: VenueCalendar, at: Instant): VenueSession {
  const session = calendar.sessionAt(at);
  return session.closes <= at ? calendar.sessionAt(session.extendedCloses) : session;
}

/** The first session whose regular hours begin after the instant. */
export function sessionOpeningAfter(calendar: VenueCalendar, at: Instant): VenueSession {
  const session = calendar.sessionAt(at);
  return at < session.opens ? session : calendar.sessionAt(session.extendedCloses);
}

/** The instant of the latest print: now while prints are made, else the last moment they were. */
export function lastPrintAt(calendar: VenueCalendar, at: Instant): Instant {
  if (isExtended(calendar.sessionAt(at), at)) return at;
  const { extendedCloses } = calendar.sessionClosedBy(at);
  return (extendedCloses <= MARKET_EPOCH ? MARKET_EPOCH : extendedCloses - 1) as Instant;
}
