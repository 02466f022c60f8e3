import type { Ticker } from "@sevenfold/domain/market";

export function* chunksOf(tickers: readonly Ticker[], size: number): Generator<readonly Ticker[]> {
  for (let from = 0; from < tickers.length; from += size) yield tickers.slice(from, from + size);
}
