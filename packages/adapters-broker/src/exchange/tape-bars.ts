import { mergedBar } from "@sevenfold/application/exchange/scripted-market";
import type { SimulatedMarket, TapeBar } from "@sevenfold/application/exchange/simulated-market";
import type { VenueCalendar, VenueSession } from "@sevenfold/application/exchange/venue-hours";
import { slotNumber, slotTime } from "@sevenfold/application/exchange/venue-slots";
import {
  dateOf,
  dayNumberFrom,
  dayNumberOf,
  tradingDayFrom,
  weekdayOf,
} from "@sevenfold/domain/calendar-date";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { dayBoundsOf, instantAt, tradingDayOf } from "@sevenfold/domain/new-york-time";

export const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/**
 * The length of bars: minutes of the extended session, the regular session of a day, or those of a
 * week from Monday or of some months from January.
 */
export type BarLength = { readonly minutes: number } | "day" | "week" | { readonly months: number };

export interface BarQuestion {
  readonly length: BarLength;
  /** First and last start of a bar, both included. */
  readonly first: Instant;
  readonly last: Instant;
  readonly isNewestFirst: boolean;
  /** Nothing after it has happened yet. */
  readonly now: Instant;
}

export interface Tape {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
}

/**
 * Bars of one symbol in order. A bar that is still growing is cut at now, but a minute's is absent
 * until the minute is over, as on a real feed.
 */
export function* tapeBars(tape: Tape, ticker: Ticker, question: BarQuestion): Generator<TapeBar> {
  const { length, first, isNewestFirst, now } = question;
  if (length === "week" || (length !== "day" && "months" in length)) {
    yield* longBars(tape, ticker, question);
    return;
  }
  const last = question.last < now ? question.last : now;
  const fromDay = dayNumberFrom(tradingDayOf(laterOf(first, tape.market.startsAt)));
  const toDay = dayNumberFrom(tradingDayOf(last));
  for (let step = 0; step <= toDay - fromDay; step += 1) {
    const day = tradingDayFrom(isNewestFirst ? toDay - step : fromDay + step);
    const session = tape.calendar.sessionOf(day);
    if (!session) continue;
    const windows = windowsOf(session, length, { first, last });
    if (isNewestFirst) windows.reverse();
    for (const window of windows) {
      const bar = barIn(tape.market, ticker, window, now);
      if (bar) yield bar;
    }
  }
}

/** Bars of weeks or months, each made of its days' bars. */
function* longBars(tape: Tape, ticker: Ticker, question: BarQuestion): Generator<TapeBar> {
  const { length, first, last, isNewestFirst, now } = question;
  const end = last < now ? last : now;
  const starts: number[] = [];
  let day = periodStart(dayNumberFrom(tradingDayOf(laterOf(first, tape.market.startsAt))), length);
  for (; instantAt(day, 0) <= end; day = periodStart(day, length, day)) starts.push(day);
  const inRange = starts.filter((start) => first <= instantAt(start, 0));
  if (isNewestFirst) inRange.reverse();
  for (const start of inRange) {
    const next = periodStart(start, length, start);
    const days = tapeBars(tape, ticker, {
      length: "day",
      first: instantAt(start, 0),
      last: instant(instantAt(next, 0) - 1),
      isNewestFirst: false,
      now,
    });
    const bar = mergedBar([...days], instantAt(start, 0));
    if (bar) yield bar;
  }
}

const laterOf = (left: Instant, right: Instant): Instant => (left < right ? right : left);

/** The first day of the period a day lies in; given `after`, of the period that follows that one's. */
function periodStart(day: number, length: BarLength, after?: number): number {
  if (length === "week") {
    if (after !== undefined) return after + 7;
    return day - ((weekdayOf(day) + 6) % 7);
  }
  const count = typeof length === "object" && "months" in length ? length.months : 1;
  const { year, month } = dateOf(after ?? day);
  const index = Math.floor((month - 1) / count) * count + (after === undefined ? 0 : count);
  return dayNumberOf(year + Math.floor(index / 12), (index % 12) + 1, 1);
}

/** A stretch of the tape and the time its bar is named after. */
interface BarWindow {
  readonly start: Instant;
  readonly from: Instant;
  readonly to: Instant;
  /** Absent until it is over. */
  readonly isWholeOnly: boolean;
}

function windowsOf(
  session: VenueSession,
  length: "day" | { readonly minutes: number },
  { first, last }: { readonly first: Instant; readonly last: Instant },
): BarWindow[] {
  const { starts, ends } = dayBoundsOf(session.opens);
  if (length === "day")
    return first <= starts && starts <= last
      ? [{ start: starts, from: session.opens, to: session.closes, isWholeOnly: false }]
      : [];
  const stepMs = length.minutes * MINUTE_MS;
  const windows: BarWindow[] = [];
  const skipped = Math.max(
    0,
    Math.ceil((Math.max(first, session.extendedOpens - stepMs + 1) - starts) / stepMs),
  );
  for (
    let at = starts + skipped * stepMs;
    at < session.extendedCloses && at <= last;
    at += stepMs
  ) {
    const from = instant(Math.max(at, session.extendedOpens));
    const to = instant(Math.min(at + stepMs, session.extendedCloses, ends));
    if (from < to)
      windows.push({ start: instant(at), from, to, isWholeOnly: stepMs === MINUTE_MS });
  }
  return windows;
}

function barIn(
  market: SimulatedMarket,
  ticker: Ticker,
  { start, from, to, isWholeOnly }: BarWindow,
  now: Instant,
): TapeBar | undefined {
  if (isWholeOnly && now < to) return undefined;
  const begin = instant(Math.max(from, market.startsAt));
  // The slot that holds now has begun, so its print has been made.
  const end = instant(Math.min(to, slotTime(slotNumber(now) + 1)));
  if (end <= begin) return undefined;
  const bar = market.barOf(ticker, begin, end);
  return bar && { ...bar, start };
}

const TIMEFRAME = /^(\d{1,2})?(Min|T|Hour|H|Day|D|Week|W|Month|M)$/;
const MONTHS = new Set([1, 2, 3, 4, 6, 12]);

/** "5Min", "1Hour", "1Day", "1Week", "3Month" and their short forms; undefined for what this venue does not make. */
export function barLengthFrom(timeframe: string): BarLength | undefined {
  const match = TIMEFRAME.exec(timeframe);
  if (!match) return undefined;
  const count = Number(match[1] ?? "1");
  const unit = match[2] === "Min" ? "T" : match[2]?.[0];
  if (unit === "W") return count === 1 ? "week" : undefined;
  if (unit === "M") return MONTHS.has(count) ? { months: count } : undefined;
  if (unit === "D") return count === 1 ? "day" : undefined;
  const isInRange = unit === "H" ? 1 <= count && count <= 23 : 1 <= count && count <= 59;
  return isInRange ? { minutes: unit === "H" ? 60 * count : count } : undefined;
}

/** The session whose daily bar grows now, or the last one there was. */
export function dailyBars(tape: Tape, ticker: Ticker, now: Instant): readonly TapeBar[] {
  const first = instant(Math.max(tape.market.startsAt, now - 14 * DAY_MS));
  const newest = tapeBars(tape, ticker, {
    length: "day",
    first,
    last: now,
    isNewestFirst: true,
    now,
  });
  const bars: TapeBar[] = [];
  for (const bar of newest) if (bars.push(bar) === 2) break;
  return bars;
}
