import {
  type Instant,
  instant,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

import type { MarketData, MarketNews } from "../../ports/market-data.ts";
import type { PlannedFaults } from "./planned-faults.ts";

interface Needs {
  readonly faults: PlannedFaults;
  readonly tickers: readonly Ticker[];
}

/** A market whose prices fail to come, or come wrong, as planned: each symbol by itself. */
export function faultyPrices(market: MarketData, { faults, tickers }: Needs): MarketData {
  const isAway = () =>
    faults.hasKind("prices", "away") &&
    tickers.some((_, symbol) => faults.isOn("prices", "away", symbol));
  const answer = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    if (isAway()) throw new Error("The simulated provider does not answer.");
    return ask();
  };
  return {
    provider: market.provider,
    latest: (wanted) => answer(() => market.latest(wanted)),
    bars: (wanted) => answer(() => market.bars(wanted)),
    watch: (wanted) => market.watch(wanted),
    prefer: (wanted) => market.prefer(wanted),
    async *news(signal): AsyncGenerator<MarketNews> {
      let wasAway = false;
      for await (const news of market.news(signal)) {
        const away = isAway();
        if (away !== wasAway)
          yield away
            ? { kind: "disconnected", message: "The simulated provider is away." }
            : { kind: "connected" };
        wasAway = away;
        if (away) continue;
        if (news.kind !== "prices") yield news;
        else yield toldNews(news, { faults, tickers });
      }
    },
  };
}

function toldNews(news: Extract<MarketNews, { kind: "prices" }>, needs: Needs): MarketNews {
  const { prints } = news;
  const quotes: Quote[] = [...news.quotes];
  const told: Print[] = [];
  for (const print of prints) {
    const one = toldPrint(print, needs, quotes);
    if (one) told.push(one);
  }
  return { kind: "prices", prints: told, quotes };
}

/** Undefined where nobody tells it. */
function toldPrint(print: Print, { faults, tickers }: Needs, quotes: Quote[]): Print | undefined {
  const { at, price, ticker } = print;
  const symbol = tickers.indexOf(ticker);
  if (faults.meets("prices", "silent", symbol)) return undefined;
  if (faults.meets("prices", "garbage", symbol)) {
    quotes.push({ ticker, at, bid: (price + 100) as Price, ask: price });
    return { ...print, price: oneOf(GARBAGE, faults) as Price };
  }
  if (faults.meets("prices", "jump", symbol)) return { ...print, price: jumped(price, faults) };
  if (faults.meets("prices", "late", symbol)) return { ...print, at: earlier(at, faults) };
  if (faults.meets("prices", "ahead", symbol)) return { ...print, at: instant(at + AHEAD_MS) };
  return print;
}

const GARBAGE = [0, -10_000, Number.NaN, Number.POSITIVE_INFINITY, 1e308];
const AHEAD_MS = 60_000;
const LATE_MS_MAX = 120_000;

const oneOf = <Value>(values: readonly Value[], { chance }: PlannedFaults): Value =>
  values[chance.between(0, values.length - 1)]!;

const jumped = (price: Price, { chance }: PlannedFaults): Price =>
  (Math.round((price * (chance.happens(0.5) ? 1.4 : 0.6)) / 100) * 100) as Price;

const earlier = (at: Instant, { chance }: PlannedFaults): Instant =>
  instant(at - chance.between(500, LATE_MS_MAX));
