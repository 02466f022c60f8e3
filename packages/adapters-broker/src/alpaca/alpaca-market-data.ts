import type { MarketData, MarketNews } from "@sevenfold/application/ports/market-data";
import type { Bar, Print, Quote, Ticker } from "@sevenfold/domain/market";
import type { z } from "zod";
import { CallBudget } from "../call-budget.ts";
import { type AlpacaCall, type AlpacaConnection, callAlpaca } from "./alpaca-http.ts";
import { barFromWire, printFromWire, quoteFromWire } from "./alpaca-mapping.ts";
import { MarketDataStream } from "./alpaca-market-stream.ts";
import { BarsWire, LatestQuotesWire, LatestTradesWire } from "./alpaca-wire.ts";

const SYMBOLS_PER_CALL = 100;
/** Alpaca gives twice as many; these stay well within the limit of an answer. */
const BARS_PER_PAGE = 5_000;
const PAGES_MAX = 200;
const FRAMES = { minute: "1Min", day: "1Day" } as const;

/** Alpaca's market data: the real feed, or the built-in exchange that speaks like it. */
export function alpacaMarketData(
  connection: AlpacaConnection,
  provider: string,
  budget = new CallBudget({ perMinute: 180, reserve: 0 }),
): MarketData {
  const stream = new MarketDataStream(connection);

  const read = async <Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    query: NonNullable<AlpacaCall["query"]>,
  ): Promise<z.output<Shape>> => {
    const answer = await callAlpaca(connection, budget, {
      host: "market-data",
      method: "GET",
      path,
      query: { feed: "iex", ...query },
    });
    if (answer.kind !== "ok") throw new MarketDataUnavailable(answer.message);
    const body = shape.safeParse(answer.body);
    if (!body.success) throw new MarketDataUnavailable("The market data could not be read.");
    return body.data;
  };

  return {
    provider,
    watch: (tickers) => stream.watch(tickers),
    news: (signal): AsyncIterable<MarketNews> => stream.news(signal),

    async latest(tickers) {
      const prints: Print[] = [];
      const quotes: Quote[] = [];
      for (const symbols of chunksOf(tickers, SYMBOLS_PER_CALL)) {
        const query = { symbols: symbols.join(",") };
        const [trades, latestQuotes] = await Promise.all([
          read(LatestTradesWire, "/v2/stocks/trades/latest", query),
          read(LatestQuotesWire, "/v2/stocks/quotes/latest", query),
        ]);
        for (const [symbol, wire] of Object.entries(trades.trades))
          prints.push(...presentOnly(printFromWire(symbol, wire)));
        for (const [symbol, wire] of Object.entries(latestQuotes.quotes))
          quotes.push(...presentOnly(quoteFromWire(symbol, wire)));
      }
      return { prints, quotes };
    },

    async bars({ ticker, interval, start, end }) {
      const bars: Bar[] = [];
      let pageToken: string | undefined;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const answer = await read(BarsWire, `/v2/stocks/${encodeURIComponent(ticker)}/bars`, {
          timeframe: FRAMES[interval],
          start: new Date(start).toISOString(),
          // Theirs is inclusive, ours is not.
          end: new Date(end - 1).toISOString(),
          limit: BARS_PER_PAGE,
          adjustment: "split",
          page_token: pageToken,
        });
        for (const wire of answer.bars ?? []) bars.push(...presentOnly(barFromWire(wire)));
        if (answer.next_page_token == null) return bars;
        pageToken = answer.next_page_token;
      }
      throw new MarketDataUnavailable(`The bars of ${ticker} do not end.`);
    },
  };
}

/** No provider answered, or not in words we can trust. */
export class MarketDataUnavailable extends Error {
  override readonly name = "MarketDataUnavailable";
}

const presentOnly = <Value>(value: Value | undefined): Value[] =>
  value === undefined ? [] : [value];

function* chunksOf(tickers: readonly Ticker[], size: number): Generator<readonly Ticker[]> {
  for (let from = 0; from < tickers.length; from += size) yield tickers.slice(from, from + size);
}
