import { setImmediate as nextTurn } from "node:timers/promises";

import { lastPrintAt } from "@sevenfold/application/simulation/venue-hours";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";

import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
  RequestRefused,
} from "./exchange-http.ts";
import { wireBar, wireQuote, wireTrade } from "./exchange-mapping.ts";
import { instantFrom, listFrom } from "./exchange-query.ts";
import type { WireBar } from "./exchange-wire.ts";
import { type BarQuestion, barLengthFrom, dailyBars, MINUTE_MS, tapeBars } from "./tape-bars.ts";

const SYMBOLS_MAX = 1_000;

/** Prices present and past, in JSON numbers. Unknown symbols are absent, not refused. */
export function marketRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  const { market, calendar, now } = desk;
  const printed = () => lastPrintAt(calendar, now());
  const quote = (ticker: Ticker) => wireQuote(market.quoteAt(ticker, printed()));
  const trade = (ticker: Ticker) => wireTrade(market.printAt(ticker, printed()));
  const minuteBar = (ticker: Ticker) => latestMinuteBar(desk, ticker);
  const snapshot = (ticker: Ticker) => {
    const [today, previous] = dailyBars(desk, ticker, now());
    return {
      latestTrade: trade(ticker),
      latestQuote: quote(ticker),
      minuteBar: minuteBar(ticker) ?? null,
      dailyBar: today ? wireBar(today) : null,
      prevDailyBar: previous ? wireBar(previous) : null,
    };
  };
  const one =
    (wrap: (ticker: Ticker) => Record<string, unknown>) =>
    ({ captures: [symbol = ""] }: ExchangeRequest): ExchangeAnswer =>
      market.has(symbol)
        ? json({ symbol, ...wrap(symbol) })
        : json({ message: `symbol not found: ${symbol}` }, 404);
  const many =
    (value: (ticker: Ticker) => unknown, wrap: (rows: Record<string, unknown>) => unknown) =>
    ({ query }: ExchangeRequest): ExchangeAnswer =>
      json(wrap(Object.fromEntries(listed(desk, query).map((ticker) => [ticker, value(ticker)]))));

  return [
    get(
      /^\/v2\/stocks\/quotes\/latest$/,
      many(quote, (quotes) => ({ quotes })),
    ),
    get(
      /^\/v2\/stocks\/trades\/latest$/,
      many(trade, (trades) => ({ trades })),
    ),
    get(
      /^\/v2\/stocks\/bars\/latest$/,
      many(minuteBar, (bars) => ({ bars })),
    ),
    get(
      /^\/v2\/stocks\/snapshots$/,
      many(snapshot, (rows) => rows),
    ),
    get(/^\/v2\/stocks\/bars$/, (request) => manyBars(desk, request)),
    get(
      /^\/v2\/stocks\/([^/]+)\/quotes\/latest$/,
      one((ticker) => ({ quote: quote(ticker) })),
    ),
    get(
      /^\/v2\/stocks\/([^/]+)\/trades\/latest$/,
      one((ticker) => ({ trade: trade(ticker) })),
    ),
    get(
      /^\/v2\/stocks\/([^/]+)\/bars\/latest$/,
      one((ticker) => ({ bar: minuteBar(ticker) })),
    ),
    get(/^\/v2\/stocks\/([^/]+)\/snapshot$/, one(snapshot)),
    get(/^\/v2\/stocks\/([^/]+)\/bars$/, (request) => barsOfOne(desk, request)),
  ];
}

const get = (pattern: RegExp, answer: ExchangeRoute["answer"]): ExchangeRoute => ({
  method: "GET",
  pattern,
  answer,
});

/** The listed symbols of the query, once each, by name. */
function listed({ market }: ExchangeDesk, query: URLSearchParams): readonly Ticker[] {
  const symbols = listFrom(query, "symbols");
  if (!symbols) throw new RequestRefused(400, { message: "symbols is required" });
  if (SYMBOLS_MAX < symbols.length)
    throw new RequestRefused(400, { message: `at most ${SYMBOLS_MAX} symbols` });
  return [...new Set(symbols)].sort().filter(market.has);
}

function latestMinuteBar(desk: ExchangeDesk, ticker: Ticker): WireBar | undefined {
  const at = lastPrintAt(desk.calendar, desk.now());
  const question: BarQuestion = {
    length: { minutes: 1 },
    first: instant(at - 2 * MINUTE_MS),
    last: at,
    isNewestFirst: true,
    now: desk.now(),
  };
  for (const bar of tapeBars(desk, ticker, question)) return wireBar(bar);
  return undefined;
}

const BARS_PER_PAGE = { fallback: 1_000, max: 10_000 };
/** A page gives the process back after so long: a daily bar costs a thousand times a price. */
const TURN_MAX_MS = 4;
const ADJUSTMENTS = new Set(["raw", "split", "dividend", "spin-off", "all"]);
const FEEDS = new Set(["sip", "iex", "otc", "boats"]);

interface BarPage {
  readonly bars: ReadonlyMap<Ticker, readonly WireBar[]>;
  readonly nextPageToken: string | null;
}

async function manyBars(desk: ExchangeDesk, { query }: ExchangeRequest): Promise<ExchangeAnswer> {
  const { bars, nextPageToken } = await barPage(desk, listed(desk, query), query);
  return json({ bars: Object.fromEntries(bars), next_page_token: nextPageToken });
}

async function barsOfOne(
  desk: ExchangeDesk,
  { captures: [symbol = ""], query }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  const { bars, nextPageToken } = await barPage(desk, [symbol].filter(desk.market.has), query);
  const [rows = null] = bars.values();
  return json({ bars: rows, symbol, next_page_token: nextPageToken });
}

/** One page across all symbols, by symbol and then time. The token names where the last one ended. */
async function barPage(
  desk: ExchangeDesk,
  tickers: readonly Ticker[],
  query: URLSearchParams,
): Promise<BarPage> {
  const question = questionFrom(query, desk.now());
  const limit = limitFrom(query);
  const token = tokenFrom(query);
  const bars = new Map<Ticker, WireBar[]>();
  let count = 0;
  let turnBegan = performance.now();
  for (const ticker of tickers) {
    if (token && ticker < token.ticker) continue;
    const from = token?.ticker === ticker ? after(question, token.start) : question;
    for (const bar of tapeBars(desk, ticker, from)) {
      // One more than the page holds is there: the token is given only when something follows.
      if (count === limit) return { bars, nextPageToken: tokenOf(bars) };
      const rows = bars.get(ticker) ?? [];
      rows.push(wireBar(bar));
      bars.set(ticker, rows);
      count += 1;
      if (performance.now() - turnBegan < TURN_MAX_MS) continue;
      await nextTurn();
      turnBegan = performance.now();
    }
  }
  return { bars, nextPageToken: null };
}

function questionFrom(query: URLSearchParams, now: Instant): BarQuestion {
  const timeframe = query.get("timeframe") ?? "";
  const length = barLengthFrom(timeframe);
  if (!length) throw new RequestRefused(400, { message: `invalid timeframe: ${timeframe}` });
  const adjustment = query.get("adjustment") || "raw";
  if (!adjustment.split(",").every((word) => ADJUSTMENTS.has(word)))
    throw new RequestRefused(400, { message: `invalid adjustment: ${adjustment}` });
  const feed = query.get("feed") || "iex";
  if (!FEEDS.has(feed)) throw new RequestRefused(400, { message: `invalid feed: ${feed}` });
  return {
    length,
    first: instantFrom(query, "start") ?? dayBoundsOf(now).starts,
    last: instantFrom(query, "end") ?? now,
    isNewestFirst: query.get("sort") === "desc",
    now,
  };
}

function limitFrom(query: URLSearchParams): number {
  const limit = Number(query.get("limit") || BARS_PER_PAGE.fallback);
  if (!Number.isInteger(limit) || limit < 1)
    throw new RequestRefused(400, { message: `invalid limit: ${query.get("limit")}` });
  if (BARS_PER_PAGE.max < limit)
    throw new RequestRefused(400, {
      message: `invalid limit: larger than the allowed maximum of ${BARS_PER_PAGE.max}`,
    });
  return limit;
}

interface PageToken {
  readonly ticker: string;
  readonly start: Instant;
}

const after = (question: BarQuestion, start: Instant): BarQuestion =>
  question.isNewestFirst
    ? { ...question, last: instant(start - 1) }
    : { ...question, first: instant(start + 1) };

function tokenOf(bars: ReadonlyMap<Ticker, readonly WireBar[]>): string | null {
  const [ticker, rows] = [...bars].at(-1) ?? [];
  const bar = rows?.at(-1);
  return bar ? Buffer.from(`${ticker}|${Date.parse(bar.t)}`).toString("base64url") : null;
}

function tokenFrom(query: URLSearchParams): PageToken | undefined {
  const text = query.get("page_token");
  if (!text) return undefined;
  const [ticker = "", start = ""] = Buffer.from(text, "base64url").toString("utf8").split("|");
  if (!/^\d{1,15}$/.test(start)) throw new RequestRefused(400, { message: "invalid page_token" });
  return { ticker, start: instant(Number(start)) };
}
