import type { Bar, BarInterval, Instant, Print, Quote, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

/** Who tells prices and what its words are worth. The same for as long as it is used. */
export interface PriceProvider {
  /** Kept beside what was decided on its prices, and so never changed: "alpaca-iex". */
  readonly id: string;
  /** As people call it. */
  readonly name: string;
  /** What people are told beside its prices: "IEX only", "For personal use only". */
  readonly label?: string;
  /** How long after a trade it tells of it; 0 where it does so at once. */
  readonly delayedByMs: number;
  /** Trades come by themselves. Where false, what is watched is asked for again and again. */
  readonly streams: boolean;
  /** In its market's hours, with something watched, a line that says nothing for longer is dead. */
  readonly newsWithinMs: number;
  readonly quotes: boolean;
  /** Tells trading that an exchange halts, and that it goes on. */
  readonly halts: boolean;
  readonly bars: readonly BarInterval[];
  /** What prices of bars are adjusted for, back in time. Series of two bases are never joined. */
  readonly adjusted: "none" | "split" | "total";
}

/** A provider that tells every trade and quote at once, and bars of both lengths. */
export const ALL_AT_ONCE = {
  delayedByMs: 0,
  streams: true,
  newsWithinMs: 20_000,
  quotes: true,
  halts: true,
  bars: ["minute", "day"],
  adjusted: "split",
} as const satisfies Partial<PriceProvider>;

/** A print that its market took back. It never happened, or not at this price. */
export interface TakenBack extends Print {
  /** What the price should have been, where it was corrected. Absent: there was no such trade. */
  readonly instead?: Price;
}

/** What a market says of the trading in a symbol. */
export interface TradingStatus {
  readonly ticker: Ticker;
  readonly at: Instant;
  /** "unsure": it may have been stopped for a moment; the next quote of both sides shows that it goes on. */
  readonly state: "halted" | "trading" | "unsure";
  /** Why, in the market's words; one line. */
  readonly because: string;
}

/** Why prices did not come. */
export type MarketDataTrouble =
  | {
      readonly reason:
        | "credentials"
        /** One that takes no keys lets us in no more. */
        | "turned-away"
        /** No such symbol, says the provider. */
        | "not-found"
        /** What is paid for does not include this. */
        | "plan"
        | "network"
        | "unreadable";
    }
  /** Asked too often: by the provider's word, or by our own count of a minute. */
  | { readonly reason: "rate-limit"; readonly retryAfterMs: number }
  /** The calls of the day are spent. */
  | { readonly reason: "budget-spent"; readonly until: Instant };

/** No trustworthy answer of a provider. `message` is fit for people and names no key. */
export class MarketDataUnavailable extends Error {
  override readonly name = "MarketDataUnavailable";
  readonly trouble: MarketDataTrouble;

  constructor(trouble: MarketDataTrouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}

/** News from the market, in batches as they arrive. */
export type MarketNews =
  | { readonly kind: "connected" }
  | {
      readonly kind: "disconnected";
      readonly message: string;
      readonly trouble?: MarketDataTrouble;
    }
  | {
      readonly kind: "prices";
      readonly prints: readonly Print[];
      readonly quotes: readonly Quote[];
      /**
       * We asked: each symbol's latest trade, and what was between two looks is missed. Of a provider
       * that streams it is no sign that its stream lives.
       */
      readonly polled?: true;
      /** How long ago it was said, at most, where another process heard it and passed it on. */
      readonly agoMs?: number;
      /** Who told them, where several stand behind one `MarketData`. */
      readonly from?: PriceProvider;
    }
  | { readonly kind: "taken-back"; readonly prints: readonly TakenBack[] }
  /** Trading that its exchange stopped, or let go on: also of symbols that are not watched. */
  | {
      readonly kind: "halts";
      readonly statuses: readonly TradingStatus[];
      /** The provider tells no halts on this line, and why, for people. */
      readonly unheard?: string;
      /** Who told them, where several stand behind one `MarketData`. */
      readonly from?: PriceProvider;
    }
  /** What is served less well than asked for: all of it each time, and nothing when it is over. */
  | {
      readonly kind: "limited";
      /** Not streamed: the latest price is asked for, this often at best. */
      readonly polled: readonly Ticker[];
      readonly polledEveryMs: number;
      /** Not followed at all. */
      readonly unserved: readonly Ticker[];
      /** Why, for people. */
      readonly message: string;
    };

/** What was asked for: each symbol's latest trade and quote. */
export interface LatestPrices {
  readonly prints: readonly Print[];
  readonly quotes: readonly Quote[];
  /** Who told them, where several stand behind one `MarketData`. */
  readonly from?: PriceProvider;
}

/**
 * Prices past and present. Rejects with MarketDataUnavailable when no trustworthy answer comes; never
 * returns a made-up price, nor the price of a symbol that was not asked for. Times are the market's.
 */
export interface MarketData {
  readonly provider: PriceProvider;
  /** Symbols that the provider does not know are absent. */
  latest(tickers: readonly Ticker[]): Promise<LatestPrices>;
  /**
   * Bars starting in [start, end), oldest first, all pages; minutes without a trade are absent. Those
   * of days start at New York's midnight. The one that still grows may be the last.
   */
  bars(wanted: {
    readonly ticker: Ticker;
    readonly interval: BarInterval;
    readonly start: Instant;
    readonly end: Instant;
  }): Promise<readonly Bar[]>;
  /** Follows these symbols from now on, in addition to those already followed. */
  watch(tickers: readonly Ticker[]): void;
  /**
   * Which of the followed symbols matter most, from first to last: they are served best where not all
   * can be. Replaces what was said before; those that are not named come after, as they were watched.
   */
  prefer(tickers: readonly Ticker[]): void;
  /** News of every watched symbol, reconnecting for ever until the signal aborts. One reader. */
  news(signal: AbortSignal): AsyncIterable<MarketNews>;
}
