import { MARKET_EPOCH, SLOT_MS } from "@sevenfold/application/simulation/price-curve";
import type { SimulatedMarket, TapeBar } from "@sevenfold/application/simulation/simulated-market";
import type { VenueCalendar, VenueSession } from "@sevenfold/application/simulation/venue-hours";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { dayBoundsOf, tradingDayOf } from "@sevenfold/domain/new-york-time";

export const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** The length of bars: minutes of the extended session, or the regular session of a day. */
export type BarLength = { readonly minutes: number } | "day";

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
  const last = question.last < now ? question.last : now;
  const fromDay = dayNumberFrom(tradingDayOf(first < MARKET_EPOCH ? MARKET_EPOCH : first));
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
  length: BarLength,
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
  const begin = instant(Math.max(from, MARKET_EPOCH));
  // The slot that holds now has begun, so its print has been made.
  const end = instant(Math.min(to, now - ((now - MARKET_EPOCH) % SLOT_MS) + SLOT_MS));
  if (end <= begin) return undefined;
  const bar = market.barOf(ticker, begin, end);
  return bar && { ...bar, start };
}

const TIMEFRAME = /^(\d{1,2})?(Min|T|Hour|H|Day|D)$/;

/** "5Min", "1Hour", "1Day" and their short forms; undefined for what this venue does not make. */
export function barLengthFrom(timeframe: string): BarLength | undefined {
  const match = TIMEFRAME.exec(timeframe);
  if (!match) return undefined;
  const count = Number(match[1] ?? "1");
  const unit = match[2]?.[0];
  if (unit === "D") return count === 1 ? "day" : undefined;
  const isInRange = unit === "H" ? 1 <= count && count <= 23 : 1 <= count && count <= 59;
  return isInRange ? { minutes: unit === "H" ? 60 * count : count } : undefined;
}

/** The session whose daily bar grows now, or the last one there was. */
export function dailyBars(tape: Tape, ticker: Ticker, now: Instant): readonly TapeBar[] {
  const first = instant(Math.max(MARKET_EPOCH, now - 14 * DAY_MS));
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
