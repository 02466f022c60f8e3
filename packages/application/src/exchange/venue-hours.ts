import { ALWAYS_CALENDAR, NYSE_CALENDAR, type TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, instant, type TradingDay } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { extendedHoursOf, type TradingSession } from "@sevenfold/domain/trading-session";

import { MARKET_EPOCH } from "./price-curve.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueOrder } from "./venue-order.ts";
import { slotFor, slotTime } from "./venue-slots.ts";

export const VENUE_HOURS = ["always", "nyse"] as const;
export type VenueHours = (typeof VENUE_HOURS)[number];

/** A session with the hours around it. Extended hours hold the regular ones. */
export interface VenueSession extends TradingSession {
  readonly extendedOpens: Instant;
  readonly extendedCloses: Instant;
}

/** When a simulated venue trades, extended hours included. There is always a next session. */
export interface VenueCalendar {
  /** The first instant that has prices: what was before is shown as it was then. */
  readonly startsAt: Instant;
  /** The first session whose extended hours end after the instant: the current one or the next. */
  sessionAt(at: Instant): VenueSession;
  /** The last session whose regular hours ended at or before the instant. */
  sessionClosedBy(at: Instant): VenueSession;
  sessionOf(day: TradingDay): VenueSession | undefined;
}

export function venueCalendar(hours: VenueHours, startsAt = MARKET_EPOCH): VenueCalendar {
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
    startsAt,
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

/** The last moment before a close, in the market's own time. */
export const lastPrintOf = ({ startsAt }: VenueCalendar, closes: Instant): Instant =>
  instant(closes <= startsAt ? startsAt : closes - 1);

/** The instant of the latest print: now while prints are made, else the last moment they were. */
export function lastPrintAt(calendar: VenueCalendar, at: Instant): Instant {
  if (isExtended(calendar.sessionAt(at), at)) return at;
  const { extendedCloses } = calendar.sessionClosedBy(at);
  return lastPrintOf(calendar, extendedCloses);
}

const SUBMIT_BEFORE_OPEN_MS = 2 * 60_000;
const SUBMIT_BEFORE_CLOSE_MS = 5 * 60_000;
const SUBMIT_AFTER_CLOSE_MS = 3 * 3_600_000;

/**
 * Whether an auction still takes orders. Under New York's hours: for the open from 19:00 to 9:28,
 * for the close from 19:00 to 15:55, both earlier by as much as the session is. A venue without a
 * pause between sessions takes them at any time but those last minutes.
 */
export function auctionTakes(calendar: VenueCalendar, auction: "opg" | "cls", at: Instant) {
  const { extendedOpens, opens, closes } = calendar.sessionAt(at);
  const hasPause = extendedOpens < opens;
  const [last, lead] =
    auction === "opg" ? [opens, SUBMIT_BEFORE_OPEN_MS] : [closes, SUBMIT_BEFORE_CLOSE_MS];
  if (hasPause) return at < last - lead || closes + SUBMIT_AFTER_CLOSE_MS <= at;
  return !(sessionOpeningAfter(calendar, at).opens - lead <= at);
}

/**
 * The stretches of slots within [from, to) in which an order may trade: its sessions, halts left
 * out. Of an order for an auction, the one slot of it.
 */
export function* tradingStretches(
  order: VenueOrder,
  venue: { readonly calendar: VenueCalendar; readonly market: SimulatedMarket },
  from: number,
  to: number,
): Generator<{ readonly from: number; readonly to: number }> {
  let next = from;
  while (next < to) {
    const session = venue.calendar.sessionAt(slotTime(next));
    const [opens, closes] = order.extendedHours
      ? [session.extendedOpens, session.extendedCloses]
      : [session.opens, session.closes];
    const [first, end] = auctionSlots(order, slotFor(opens), slotFor(closes));
    const start = Math.max(next, first);
    const stop = Math.min(to, end);
    if (start < stop) yield* venue.market.openStretches(order.ticker, start, stop);
    next = Math.max(next + 1, slotFor(session.extendedCloses));
  }
}

function auctionSlots(
  { timeInForce }: VenueOrder,
  first: number,
  end: number,
): readonly [number, number] {
  if (timeInForce === "opg") return [first, first + 1];
  return timeInForce === "cls" ? [end - 1, end] : [first, end];
}
