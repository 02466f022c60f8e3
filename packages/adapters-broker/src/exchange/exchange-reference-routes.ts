import {
  isRegular,
  regularSessionAt,
  sessionOpeningAfter,
  type VenueCalendar,
  type VenueSession,
} from "@sevenfold/application/exchange/venue-hours";
import { dayNumberFrom, isTradingDayText, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { type Instant, instant, type TradingDay } from "@sevenfold/domain/market";
import { newYorkOffsetMinutes, newYorkParts, tradingDayOf } from "@sevenfold/domain/new-york-time";
import { tickerNamed, wireAsset } from "./exchange-assets.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { type ExchangeRoute, json, RequestRefused } from "./exchange-http.ts";
import { listFrom, wordFrom } from "./exchange-query.ts";
import { notFound, unprocessable } from "./exchange-refusals.ts";

/** What the venue lists and when it trades. */
export function referenceRoutes({ market, calendar, now }: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "GET",
      pattern: /^\/v2\/clock$/,
      answer() {
        const at = now();
        const session = regularSessionAt(calendar, at);
        return json({
          timestamp: newYorkText(at),
          is_open: isRegular(session, at),
          next_open: newYorkText(sessionOpeningAfter(calendar, at).opens),
          next_close: newYorkText(session.closes),
        });
      },
    },
    {
      method: "GET",
      pattern: /^\/v3\/clock$/,
      answer: () => json({ clocks: [marketClock(calendar, now())] }),
    },
    {
      method: "GET",
      pattern: /^\/v2\/calendar$/,
      answer: ({ query }) => json(daysOf(calendar, query, now())),
    },
    {
      method: "GET",
      pattern: /^\/v3\/calendar\/([^/]+)$/,
      answer({ captures: [wanted = ""], query }) {
        if (!MARKET_WORDS.has(wanted.toUpperCase()))
          return unprocessable(40010001, `invalid market: ${wanted}`);
        const sessions = sessionsIn(calendar, dayRange(query, now()));
        return json({ market: MARKET, calendar: sessions.map((each) => wireDay(calendar, each)) });
      },
    },
    {
      method: "GET",
      pattern: /^\/v2\/assets$/,
      answer: ({ query }) => json(assetsOf(market.stocks.map(wireAsset), query)),
    },
    {
      method: "GET",
      pattern: /^\/v2\/assets\/([^/]+)$/,
      answer({ captures: [wanted = ""] }) {
        const ticker = tickerNamed(market, wanted);
        const stock = market.stocks.find((each) => each.ticker === ticker);
        return stock ? json(wireAsset(stock)) : notFound(`asset not found for ${wanted}`);
      },
    },
  ];
}

/** Where the day stands: before, in, after the regular session, or between days. */
function marketClock(calendar: VenueCalendar, at: Instant): Record<string, unknown> {
  const session = calendar.sessionAt(at);
  const { extendedOpens, opens, closes, extendedCloses } = session;
  const [phase, until] =
    at < extendedOpens
      ? ["closed", extendedOpens]
      : at < opens
        ? ["pre", opens]
        : at < closes
          ? ["core", closes]
          : ["post", extendedCloses];
  return {
    market: MARKET,
    timestamp: newYorkText(at),
    is_market_day: calendar.sessionOf(tradingDayOf(at)) !== undefined,
    phase,
    phase_until: newYorkText(instant(Number(until))),
    next_market_open: newYorkText(sessionOpeningAfter(calendar, at).opens),
    next_market_close: newYorkText(regularSessionAt(calendar, at).closes),
  };
}

const MARKET = {
  ...{ acronym: "NYSE", mic: "XNYS", name: "New York Stock Exchange" },
  timezone: "America/New_York",
};
/** The markets whose hours are the ones kept here. */
const MARKET_WORDS = new Set(["NYSE", "XNYS", "NASDAQ", "XNAS"]);

function sessionsIn(
  calendar: VenueCalendar,
  [first, last]: readonly [number, number],
): readonly VenueSession[] {
  const sessions: VenueSession[] = [];
  for (let day = first; day <= last; day += 1) {
    const session = calendar.sessionOf(tradingDayFrom(day));
    if (session) sessions.push(session);
  }
  return sessions;
}

const wireDay = (calendar: VenueCalendar, session: VenueSession) => ({
  date: session.day,
  pre_start: newYorkText(session.extendedOpens),
  pre_end: newYorkText(session.opens),
  core_start: newYorkText(session.opens),
  core_end: newYorkText(session.closes),
  post_start: newYorkText(session.closes),
  post_end: newYorkText(session.extendedCloses),
  settlement_date: calendar.sessionAt(session.extendedCloses).day,
});

/** Trading days, or the days on which their trades settle: one trading day later. */
function daysOf(calendar: VenueCalendar, query: URLSearchParams, at: Instant): readonly WireDay[] {
  const isBySettlement = wordFrom(query, "date_type", ["trading", "settlement"]) === "settlement";
  const [first, last] = dayRange(query, at);
  const days: WireDay[] = [];
  for (let day = isBySettlement ? first - SETTLEMENT_DAYS_MAX : first; day <= last; day += 1) {
    const session = calendar.sessionOf(tradingDayFrom(day));
    if (!session) continue;
    const settles = calendar.sessionAt(session.extendedCloses).day;
    const counted = isBySettlement ? dayNumberFrom(settles) : day;
    if (first <= counted && counted <= last) days.push(wireSession(session, settles));
  }
  return days;
}

/** No pause between two sessions was longer. */
const SETTLEMENT_DAYS_MAX = 10;

type WireAsset = ReturnType<typeof wireAsset>;

function assetsOf(assets: readonly WireAsset[], query: URLSearchParams): readonly WireAsset[] {
  const status = query.get("status") || "active";
  const classes = listFrom(query, "asset_class") ?? ["us_equity"];
  const listing = query.get("exchange");
  const attributes = listFrom(query, "attributes");
  const isNone =
    (status !== "active" && status !== "all") ||
    !classes.includes("us_equity") ||
    // No stock here has one of their attributes.
    attributes !== undefined;
  return isNone ? [] : assets.filter(({ exchange }) => !listing || exchange === listing);
}

const DAYS_MAX = 366 * 12;
const CALENDAR_FIRST = "1970-01-01" as TradingDay;
const CALENDAR_LAST = "2035-12-31" as TradingDay;

/** The days asked for, cut to what the calendar knows; a year either side of today when not said. */
function dayRange(query: URLSearchParams, at: Instant): readonly [number, number] {
  const today = dayNumberFrom(tradingDayOf(at));
  const first = dayFrom(query, "start") ?? today - 365;
  const last = dayFrom(query, "end") ?? today + 365;
  if (DAYS_MAX < last - first)
    throw new RequestRefused(422, { code: 40010001, message: `at most ${DAYS_MAX} days at once` });
  return [
    Math.max(first, dayNumberFrom(CALENDAR_FIRST)),
    Math.min(last, dayNumberFrom(CALENDAR_LAST)),
  ];
}

function dayFrom(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)?.slice(0, 10);
  if (!text) return undefined;
  if (!isTradingDayText(text))
    throw new RequestRefused(422, { code: 40010001, message: `invalid ${name}: ${text}` });
  return dayNumberFrom(text);
}

type WireDay = Readonly<Record<string, string>>;

/** Mixed notations are theirs: 09:30 for the session, 0400 for the hours around it. */
function wireSession(session: VenueSession, settles: TradingDay): WireDay {
  return {
    date: session.day,
    open: clockText(session.opens),
    close: closingText(session.closes),
    session_open: clockText(session.extendedOpens).replace(":", ""),
    session_close: closingText(session.extendedCloses).replace(":", ""),
    settlement_date: settles,
  };
}

function clockText(at: Instant): string {
  const { hour, minute } = newYorkParts(at);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** A session that ends with its day ends in its last minute: midnight would read as its start. */
const closingText = (at: Instant): string =>
  clockText(at) === "00:00" ? clockText(instant(at - 1)) : clockText(at);

/** RFC 3339 with New York's offset, whole seconds. */
function newYorkText(at: Instant): string {
  const minutes = newYorkOffsetMinutes(at);
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}-0${-minutes / 60}:00`;
}
