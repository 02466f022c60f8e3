import {
  type MarketData,
  type MarketDataTrouble,
  MarketDataUnavailable,
} from "@sevenfold/application/ports/market-data";
import {
  type Bar,
  type BarInterval,
  type Instant,
  MINUTE_MS,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import type { z } from "zod";

import { CallBudget } from "../call-budget.ts";
import { chunksOf } from "../prices/chunks-of.ts";
import { barsWithin } from "../prices/price-from-wire.ts";
import {
  type AlpacaAnswer,
  type AlpacaCall,
  type AlpacaConnection,
  callAlpaca,
} from "./alpaca-http.ts";
import type { AlpacaFeed } from "./alpaca-market-feed.ts";
import { barFromWire, printFromWire, quoteFromWire } from "./alpaca-market-mapping.ts";
import { MarketDataStream } from "./alpaca-market-stream.ts";
import { BarsWire, LatestQuotesWire, LatestTradesWire, SnapshotsWire } from "./alpaca-wire.ts";
import { followRest } from "./follow-rest.ts";

const SYMBOLS_PER_CALL = 100;
/** Alpaca gives twice as many; these stay well within the limit of an answer. */
const BARS_PER_PAGE = 5_000;
const PAGES_MAX = 200;
const FRAMES = { minute: "1Min", day: "1Day" } as const;
/**
 * One call in ten seconds is kept for what is followed and not streamed, the hundred symbols that matter
 * most, however often people ask and however many bars are read.
 */
const CALLS = { perMinute: 180, reserve: 6 };
/** What is older than this is given to everybody, of all exchanges. */
const FREE_AFTER_MS = 16 * MINUTE_MS;

/** Alpaca's market data: the real feed, or the built-in exchange that speaks like it. */
export function alpacaMarketData(
  connection: AlpacaConnection,
  feed: AlpacaFeed,
  budget = new CallBudget(CALLS),
  now: () => number = Date.now,
): MarketData {
  const stream = new MarketDataStream(connection, feed.streamedMax);

  const read = async <Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    query: NonNullable<AlpacaCall["query"]>,
    purpose?: AlpacaCall["purpose"],
  ): Promise<z.output<Shape>> => {
    const answer = await callAlpaca(connection, budget, {
      host: "market-data",
      method: "GET",
      path,
      query: { feed: feed.feed, ...query },
      ...(purpose && { purpose }),
    });
    if (answer.kind !== "ok") throw new MarketDataUnavailable(troubleOf(answer), answer.message);
    const body = shape.safeParse(answer.body);
    if (!body.success)
      throw new MarketDataUnavailable(UNREADABLE, "The market data could not be read.");
    return body.data;
  };

  const snapshots: MarketData["latest"] = (tickers) =>
    gathered(tickers, async (symbols, { prints, quotes }) => {
      const query = { symbols: symbols.join(",") };
      const found = await read(SnapshotsWire, "/v2/stocks/snapshots", query, "lowers-risk");
      for (const [symbol, each] of Object.entries(found)) {
        if (!isOneOf(symbols, symbol)) continue;
        if (each?.latestTrade) prints.push(...presentOnly(printFromWire(symbol, each.latestTrade)));
        if (each?.latestQuote) quotes.push(...presentOnly(quoteFromWire(symbol, each.latestQuote)));
      }
    });

  return {
    provider: feed.provider,
    watch: (tickers) => stream.watch(tickers),
    prefer: (tickers) => stream.prefer(tickers),
    news: (signal) =>
      stream.news(signal, (waiting, ended) =>
        followRest(
          { rest: () => stream.rest(), look: snapshots, everyMs: feed.polledEveryMs },
          waiting,
          ended,
        ),
      ),

    latest: (tickers) =>
      gathered(tickers, async (symbols, { prints, quotes }) => {
        const query = { symbols: symbols.join(",") };
        const [trades, latestQuotes] = await Promise.all([
          read(LatestTradesWire, "/v2/stocks/trades/latest", query),
          read(LatestQuotesWire, "/v2/stocks/quotes/latest", query),
        ]);
        for (const [symbol, wire] of Object.entries(trades.trades))
          if (wire && isOneOf(symbols, symbol))
            prints.push(...presentOnly(printFromWire(symbol, wire)));
        for (const [symbol, wire] of Object.entries(latestQuotes.quotes))
          if (wire && isOneOf(symbols, symbol))
            quotes.push(...presentOnly(quoteFromWire(symbol, wire)));
      }),

    async bars({ ticker, interval, start, end }) {
      const source = sourceOf(feed, { interval, end, now: now() });
      const bars: Bar[] = [];
      let pageToken: string | undefined;
      for (let page = 0; page < PAGES_MAX && start < source.end; page += 1) {
        const answer = await read(BarsWire, `/v2/stocks/${encodeURIComponent(ticker)}/bars`, {
          feed: source.feed,
          timeframe: FRAMES[interval],
          start: new Date(start).toISOString(),
          // Theirs is inclusive, ours is not.
          end: new Date(source.end - 1).toISOString(),
          limit: BARS_PER_PAGE,
          adjustment: "split",
          page_token: pageToken,
        });
        for (const wire of answer.bars ?? []) bars.push(...presentOnly(barFromWire(wire)));
        const next = answer.next_page_token || undefined;
        if (next === undefined) return barsWithin(bars, { start, end });
        if (next === pageToken) break;
        pageToken = next;
      }
      if (source.end <= start) return [];
      throw new MarketDataUnavailable(UNREADABLE, `The bars of ${ticker} do not end.`);
    },
  };
}

/**
 * One exchange's last trade of a day is not the market's close: days are those of all exchanges, which a
 * free plan gives a quarter of an hour late.
 */
function sourceOf(
  { daysOfAll, feed }: AlpacaFeed,
  {
    end,
    interval,
    now,
  }: { readonly end: Instant; readonly interval: BarInterval; readonly now: number },
): { readonly feed: AlpacaFeed["feed"]; readonly end: Instant } {
  if (interval !== "day" || !daysOfAll) return { feed, end };
  return { feed: "sip", end: Math.min(end, now - FREE_AFTER_MS) as Instant };
}

interface Gathered {
  readonly prints: Print[];
  readonly quotes: Quote[];
}

async function gathered(
  tickers: readonly Ticker[],
  gather: (symbols: readonly Ticker[], into: Gathered) => Promise<void>,
): Promise<Gathered> {
  const into: Gathered = { prints: [], quotes: [] };
  for (const symbols of chunksOf(tickers, SYMBOLS_PER_CALL)) await gather(symbols, into);
  return into;
}

const UNREADABLE = { reason: "unreadable" } as const;

function troubleOf(answer: Exclude<AlpacaAnswer, { kind: "ok" }>): MarketDataTrouble {
  if (answer.kind === "lost")
    return { reason: answer.why === "unanswered" ? "network" : "unreadable" };
  if (answer.kind === "not-sent")
    return 0 < answer.retryAfterMs
      ? { reason: "rate-limit", retryAfterMs: answer.retryAfterMs }
      : { reason: "network" };
  if (/subscription does not permit/i.test(answer.message)) return { reason: "plan" };
  if (answer.status === 401 || answer.status === 403) return { reason: "credentials" };
  return { reason: answer.status === 404 ? "not-found" : "unreadable" };
}

const presentOnly = <Value>(value: Value | undefined): Value[] =>
  value === undefined ? [] : [value];

const isOneOf = (symbols: readonly Ticker[], symbol: string): boolean =>
  symbols.includes(symbol as Ticker);
