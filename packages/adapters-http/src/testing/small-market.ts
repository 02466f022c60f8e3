import type { MarketData, MarketNews } from "@sevenfold/application/ports/market-data";
import { type Bar, type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";

export interface SmallMarket extends MarketData {
  /** A trade of the symbol, told to whoever reads the news. */
  trade(symbol: string, dollars: number): void;
  /** From now on it lists no symbol and answers nothing. */
  fail(): void;
}

const STEP_MS = { minute: MINUTE_MS, day: 24 * 60 * MINUTE_MS };

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
    provider: "Small market",
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
      const step = STEP_MS[interval];
      const bars: Bar[] = [];
      for (let at = Math.ceil(start / step) * step; close && at < end; at += step)
        bars.push({ start: at as Instant, open: close, high: close, low: close, close, volume: 5 });
      return bars;
    },
    watch() {},
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
