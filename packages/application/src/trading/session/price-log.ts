import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

/** Prices that some account has yet to take in, and when they were told; a power of two. */
const KEPT = 1 << 15;

/** The latest prices that were told, in order; each has a number, counted from 0. */
export class PriceLog {
  // They grow as they are filled: most workers never hear of so many prices at once.
  readonly #tickers: Ticker[] = [];
  readonly #prices: Price[] = [];
  readonly #times: Instant[] = [];
  /** The number of the next one. */
  end = 0;

  /** Whether so many more would drop one that is still needed from this number on. */
  isFull(from: number, more: number): boolean {
    return KEPT < this.end + more - from;
  }

  add(prints: readonly Print[], at: Instant): void {
    for (const { price, ticker } of prints) {
      const index = this.end % KEPT;
      this.#tickers[index] = ticker;
      this.#prices[index] = price;
      this.#times[index] = at;
      this.end += 1;
    }
  }

  tickerOf = (number: number): Ticker => this.#tickers[number % KEPT]!;
  priceOf = (number: number): Price => this.#prices[number % KEPT]!;
  toldAt = (number: number): Instant => this.#times[number % KEPT]!;
}
