import {
  ALL_AT_ONCE,
  type MarketData,
  type MarketNews,
} from "@sevenfold/application/ports/market-data";
import { type Bar, type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";

export interface SmallMarket extends MarketData {
  /** A trade of the symbol, told to whoever reads the news. */
  trade(symbol: string, dollars: number): void;
  /** From now on it lists no symbol and answers nothing. */
  fail(): void;
}

type Interval = "minute" | "day";

/** Days begin at New York's midnight, as everywhere. */
const nextStart = (at: Instant, interval: Interval): Instant =>
  interval === "day" ? dayBoundsOf(at).ends : ((at + MINUTE_MS) as Instant);

const firstStart = (from: Instant, interval: Interval): Instant => {
  if (interval === "minute") return (Math.ceil(from / MINUTE_MS) * MINUTE_MS) as Instant;
  const { starts, ends } = dayBoundsOf(from);
  return starts === from ? starts : ends;
};

/** A market of a few symbols at fixed prices, which trades when told to. */
export function smallMarket(
  now: () => Instant,
  listed: Readonly<Record<string, number>>,
): SmallMarket {
  const prices = new Map<string, Price>();
  const waiting: MarketNews[] = [{ kind: "connected" }];
  let wake = () => {};
  let isDown = false;
  for (const [symbol, dollars] of Object.entries(listed)) prices.set(symbol, units(dollars));

  return {
    provider: { ...ALL_AT_ONCE, id: "small", name: "Small market" },
    async latest(tickers) {
      if (isDown) throw new Error("ECONNREFUSED 10.0.0.7:443");
      const prints = tickers.flatMap((ticker) => {
        const known = prices.get(ticker);
        return known ? [{ ticker, price: known, at: now() }] : [];
      });
      const quotes = prints.map(({ ticker, price: last, at }) => ({
        ticker,
        bid: (last - 100) as Price,
        ask: (last + 100) as Price,
        at,
      }));
      return { prints, quotes };
    },
    async bars({ ticker, interval, start, end }) {
      if (isDown) throw new Error("ECONNREFUSED 10.0.0.7:443");
      const close = prices.get(ticker);
      const bars: Bar[] = [];
      for (let at = firstStart(start, interval); close && at < end; at = nextStart(at, interval))
        bars.push({ start: at, open: close, high: close, low: close, close, volume: 5 });
      return bars;
    },
    watch() {},
    prefer() {},
    async *news(signal) {
      signal.addEventListener("abort", () => wake());
      while (!signal.aborted) {
        const next = waiting.shift();
        if (next) yield next;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    trade(symbol, dollars) {
      const ticker = symbol as Ticker;
      prices.set(symbol, units(dollars));
      const print = { ticker, price: units(dollars), at: now() };
      waiting.push({ kind: "prices", prints: [print], quotes: [] });
      wake();
    },
    fail() {
      isDown = true;
    },
  };
}

const units = (dollars: number): Price => price(Math.round(dollars * 10_000));
