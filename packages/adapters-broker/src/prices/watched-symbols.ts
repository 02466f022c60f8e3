import type { Ticker } from "@sevenfold/domain/market";

/** The symbols a provider is to follow, the most important first. */
export class WatchedSymbols {
  readonly #watched = new Set<Ticker>();
  #preferred: readonly Ticker[] = [];

  watch(tickers: readonly Ticker[]): void {
    for (const ticker of tickers) this.#watched.add(ticker);
  }

  prefer(tickers: readonly Ticker[]): void {
    this.#preferred = [...tickers];
  }

  /** Those that were named as they were named, then the others as they came. */
  ranked(): readonly Ticker[] {
    const preferred = this.#preferred.filter((ticker) => this.#watched.has(ticker));
    return [...new Set([...preferred, ...this.#watched])];
  }
}
