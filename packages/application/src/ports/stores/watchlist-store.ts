import type { Instant, Ticker } from "@sevenfold/domain/market";

export interface WatchlistReader {
  /** In the order they were added. */
  of(userId: string): Promise<readonly Ticker[]>;
  /** The same tickers in the same order, and since when each is on the list. */
  listedSince(userId: string): Promise<ReadonlyMap<Ticker, Instant>>;
  /** Those of them the user has chosen for the agent, in the order they were added. */
  chosen(userId: string): Promise<readonly Ticker[]>;
}

export interface WatchlistStore extends WatchlistReader {
  add(userId: string, ticker: Ticker, at: Instant): Promise<void>;
  remove(userId: string, ticker: Ticker): Promise<void>;
  /** Chooses these and no others. One that is not watched is passed over. */
  choose(userId: string, tickers: readonly Ticker[]): Promise<void>;
}
