import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { equityAt } from "@sevenfold/application/exchange/venue-equity";
import type { VenueSession } from "@sevenfold/application/exchange/venue-hours";
import {
  dateOf,
  dayNumberFrom,
  dayNumberOf,
  tradingDayFrom,
} from "@sevenfold/domain/calendar-date";
import { type Instant, instant } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { RequestRefused } from "./exchange-http.ts";
import { instantFrom, listFrom, wordFrom } from "./exchange-query.ts";

const MINUTE_MS = 60_000;
const STEPS_MS = {
  "1Min": MINUTE_MS,
  "5Min": 5 * MINUTE_MS,
  "15Min": 15 * MINUTE_MS,
  "1H": 60 * MINUTE_MS,
} as const;
const INTRADAY_DAYS_MAX = 30;
const MINUTES_DAYS_MAX = 7;
const DAYS_MAX = 366 * 12;

/** What an account was worth, step by step: sessions' closes, or moments within them. */
export function portfolioHistory(
  desk: ExchangeDesk,
  account: VenueAccount,
  query: URLSearchParams,
): Record<string, unknown> {
  const now = desk.now();
  const [first, last] = daysAsked(query, now);
  const length = last - first + 1;
  const timeframe = timeframeFrom(query, length);
  const sessions = sessionsFrom(desk, first, last, account.opening.openedAt);
  const points = sessions.flatMap((session) => pointsOf(session, timeframe, query, now));
  const before = sessions[0] ? desk.calendar.sessionClosedBy(sessions[0].opens).closes : now;
  const worth = equityAt(account, desk, [instant(before - 1), ...points.map(({ at }) => at)]);
  const [base = account.opening.cash, ...equity] = worth;
  const resets = timeframe !== "1D" && query.get("pnl_reset") !== "no_reset";
  const bases = resets ? dailyBases(points, equity, base) : equity.map(() => base);
  const gains = equity.map((each, index) => each - (bases[index] ?? base));
  return {
    timestamp: points.map(({ at }) => Math.floor(at / 1_000)),
    equity: equity.map(dollarsOf),
    profit_loss: gains.map(dollarsOf),
    profit_loss_pct: gains.map((gain, index) => share(gain, bases[index] ?? base)),
    base_value: dollarsOf(base),
    base_value_asof: tradingDayOf(instant(before - 1)),
    timeframe,
    ...cashflowOf(account, points, query),
  };
}

type Timeframe = keyof typeof STEPS_MS | "1D";

interface Point {
  readonly at: Instant;
  readonly day: string;
}

function timeframeFrom(query: URLSearchParams, days: number): Timeframe {
  const natural = days <= MINUTES_DAYS_MAX ? "1Min" : days <= INTRADAY_DAYS_MAX ? "15Min" : "1D";
  const asked = query.get("timeframe") || natural;
  const timeframe = ([...Object.keys(STEPS_MS), "1D"] as Timeframe[]).find(
    (each) => each.toLowerCase() === asked.toLowerCase(),
  );
  if (!timeframe) throw invalid(`invalid timeframe: ${asked}`);
  const most = timeframe === "1D" ? DAYS_MAX : timeframe === "1Min" ? MINUTES_DAYS_MAX : 30;
  if (most < days) throw invalid(`timeframe ${timeframe} reaches over ${most} days at most`);
  return timeframe;
}

/** First and last day: two of start, end and period say it, a month up to today when none does. */
function daysAsked(query: URLSearchParams, now: Instant): readonly [number, number] {
  const start = dayAsked(query, "start");
  const end = dayAsked(query, "end") ?? dayAsked(query, "date_end");
  const period = query.get("period") || undefined;
  if (start !== undefined && end !== undefined && period)
    throw invalid("only two of start, end and period are accepted");
  const today = dayNumberFrom(tradingDayOf(now));
  if (start !== undefined) {
    const last = end ?? (period ? shifted(start, period, 1) - 1 : today);
    return [start, Math.min(last, today)];
  }
  const last = Math.min(end ?? today, today);
  return [shifted(last, period ?? "1M", -1) + 1, last];
}

function dayAsked(query: URLSearchParams, name: string): number | undefined {
  const at = instantFrom(query, name);
  if (at === undefined) return undefined;
  // A date alone names a day; a time the New York day it lies in.
  const text = query.get(name) ?? "";
  return dayNumberFrom(text.length === 10 ? (text as never) : tradingDayOf(at));
}

/** A day so many days, weeks, months or years ("A") later or earlier. */
function shifted(day: number, period: string, direction: 1 | -1): number {
  const [, count = "", unit] = /^(\d{1,3})([DWMAY])$/i.exec(period) ?? [];
  const steps = Number(count) * direction;
  if (unit === undefined || steps === 0) throw invalid(`invalid period: ${period}`);
  const letter = unit.toUpperCase();
  if (letter === "D" || letter === "W") return day + steps * (letter === "W" ? 7 : 1);
  const { year, month, day: ofMonth } = dateOf(day);
  const months = year * 12 + month - 1 + steps * (letter === "M" ? 1 : 12);
  const [targetYear, targetMonth] = [Math.floor(months / 12), (months % 12) + 1];
  return dayNumberOf(targetYear, targetMonth, Math.min(ofMonth, 28)) + Math.max(0, ofMonth - 28);
}

function sessionsFrom(
  { calendar }: ExchangeDesk,
  first: number,
  last: number,
  openedAt: Instant,
): readonly VenueSession[] {
  if (DAYS_MAX < last - first) throw invalid(`at most ${DAYS_MAX} days at once`);
  const sessions: VenueSession[] = [];
  const from = Math.max(first, dayNumberFrom(tradingDayOf(openedAt)));
  for (let day = from; day <= last; day += 1) {
    const session = calendar.sessionOf(tradingDayFrom(day));
    if (session) sessions.push(session);
  }
  return sessions;
}

function pointsOf(
  session: VenueSession,
  timeframe: Timeframe,
  query: URLSearchParams,
  now: Instant,
): readonly Point[] {
  const { day } = session;
  if (timeframe === "1D") {
    const at = Math.min(session.closes - 1, now);
    return session.opens <= now ? [{ at: instant(at), day }] : [];
  }
  const hours = ["market_hours", "extended_hours", "continuous"] as const;
  const isRegular = wordFrom(query, "intraday_reporting", hours) === "market_hours";
  const [opens, closes] = isRegular
    ? [session.opens, session.closes]
    : [session.extendedOpens, session.extendedCloses];
  const points: Point[] = [];
  for (let at: number = opens; at < closes && at <= now; at += STEPS_MS[timeframe])
    points.push({ at: instant(at), day });
  return points;
}

/** What each day's gains count from: the worth at the end of the day before. */
function dailyBases(
  points: readonly Point[],
  equity: readonly number[],
  base: number,
): readonly number[] {
  let current = base;
  return points.map(({ day }, index) => {
    const before = points[index - 1];
    if (before && before.day !== day) current = equity[index - 1] ?? current;
    return current;
  });
}

/** Dividends between one point and the next, where the query asks for them. */
function cashflowOf(
  { activities }: VenueAccount,
  points: readonly Point[],
  query: URLSearchParams,
): Record<string, unknown> {
  const types = listFrom(query, "cashflow_types");
  if (!types || types.includes("NONE")) return {};
  if (!types.includes("ALL") && !types.includes("DIV")) return { cashflow: {} };
  const paid = points.map(({ at }, index) => {
    const since = points[index - 1]?.at ?? at - 86_400_000;
    return activities
      .filter((each) => each.kind === "dividend" && since < each.at && each.at <= at)
      .reduce((sum, { amount }) => sum + amount, 0);
  });
  return { cashflow: { DIV: paid.map(dollarsOf) } };
}

const share = (gain: number, base: number): number =>
  base === 0 ? 0 : Number((gain / base).toFixed(6));
const invalid = (message: string) => new RequestRefused(422, { code: 40010001, message });
