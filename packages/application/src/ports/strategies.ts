import type { Instant, Ticker, TradingDay } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { InstalledStrategy } from "./stores/account.ts";

/** A bar that has closed, and what the account has of its symbol then. */
export interface ClosedBar {
  readonly ticker: Ticker;
  readonly opensAt: Instant;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly held: Quantity;
  /** What the shares cost all together. */
  readonly costBasis: Money;
}

/** The bars that close at one instant. */
export interface BarsClosed {
  readonly closesAt: Instant;
  readonly day: TradingDay;
  readonly equity: Money;
  readonly bars: readonly ClosedBar[];
}

/** What a strategy wants held. How many shares it comes to is asked when it is acted on, not when it was said. */
export interface WantedTarget {
  readonly ticker: Ticker;
  /** Whole shares, millionths of equity, or ten-thousandths of a dollar. */
  readonly amount: number;
  readonly unit: "shares" | "millionths" | "dollars";
  /** Of a risk: what is lost of each share, in ten-thousandths of a dollar; else a share counts at its price. */
  readonly distance?: Price;
  /** A sale for it stops a loss. */
  readonly isStop: boolean;
}

/**
 * "fault": it can answer no more, and why, in a sentence. "lost": neither can this one, but what ended it
 * was the machine, not the strategy; another may begin.
 */
export type StrategyAnswer =
  | { readonly kind: "targets"; readonly targets: readonly WantedTarget[] }
  | { readonly kind: "fault" | "lost"; readonly says: string };

/** A strategy that has begun, in a place of its own: whatever it does, it stops nobody else. */
export interface RunningStrategy {
  /** One question at a time. Never rejects; after a fault or a loss there is nothing to ask any more. */
  ask(closed: BarsClosed): Promise<StrategyAnswer>;
  end(): void;
}

/** The strategies of this installation's own that are installed here. */
export interface Strategies {
  /** Begins it anew for these symbols. What is wrong with its file is told by its first answer. */
  begin(installed: InstalledStrategy, tickers: readonly Ticker[]): RunningStrategy;
}
