import type { Clock } from "@sevenfold/application/ports/clock";
import type { MarketData, PriceProvider } from "@sevenfold/application/ports/market-data";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Print, Quote, Ticker } from "@sevenfold/domain/market";

/** How a provider that does not stream is asked for what is followed. */
export interface PollLimits {
  /** In one call. */
  readonly symbolsPerLook: number;
  /** From one call to the next. */
  readonly everyMs: number;
  /** The others are not followed, and said so. */
  readonly followedMax: number;
}

/** What one call for the latest prices came to. */
export interface Look {
  readonly prints: readonly Print[];
  readonly quotes: readonly Quote[];
  /** Symbols that the provider has and does not give to us. */
  readonly withheld: readonly Ticker[];
}

export interface Polled {
  readonly provider: PriceProvider;
  readonly polling: PollLimits;
  readonly clock: Clock;
  /** Outside its sessions it is asked less often. */
  readonly calendar: TradingCalendar;
  /** The latest prices of at most `symbolsPerLook` symbols; those it does not know are absent. */
  look(tickers: readonly Ticker[]): Promise<Look>;
  bars: MarketData["bars"];
}
