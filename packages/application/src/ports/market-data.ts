import type { Bar, BarInterval, Instant, Print, Quote, Ticker } from "@sevenfold/domain/market";

/** News from the market, in batches as they arrive. */
export type MarketNews =
  | { readonly kind: "connected" }
  | { readonly kind: "disconnected"; readonly message: string }
  | {
      readonly kind: "prices";
      readonly prints: readonly Print[];
      readonly quotes: readonly Quote[];
    };

/** Prices past and present. Rejects when no provider answers; never returns a made-up price. */
export interface MarketData {
  /** Which provider this is, as people call it. */
  readonly provider: string;
  latest(tickers: readonly Ticker[]): Promise<{
    readonly prints: readonly Print[];
    readonly quotes: readonly Quote[];
  }>;
  /** Bars starting in [start, end), oldest first, all pages; minutes without a trade are absent. */
  bars(wanted: {
    readonly ticker: Ticker;
    readonly interval: BarInterval;
    readonly start: Instant;
    readonly end: Instant;
  }): Promise<readonly Bar[]>;
  /** Follows these symbols from now on, in addition to those already followed. */
  watch(tickers: readonly Ticker[]): void;
  /** News of every watched symbol, reconnecting for ever until the signal aborts. One reader. */
  news(signal: AbortSignal): AsyncIterable<MarketNews>;
}
