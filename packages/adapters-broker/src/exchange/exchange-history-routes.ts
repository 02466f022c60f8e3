import { setImmediate as nextTurn } from "node:timers/promises";

import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";

import { type Adjustment, adjustedMarket } from "./adjusted-market.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
  RequestRefused,
} from "./exchange-http.ts";
import { wireBar, wireQuote, wireTrade } from "./exchange-price-mapping.ts";
import { instantFrom, listFrom } from "./exchange-query.ts";
import { barLengthFrom, tapeBars } from "./tape-bars.ts";
import { tapeSlots } from "./tape-slots.ts";

/** Bars, quotes and trades of the past, by pages; of one symbol or of many. */
export function historyRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return (["bars", "quotes", "trades"] as const).flatMap((kind): readonly ExchangeRoute[] => [
    {
      method: "GET",
      pattern: new RegExp(`^/v2/stocks/${kind}$`),
      answer: (request) => manySymbols(desk, kind, request),
    },
    {
      method: "GET",
      pattern: new RegExp(`^/v2/stocks/([^/]+)/${kind}$`),
      answer: (request) => oneSymbol(desk, kind, request),
    },
  ]);
}

const SYMBOLS_MAX = 1_000;

/** The listed symbols of the query, once each, by name. Unknown ones are left out. */
export function listedSymbols({ market }: ExchangeDesk, query: URLSearchParams): readonly Ticker[] {
  const symbols = listFrom(query, "symbols");
  if (!symbols) throw new RequestRefused(400, { message: "symbols is required" });
  if (SYMBOLS_MAX < symbols.length)
    throw new RequestRefused(400, { message: `at most ${SYMBOLS_MAX} symbols` });
  return [...new Set(symbols)].sort().filter(market.has);
}

type Kind = "bars" | "quotes" | "trades";

async function manySymbols(
  desk: ExchangeDesk,
  kind: Kind,
  { query }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  const tickers = listedSymbols(desk, query);
  const { rows, nextPageToken } = await pageOf(desk, kind, tickers, query);
  return json({ [kind]: Object.fromEntries(rows), next_page_token: nextPageToken });
}

async function oneSymbol(
  desk: ExchangeDesk,
  kind: Kind,
  { captures: [symbol = ""], query }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  const tickers = [symbol].filter(desk.market.has);
  const { rows, nextPageToken } = await pageOf(desk, kind, tickers, query);
  const [found = null] = rows.values();
  return json({ [kind]: found, symbol, next_page_token: nextPageToken });
}

/** A stretch of the past to read, both ends included. */
interface Span {
  readonly first: Instant;
  readonly last: Instant;
  readonly isNewestFirst: boolean;
}

interface Row {
  readonly t: string;
}

const ROWS_PER_PAGE = { fallback: 1_000, max: 10_000 };
/** A page gives the process back after so long: a daily bar costs a thousand times a price. */
const TURN_MAX_MS = 4;

/** One page across all symbols, by symbol and then time. The token names where the last one ended. */
async function pageOf(
  desk: ExchangeDesk,
  kind: Kind,
  tickers: readonly Ticker[],
  query: URLSearchParams,
): Promise<{
  readonly rows: ReadonlyMap<Ticker, readonly Row[]>;
  readonly nextPageToken: string | null;
}> {
  const span = spanFrom(query, desk.now());
  const read = readerOf(desk, kind, query);
  const limit = limitFrom(query);
  const token = tokenFrom(query);
  const rows = new Map<Ticker, Row[]>();
  let count = 0;
  let turnBegan = performance.now();
  for (const ticker of tickers) {
    if (token && ticker < token.ticker) continue;
    const from = token?.ticker === ticker ? after(span, token.start) : span;
    for (const row of read(ticker, from)) {
      if (row) {
        // One more than the page holds is there: the token is given only when something follows.
        if (count === limit) return { rows, nextPageToken: tokenOf(rows) };
        const listed = rows.get(ticker) ?? [];
        listed.push(row);
        rows.set(ticker, listed);
        count += 1;
      }
      if (performance.now() - turnBegan < TURN_MAX_MS) continue;
      await nextTurn();
      turnBegan = performance.now();
    }
  }
  return { rows, nextPageToken: null };
}

/** Rows of one symbol; undefined now and then, where much is read and nothing found. */
type Reader = (ticker: Ticker, span: Span) => Iterable<Row | undefined>;

function readerOf(desk: ExchangeDesk, kind: Kind, query: URLSearchParams): Reader {
  checkFeed(query);
  const now = desk.now();
  if (kind !== "bars") {
    const { market } = desk;
    return function* (ticker, span) {
      for (const at of tapeSlots(desk, ticker, { ...span, now })) {
        if (at === undefined) yield undefined;
        else if (kind === "quotes") yield wireQuote(market.quoteAt(ticker, at));
        else yield wireTrade(market.printAt(ticker, at));
      }
    };
  }
  const timeframe = query.get("timeframe") ?? "";
  const length = barLengthFrom(timeframe);
  if (!length) throw new RequestRefused(400, { message: `invalid timeframe: ${timeframe}` });
  const tape = { ...desk, market: adjustedMarket(desk.market, adjustmentFrom(query), now) };
  return function* (ticker, span) {
    for (const bar of tapeBars(tape, ticker, { ...span, length, now })) yield wireBar(bar);
  };
}

const FEEDS = new Set(["sip", "iex", "otc", "boats"]);

function checkFeed(query: URLSearchParams): void {
  const feed = query.get("feed") || "iex";
  if (!FEEDS.has(feed)) throw new RequestRefused(400, { message: `invalid feed: ${feed}` });
}

const ADJUSTMENTS = new Set(["raw", "split", "dividend", "spin-off", "all"]);

/** What is taken out of earlier prices. Nothing here is ever spun off. */
function adjustmentFrom(query: URLSearchParams): ReadonlySet<Adjustment> {
  const adjustment = query.get("adjustment") || "raw";
  const words = adjustment.split(",");
  if (!words.every((word) => ADJUSTMENTS.has(word)))
    throw new RequestRefused(400, { message: `invalid adjustment: ${adjustment}` });
  const all = ["split", "dividend"] as const;
  return new Set(all.filter((kind) => words.includes(kind) || words.includes("all")));
}

export const spanFrom = (query: URLSearchParams, now: Instant): Span => ({
  first: instantFrom(query, "start") ?? dayBoundsOf(now).starts,
  last: instantFrom(query, "end") ?? now,
  isNewestFirst: query.get("sort") === "desc",
});

export function limitFrom(query: URLSearchParams): number {
  const limit = Number(query.get("limit") || ROWS_PER_PAGE.fallback);
  if (!Number.isInteger(limit) || limit < 1)
    throw new RequestRefused(400, { message: `invalid limit: ${query.get("limit")}` });
  if (ROWS_PER_PAGE.max < limit)
    throw new RequestRefused(400, {
      message: `invalid limit: larger than the allowed maximum of ${ROWS_PER_PAGE.max}`,
    });
  return limit;
}

interface PageToken {
  readonly ticker: string;
  readonly start: Instant;
}

const after = (span: Span, start: Instant): Span =>
  span.isNewestFirst
    ? { ...span, last: instant(start - 1) }
    : { ...span, first: instant(start + 1) };

function tokenOf(pages: ReadonlyMap<Ticker, readonly Row[]>): string | null {
  const [ticker, rows] = [...pages].at(-1) ?? [];
  const row = rows?.at(-1);
  return row ? Buffer.from(`${ticker}|${Date.parse(row.t)}`).toString("base64url") : null;
}

function tokenFrom(query: URLSearchParams): PageToken | undefined {
  const text = query.get("page_token");
  if (!text) return undefined;
  const [ticker = "", start = ""] = Buffer.from(text, "base64url").toString("utf8").split("|");
  if (!/^\d{1,15}$/.test(start)) throw new RequestRefused(400, { message: "invalid page_token" });
  return { ticker, start: instant(Number(start)) };
}
