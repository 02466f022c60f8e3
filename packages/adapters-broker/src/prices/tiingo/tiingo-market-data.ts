import type { Clock } from "@sevenfold/application/ports/clock";
import {
  type MarketData,
  MarketDataUnavailable,
  type PriceProvider,
} from "@sevenfold/application/ports/market-data";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import {
  type Instant,
  MINUTE_MS,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { z } from "zod";

import type { Look, PollLimits } from "../polled.ts";
import { polledMarketData } from "../polled-market-data.ts";
import { type PricePlan, priceBudget } from "../price-budget.ts";
import {
  askForPrices,
  type PriceAnswer,
  type PriceDoor,
  type Refusal,
  readPrices,
  retryAfterMsOf,
  unavailable,
} from "../price-call.ts";
import { barsWithin, dashed, meantBy } from "../price-from-wire.ts";
import { barsFromDays, printFromIex, quoteFromIex } from "./tiingo-mapping.ts";
import { todaysSplits } from "./tiingo-todays-splits.ts";
import { DayWire, IexWire, RefusalWire } from "./tiingo-wire.ts";

export const TIINGO: PriceProvider = {
  id: "tiingo",
  name: "Tiingo",
  label: "Derived from trades on IEX",
  delayedByMs: 0,
  streams: false,
  newsWithinMs: 10 * MINUTE_MS,
  quotes: true,
  halts: false,
  bars: ["day"],
  adjusted: "split",
};

export interface TiingoSettings {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly plan: PricePlan;
  /** Where it is not the usual one. */
  readonly polling?: Partial<PollLimits>;
}

/** What is said of its free plan; Tiingo changes it now and then. */
export const TIINGO_SETTINGS: Omit<TiingoSettings, "token"> = {
  url: "https://api.tiingo.com",
  timeoutMs: 10_000,
  plan: { perMinute: 20, perHour: 50, perDay: 1_000 },
};

/** Forty looks leave ten calls of an hour to who asks for days. */
const EVERY_MS = 90_000;
const SYMBOLS_PER_LOOK = 100;
/** Some 250 days of a quarter of a kilobyte are a year. */
const DAYS_PER_PAGE_MS = 5 * 366 * 24 * 60 * MINUTE_MS;

/** Where it is asked, with its limits. */
export const tiingoDoor = (
  { plan, timeoutMs, token, url }: TiingoSettings,
  clock: Clock,
): PriceDoor => ({
  name: TIINGO.name,
  url,
  headers: { Authorization: `Token ${token}`, Accept: "application/json" },
  secret: token,
  timeoutMs,
  budget: priceBudget(plan, clock),
  troubleIn: (answer) => allowanceIn(answer, clock.now()) ?? troubleIn(answer),
});

/** Every day since, up to today whatever is wanted of them: a later split changes those before it. */
export async function readDays(
  door: PriceDoor,
  ticker: Ticker,
  { start, now }: { readonly start: Instant; readonly now: Instant },
): Promise<readonly DayWire[]> {
  const days: DayWire[] = [];
  for (let from = start; from <= now; from = (from + DAYS_PER_PAGE_MS) as Instant) {
    const to = Math.min(from + DAYS_PER_PAGE_MS - 1, now) as Instant;
    const path = `/tiingo/daily/${encodeURIComponent(dashed(ticker))}/prices`;
    const query = { startDate: tradingDayOf(from), endDate: tradingDayOf(to), format: "json" };
    const page = await askForPrices(door, { path, query });
    days.push(...readPrices(door, z.array(DayWire), page));
  }
  return byDate(days);
}

export function tiingoMarketData(settings: TiingoSettings, clock: Clock): MarketData {
  const door = tiingoDoor(settings, clock);
  const given = new Set<Ticker>();
  const splitSince = todaysSplits(door, clock);

  return polledMarketData({
    provider: TIINGO,
    calendar: NYSE_CALENDAR,
    clock,
    polling: {
      symbolsPerLook: SYMBOLS_PER_LOOK,
      everyMs: EVERY_MS,
      followedMax: SYMBOLS_PER_LOOK,
      ...settings.polling,
    },
    look: (tickers) => lookAtGiven(door, tickers, given),

    async bars({ end, interval, start, ticker }) {
      if (interval !== "day")
        throw unavailable(door, { trouble: { reason: "plan" }, message: "It gives bars of days." });
      const days = await readDays(door, ticker, { start, now: clock.now() });
      return barsWithin(barsFromDays(days, await splitSince(ticker, days)), { start, end });
    },
  });
}

/** In the order of time, each date once: pages may share one. */
const byDate = (days: readonly DayWire[]): readonly DayWire[] =>
  [...new Map(days.map((day) => [day.date.slice(0, 10), day])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, day]) => day);

/**
 * Where an allowance of symbols is spent, one that it has not given yet keeps back none of those that it
 * has: they are asked for without it.
 */
async function lookAtGiven(
  door: PriceDoor,
  tickers: readonly Ticker[],
  given: Set<Ticker>,
): Promise<Look> {
  const known = tickers.filter((ticker) => given.has(ticker));
  const isSpent = (error: unknown) =>
    error instanceof MarketDataUnavailable && error.trouble.reason === "plan";
  const found = await look(door, tickers).catch(async (error: unknown) => {
    if (known.length === 0 || known.length === tickers.length || !isSpent(error)) throw error;
    const withheld = tickers.filter((ticker) => !given.has(ticker));
    return { ...(await look(door, known)), withheld };
  });
  for (const { ticker } of found.prints) given.add(ticker);
  return found;
}

async function look(door: PriceDoor, tickers: readonly Ticker[]): Promise<Look> {
  const body = await askForPrices(door, {
    path: "/iex/",
    query: { tickers: tickers.map(dashed).join(",") },
  });
  const prints: Print[] = [];
  const quotes: Quote[] = [];
  for (const wire of readPrices(door, z.array(IexWire), body)) {
    const ticker = meantBy(wire.ticker, tickers);
    if (ticker === undefined) continue;
    const print = printFromIex(ticker, wire);
    const quote = quoteFromIex(ticker, wire);
    if (print) prints.push(print);
    if (quote) quotes.push(quote);
  }
  return { prints, quotes, withheld: [] };
}

const HOUR_MS = 60 * MINUTE_MS;

/**
 * "You have run over your hourly request allocation", or "your 500 symbol look up for this month", under
 * which it goes on to give those it gave before. Said with status 429 or 200, in JSON or in plain words.
 */
function allowanceIn({ body, headers, text }: PriceAnswer, now: Instant): Refusal | undefined {
  const read = RefusalWire.safeParse(body);
  const message = read.success ? read.data.detail : text;
  if (!/^\W*(error: )?you have (run over|exceeded) your /i.test(message)) return undefined;
  if (/symbol/i.test(message)) return { trouble: { reason: "plan" }, message };
  // Of a day or a month that is spent it does not say when it ends: it is asked again each hour.
  const retryAfterMs = retryAfterMsOf(headers) ?? HOUR_MS - (now % HOUR_MS);
  return { trouble: { reason: "rate-limit", retryAfterMs }, message };
}

/** It refuses in words beside the status, which tells the kind. */
function troubleIn({ body, isOk, status }: PriceAnswer): Refusal | undefined {
  const read = RefusalWire.safeParse(body);
  if (!read.success) return undefined;
  const message = read.data.detail;
  if (status === 404) return { trouble: { reason: "not-found" }, message };
  if (status === 401 || status === 403) return { trouble: { reason: "credentials" }, message };
  return isOk ? { trouble: { reason: "unreadable" }, message } : undefined;
}
