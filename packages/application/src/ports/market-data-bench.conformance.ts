import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { MarketData, MarketNews } from "./market-data.ts";

/** A provider of prices that does what a case tells it to, on this machine. */
export interface PriceBench {
  readonly name: string;
  readonly capabilities: readonly PriceBenchCapability[];
  open(wishes?: { readonly isDaySmall?: boolean }): Promise<OpenedPriceBench>;
}

/** What a provider, or its bench, may lack. */
export type PriceBenchCapability =
  /** Prices, times and bars are what a case says. */
  | "by-hand"
  | "quotes"
  | "minutes"
  /** It has an end to what it lets us ask in a day, and says so. */
  | "day-budget"
  /** It follows fewer symbols than may be wanted. */
  | "fewer-symbols"
  /** It keeps symbols back that others pay for. */
  | "withheld"
  | "taken-back";

export type PriceBenchFault =
  | "too-many"
  | "wrong-key"
  | "page"
  | "gateway"
  | "silence"
  | "half"
  | "huge"
  | "drip"
  | "empty"
  | "hang-up"
  | "redirect"
  | "other-symbol";

/** Dollars as they travel; null where there is nothing. */
export interface BenchBar {
  readonly start: Instant;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number;
}

export interface PriceHand {
  trade(ticker: Ticker, dollars: number | null, at: Instant): void;
  quote(ticker: Ticker, bid: number | null, ask: number | null): void;
  minutes(ticker: Ticker, bars: readonly BenchBar[]): void;
  /** As they were traded. */
  days(ticker: Ticker, bars: readonly BenchBar[]): void;
  /** From the day on that starts then, each share is so many. */
  split(ticker: Ticker, start: Instant, shares: number): void;
  withhold(ticker: Ticker): void;
  /** The last trade of the symbol is taken back; corrected where a price is given. */
  takeBack(ticker: Ticker, instead?: number): void;
}

export interface OpenedPriceBench {
  readonly marketData: MarketData;
  readonly now: () => Instant;
  /** How long a case waits for news that should come. */
  readonly patienceMs?: number;
  readonly tickers: {
    readonly first: Ticker;
    readonly second: Ticker;
    /** A class of shares, "BRK.B". */
    readonly dotted: Ticker;
    readonly unknown: Ticker;
    /** More than are followed, all of them listed. */
    readonly many: readonly Ticker[];
  };
  /** Of the key that lets in; absent where none is taken. */
  readonly secret?: string;
  /** There is a new price of the symbol, and time has passed. */
  stir(ticker: Ticker): void;
  break(fault: PriceBenchFault): void;
  mend(): void;
  /** Also its stream, where it has one. */
  breakLine(): void;
  mendLine(): void;
  readonly callCount: () => number;
  /** Of answers, as far as they were written. */
  readonly bytesSent: () => number;
  /** What a day's budget is here. */
  readonly callsOfDay?: number;
  readonly hand?: PriceHand;
  close(): Promise<void>;
}

/** One thing every adapter of prices does. */
export interface PriceCase {
  /** Its name for ever: "latest/market-time". */
  readonly rule: string;
  /** What is promised; finishes "the provider …". */
  readonly promise: string;
  readonly needs?: readonly PriceBenchCapability[];
  /** Rejects when the adapter breaks the rule. */
  readonly run: (bench: OpenedPriceBench) => Promise<void>;
}

export interface HeardNews {
  readonly all: readonly MarketNews[];
  hasPrice(ticker: Ticker): boolean;
  last<Kind extends MarketNews["kind"]>(
    kind: Kind,
  ): Extract<MarketNews, { kind: Kind }> | undefined;
}

/** Reads the news while the work goes on, and ends the reading with it. */
export async function hearing(
  marketData: MarketData,
  work: (heard: HeardNews) => Promise<void>,
): Promise<void> {
  const all: MarketNews[] = [];
  const ending = new AbortController();
  const reading = (async () => {
    for await (const news of marketData.news(ending.signal)) all.push(news);
  })();
  const heard: HeardNews = {
    all,
    hasPrice: (ticker) =>
      all.some((news) => news.kind === "prices" && news.prints.some((p) => p.ticker === ticker)),
    last: (kind) => all.findLast((news): news is never => news.kind === kind),
  };
  try {
    await work(heard);
  } finally {
    ending.abort();
    await reading;
  }
}
