import { lastPrintAt } from "@sevenfold/application/exchange/venue-hours";
import { instant, type Ticker } from "@sevenfold/domain/market";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { historyRoutes, listedSymbols } from "./exchange-history-routes.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import { wireBar, wireQuote, wireTrade } from "./exchange-price-mapping.ts";
import type { WireBar } from "./exchange-wire.ts";
import { type BarQuestion, dailyBars, MINUTE_MS, tapeBars } from "./tape-bars.ts";

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
      json(
        wrap(
          Object.fromEntries(listedSymbols(desk, query).map((ticker) => [ticker, value(ticker)])),
        ),
      );

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
    ...historyRoutes(desk),
  ];
}

const get = (pattern: RegExp, answer: ExchangeRoute["answer"]): ExchangeRoute => ({
  method: "GET",
  pattern,
  answer,
});

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
