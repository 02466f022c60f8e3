import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { dayNumberFrom } from "@sevenfold/domain/calendar-date";
import type { EquityPoint, Instant, Ticker } from "@sevenfold/domain/market";
import { instant } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import type { SimulatedMarket } from "../../exchange/simulated-market.ts";
import type { StoredTrail } from "../../ports/stores/trail-store.ts";
import type { BacktestTrade } from "../../research/backtest/backtest-report.ts";
import type { BarColumns } from "../../research/backtest/bar-columns.ts";
import { runBacktest } from "../../research/backtest/run-backtest.ts";

/** Fine enough for a rule of percents, and a fifth of the work of minutes. */
const BAR_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** Thirty days of an account that never was: what the strategy would have done on this market. */
export interface DemoHistory {
  readonly openedAt: Instant;
  /** Where the run ended: trails stand as of here. */
  readonly endsAt: Instant;
  readonly cash: Money;
  /** Oldest first. */
  readonly trades: readonly BacktestTrade[];
  readonly trails: readonly StoredTrail[];
  /**
   * Every hour and at every close of a session, oldest first, the opening included. Goes on after
   * the end for as long as the history is given out: nothing is traded then, so the market alone
   * says what it will be worth.
   */
  readonly equity: readonly EquityPoint[];
}

export interface DemoShape {
  readonly market: SimulatedMarket;
  readonly calendar: TradingCalendar;
  readonly tickers: readonly Ticker[];
  readonly strategy: Strategy;
  readonly limits: RiskLimits;
  readonly cash: Money;
  readonly sessions: number;
  readonly endsAt: Instant;
  /** Nobody begins with it later than this. */
  readonly givenUntil: Instant;
}

/**
 * Runs the backtest over the exchange's own five-minute bars: the same executions then stand in
 * the venue's book and in ours. A second or two of work for 85 symbols: not for the main thread.
 */
export function demoHistory(shape: DemoShape): DemoHistory {
  const { market, calendar, tickers, strategy, limits, cash, endsAt } = shape;
  const openedAt = openingOf(calendar, endsAt, shape.sessions);
  const columns = tickers.map((ticker) =>
    fiveMinuteBars(market, calendar, ticker, openedAt, endsAt),
  );
  const report = runBacktest(columns, { strategy, limits, cash, fill: "next-open" });
  const { book, trades } = report;
  const trails = book.tickers.flatMap((ticker, slot): StoredTrail[] =>
    book.high[slot] === 0
      ? []
      : [
          {
            ticker,
            since: book.since[slot] as Instant,
            high: book.high[slot] as StoredTrail["high"],
            low: book.low[slot] as StoredTrail["low"],
            last: book.last[slot] as StoredTrail["last"],
            lastAt: endsAt,
            coolDownUntil: book.coolDownUntil[slot] as Instant,
            sessionsBelow: book.sessionsBelow[slot] as number,
            version: 0,
          },
        ],
  );
  return {
    openedAt,
    endsAt,
    cash,
    trades,
    trails,
    equity: equityAt(market, trades, cash, instantsOf(calendar, openedAt, shape.givenUntil)),
  };
}

/** The opening of the session that began so many sessions before. */
function openingOf(calendar: TradingCalendar, endsAt: Instant, sessions: number): Instant {
  let session = calendar.previousSession(endsAt);
  for (let before = 1; before < sessions; before += 1)
    session = calendar.previousSession(session.opens);
  return session.opens;
}

function fiveMinuteBars(
  market: SimulatedMarket,
  calendar: TradingCalendar,
  ticker: Ticker,
  from: Instant,
  to: Instant,
): BarColumns {
  const countMax = Math.floor((to - from) / BAR_MS);
  const opensAt = new Float64Array(countMax);
  const closesAt = new Float64Array(countMax);
  const open = new Float64Array(countMax);
  const close = new Float64Array(countMax);
  const day = new Int32Array(countMax);
  let count = 0;
  let session = calendar.sessionAt(from) ?? calendar.nextSession(from);
  let dayNumber = dayNumberFrom(session.day);
  for (let at = from as number; at + BAR_MS <= to; at += BAR_MS) {
    if (session.closes <= at) {
      session = calendar.sessionAt(instant(at)) ?? calendar.nextSession(instant(at));
      dayNumber = dayNumberFrom(session.day);
    }
    if (at < session.opens) continue;
    opensAt[count] = at;
    closesAt[count] = at + BAR_MS;
    open[count] = market.priceAt(ticker, instant(at));
    close[count] = market.priceAt(ticker, instant(at + BAR_MS - 1));
    day[count] = dayNumber;
    count += 1;
  }
  return { ticker, count, opensAt, closesAt, open, close, day };
}

/** Every hour, and every close between. */
function instantsOf(calendar: TradingCalendar, from: Instant, to: Instant): readonly Instant[] {
  const instants = new Set<number>();
  for (let at = from as number; at <= to; at += HOUR_MS) instants.add(at);
  let { closes } = calendar.previousSession(to);
  for (; from < closes; closes = calendar.previousSession(instant(closes - 1)).closes)
    instants.add(closes);
  return [...instants].sort((one, other) => one - other).map(instant);
}

/**
 * Cash and shares at each instant, at the prices of the moment before: a close is that of the last
 * print, and what trades on the stroke belongs to what follows.
 */
function equityAt(
  market: SimulatedMarket,
  trades: readonly BacktestTrade[],
  opening: Money,
  instants: readonly Instant[],
): readonly EquityPoint[] {
  const held = new Map<Ticker, number>();
  let cash: number = opening;
  let next = 0;
  return instants.map((at) => {
    for (; next < trades.length && trades[next]!.at < at; next += 1) {
      const { ticker, side, quantity, price, fee } = trades[next]!;
      const bought = side === "buy" ? quantity : -quantity;
      cash -= bought * price + fee;
      held.set(ticker, (held.get(ticker) ?? 0) + bought);
    }
    let equity = cash;
    for (const [ticker, shares] of held)
      if (shares !== 0) equity += shares * market.priceAt(ticker, instant(at - 1));
    return { at, equity: money(equity) };
  });
}
