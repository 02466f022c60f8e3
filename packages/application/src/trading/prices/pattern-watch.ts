import type { TradingCalendar } from "@sevenfold/domain/calendar";
import {
  type Bar,
  type BarInterval,
  type Instant,
  MINUTE_MS,
  type Print,
  type Ticker,
} from "@sevenfold/domain/market";
import {
  MINUTE_PATTERN_STANDS_MS,
  PATTERN_BARS_MAX,
  type PatternName,
  patternsAt,
} from "@sevenfold/domain/pattern";

import type { Ports } from "../../ports.ts";
import { barsFrom } from "./bars-from.ts";
import {
  closeBefore,
  type MinuteCandles,
  noCandles,
  putHistory,
  takePrice,
} from "./minute-candles.ts";
import type { PriceBoard } from "./price-board.ts";

/** A bar pattern that was completed a short while ago, and on bars of which length. */
export interface StandingPattern {
  readonly name: PatternName;
  readonly interval: "day" | "minute";
}

/** Which bar patterns stand: one per process, fed by the accepted prices. */
export interface PatternWatch {
  /** Those of daily bars first. Empty also while too few bars are known. */
  standing(ticker: Ticker): readonly StandingPattern[];
  stop(): Promise<void>;
}

type Needs = Pick<Ports, "clock" | "log" | "marketData"> & {
  readonly prices: Pick<PriceBoard, "listen">;
  /** The hours of the market the prices come from. */
  readonly calendar: TradingCalendar;
};

type LoadingNeeds = Needs & { readonly signal: AbortSignal };

interface Watched {
  readonly minutes: MinuteCandles;
  areMinutesLoaded: boolean;
  days: readonly StandingPattern[];
  /** When the daily bars were asked for, and when they should be again. */
  daysAskedAt: Instant;
  daysStaleAt: Instant;
  /** After a failure, when to try again by the clock that never steps. */
  retryMs: number;
}

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Holds 42 sessions, whatever the holidays and though some went by without a trade. */
const DAYS_LOOKBACK_MS = 75 * DAY_MS;
/** Of a session; holds 42 minutes of a symbol that trades every third. */
const MINUTES_LOOKBACK_MS = 2 * HOUR_MS;
/** Providers take a while to add up a day. */
const DAY_GRACE_MS = 10 * MINUTE_MS;
const PAUSE_MS = 1_000;
const PAUSE_PER_CALL_MS = 250;
const RETRY_MS = 5 * MINUTE_MS;
const NONE: readonly StandingPattern[] = Object.freeze([]);

export function openPatternWatch(needs: Needs): PatternWatch {
  const { calendar, clock, prices } = needs;
  const watched = new Map<Ticker, Watched>();
  const ending = new AbortController();

  const hear = ({ ticker, price, at }: Print) => {
    if (calendar.sessionAt(at)) takePrice(watchedOf(watched, ticker).minutes, price, at);
  };
  const deafen = prices.listen((prints) => prints.forEach(hear));
  const loading = keepLoaded({ ...needs, signal: ending.signal }, watched);
  return {
    standing(ticker) {
      const known = watched.get(ticker);
      return known ? standingOf(known, clock.now()) : NONE;
    },
    async stop() {
      deafen();
      ending.abort();
      await Promise.allSettled([loading]);
    },
  };
}

function watchedOf(watched: Map<Ticker, Watched>, ticker: Ticker): Watched {
  const known = watched.get(ticker);
  if (known) return known;
  const fresh: Watched = {
    minutes: noCandles(),
    areMinutesLoaded: false,
    days: NONE,
    daysAskedAt: 0 as Instant,
    daysStaleAt: 0 as Instant,
    retryMs: Number.NEGATIVE_INFINITY,
  };
  watched.set(ticker, fresh);
  return fresh;
}

function standingOf({ days, minutes }: Watched, at: Instant): readonly StandingPattern[] {
  closeBefore(minutes, at);
  const areMinutesNews = at < minutes.patternsAt + MINUTE_PATTERN_STANDS_MS;
  if (!areMinutesNews || minutes.patterns.length === 0) return days;
  return [...days, ...minutes.patterns.map((name) => ({ name, interval: "minute" as const }))];
}

/** Loads the bars from before this process listened, one call at a time. */
async function keepLoaded(
  needs: LoadingNeeds,
  watched: ReadonlyMap<Ticker, Watched>,
): Promise<void> {
  const { clock, log, signal } = needs;
  while (!signal.aborted) {
    await clock.sleep(PAUSE_MS, signal);
    for (const [ticker, row] of [...watched]) {
      if (signal.aborted) return;
      if (clock.monotonicMs() < row.retryMs) continue;
      try {
        if (areDaysStale(row, clock.now())) {
          await loadDays(needs, ticker, row);
          await clock.sleep(PAUSE_PER_CALL_MS, signal);
        }
        // Until the minute that was missed in part is over, it would be recorded in part too.
        if (!row.areMinutesLoaded && (row.minutes.wholeFrom ?? 0) <= clock.now()) {
          await loadMinutes(needs, ticker, row);
          await clock.sleep(PAUSE_PER_CALL_MS, signal);
        }
      } catch (error) {
        log.warn("pattern-bars-missing", { ticker, error: String(error) });
        row.retryMs = clock.monotonicMs() + RETRY_MS;
      }
    }
  }
}

/** What was asked for later than now was by a clock that ran ahead. */
const areDaysStale = ({ daysAskedAt, daysStaleAt }: Watched, now: Instant): boolean =>
  daysStaleAt <= now || now < daysAskedAt;

async function loadDays(needs: LoadingNeeds, ticker: Ticker, row: Watched): Promise<void> {
  const { calendar, clock } = needs;
  const now = clock.now();
  const session = calendar.sessionAt(now);
  const closes = session
    ? calendar.previousSession(session.opens).closes
    : calendar.previousSession(now).closes;
  const bars = await lastBars(needs, {
    ticker,
    interval: "day",
    // The last instant of the session: at its close the next one may already have begun. A day
    // begins before its session opens: one more, so that the first one counts.
    starts: [
      barsFrom(calendar, (closes - 1) as Instant, { interval: "day", count: PATTERN_BARS_MAX + 1 }),
      (now - DAYS_LOOKBACK_MS) as Instant,
    ],
    end: closes,
    counts: ({ start }) => start < closes,
  });
  row.days = lastPatternsOf(bars);
  const next = session ?? calendar.nextSession(now);
  row.daysAskedAt = now;
  row.daysStaleAt = (next.closes + DAY_GRACE_MS) as Instant;
}

function lastPatternsOf(days: readonly Bar[]): readonly StandingPattern[] {
  const last = days.slice(-PATTERN_BARS_MAX);
  if (last.length === 0) return NONE;
  const names = patternsAt(last, last.length - 1);
  return names.length === 0 ? NONE : names.map((name) => ({ name, interval: "day" as const }));
}

async function loadMinutes(needs: LoadingNeeds, ticker: Ticker, row: Watched): Promise<void> {
  const { calendar, clock } = needs;
  const now = clock.now();
  const latest = calendar.sessionAt(now) ?? calendar.previousSession(now);
  const isYoung = now - latest.opens < MINUTES_LOOKBACK_MS;
  // Early in a session its bars follow those of the one before.
  const from = isYoung
    ? calendar.previousSession(latest.opens).closes
    : Math.min(now, latest.closes);
  const end = (now - (now % MINUTE_MS)) as Instant;
  const bars = await lastBars(needs, {
    ticker,
    interval: "minute",
    starts: [
      barsFrom(calendar, end, { interval: "minute", count: PATTERN_BARS_MAX }),
      (from - MINUTES_LOOKBACK_MS) as Instant,
    ],
    end,
    counts: ({ start }) => calendar.sessionAt(start) !== undefined,
  });
  putHistory(row.minutes, bars);
  row.areMinutesLoaded = true;
}

/**
 * As many bars as patterns look back over, and maybe more. Those of a symbol that trades all the time
 * lie after the first of the two starts; only where they are too few is asked from the other.
 */
async function lastBars(
  { clock, marketData, signal }: LoadingNeeds,
  { starts: [near, far], counts, ...wanted }: BarsWanted,
): Promise<readonly Bar[]> {
  const bars = (await marketData.bars({ ...wanted, start: near })).filter(counts);
  if (PATTERN_BARS_MAX <= bars.length || near <= far) return bars;
  await clock.sleep(PAUSE_PER_CALL_MS, signal);
  return (await marketData.bars({ ...wanted, start: far })).filter(counts);
}

interface BarsWanted {
  readonly ticker: Ticker;
  readonly interval: BarInterval;
  readonly starts: readonly [near: Instant, far: Instant];
  readonly end: Instant;
  readonly counts: (bar: Bar) => boolean;
}
