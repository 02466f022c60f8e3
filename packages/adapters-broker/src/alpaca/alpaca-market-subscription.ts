import type { Ticker } from "@sevenfold/domain/market";

/** What to tell the venue next about the symbols it is to stream. */
export interface SubscriptionRequest {
  readonly action: "subscribe" | "unsubscribe";
  readonly tickers: readonly Ticker[];
}

/**
 * Which symbols one connection streams: as many of the most important ones as the plan allows. One request
 * at a time, for a refusal does not say which one it is about.
 */
export class MarketSubscription {
  readonly #streamedMax: number;
  /** So many symbols may be asked for now. */
  #limit: number;
  /** The venue takes no more than this, as far as it has let us know. */
  #ceiling: number;
  #streamed: ReadonlySet<Ticker> = new Set();
  /** Asked for and not taken, though there was room: asked for once a connection. */
  readonly #refused = new Set<Ticker>();
  #awaited: SubscriptionRequest | undefined;

  constructor(streamedMax: number) {
    this.#streamedMax = streamedMax;
    this.#limit = streamedMax;
    this.#ceiling = streamedMax;
  }

  /** A new connection streams nothing yet, and may allow more than the last one. */
  begin(): void {
    this.#limit = this.#streamedMax;
    this.#ceiling = this.#streamedMax;
    this.#streamed = new Set();
    this.#refused.clear();
    this.#awaited = undefined;
  }

  /** What to say now, once; undefined while an answer is awaited or nothing is to be changed. */
  next(ranked: readonly Ticker[]): SubscriptionRequest | undefined {
    if (this.#awaited) return undefined;
    this.#awaited = this.#change(ranked);
    return this.#awaited;
  }

  /** Whether the venue streams what it can of these, and owes no answer. */
  isUpToDate(ranked: readonly Ticker[]): boolean {
    return this.#awaited === undefined && this.#change(ranked) === undefined;
  }

  /** The venue says all that it streams now. */
  confirmed(symbols: readonly string[]): void {
    this.#streamed = new Set(symbols as readonly Ticker[]);
    if (this.#awaited?.action === "subscribe")
      for (const ticker of this.#awaited.tickers)
        if (!this.#streamed.has(ticker)) this.#refused.add(ticker);
    this.#awaited = undefined;
    if (this.#streamed.size === this.#limit) this.#limit = this.#middle();
  }

  /** The venue took nothing of the request: it was too much. How much it takes is found by halving. */
  exceeded(): void {
    const asked = this.#awaited?.action === "subscribe" ? this.#awaited.tickers.length : 1;
    this.#ceiling = Math.min(this.#ceiling, this.#streamed.size + asked - 1);
    this.#limit = this.#middle();
    this.#awaited = undefined;
  }

  #middle(): number {
    return this.#streamed.size + Math.ceil((this.#ceiling - this.#streamed.size) / 2);
  }

  /** Those that are not streamed. */
  restOf(ranked: readonly Ticker[]): readonly Ticker[] {
    return ranked.filter((ticker) => !this.#streamed.has(ticker));
  }

  #change(ranked: readonly Ticker[]): SubscriptionRequest | undefined {
    const wanted = ranked.filter((ticker) => !this.#refused.has(ticker)).slice(0, this.#limit);
    const leaving = [...this.#streamed].filter((ticker) => !wanted.includes(ticker));
    if (0 < leaving.length) return { action: "unsubscribe", tickers: leaving };
    const coming = wanted.filter((ticker) => !this.#streamed.has(ticker));
    return 0 < coming.length ? { action: "subscribe", tickers: coming } : undefined;
  }
}
