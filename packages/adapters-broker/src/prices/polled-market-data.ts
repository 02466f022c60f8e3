import { type MarketData, MarketDataUnavailable } from "@sevenfold/application/ports/market-data";
import type { Print, Quote } from "@sevenfold/domain/market";

import { chunksOf } from "./chunks-of.ts";
import { pollNews } from "./poll-news.ts";
import type { Polled } from "./polled.ts";
import { WatchedSymbols } from "./watched-symbols.ts";

/** Prices of a provider that tells nothing by itself. */
export function polledMarketData(polled: Polled): MarketData {
  const watched = new WatchedSymbols();
  const { bars, look, polling, provider } = polled;
  return {
    provider,
    bars,
    watch: (tickers) => watched.watch(tickers),
    prefer: (tickers) => watched.prefer(tickers),
    news: (signal) => pollNews(polled, watched, signal),

    async latest(tickers) {
      const prints: Print[] = [];
      const quotes: Quote[] = [];
      for (const symbols of chunksOf([...new Set(tickers)], polling.symbolsPerLook)) {
        try {
          const found = await look(symbols);
          prints.push(...found.prints);
          quotes.push(...found.quotes);
        } catch (error) {
          // A plan that is too small for all of them has given the first ones.
          if (prints.length === 0 || !isSpent(error)) throw error;
          break;
        }
      }
      return { prints, quotes };
    },
  };
}

const isSpent = (error: unknown): boolean =>
  error instanceof MarketDataUnavailable &&
  (error.trouble.reason === "rate-limit" || error.trouble.reason === "budget-spent");
