import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { PriceProvider } from "../../ports/market-data.ts";
import type { ExchangeHalt } from "./exchange-halts.ts";

/**
 * How a provider does. "healthy": its last word was good. "warning": it failed, or has said nothing yet.
 * "critical": it failed three times in a row. "standby": nobody listens to it, so nobody knows.
 */
export type ProviderHealthName = "healthy" | "warning" | "critical" | "standby";

/** One provider of a market's prices, in the order of preference. */
export interface ProviderStanding {
  readonly provider: PriceProvider;
  readonly health: ProviderHealthName;
  /** The prices come from it. */
  readonly isActive: boolean;
  /** In a row. */
  readonly failures: number;
  /** The last thing it failed with; it may be well again since. */
  readonly lastError?: string;
}

/** What is served less well than asked for, by the plan of the provider in use. */
export interface ServedLess {
  readonly polled: readonly Ticker[];
  readonly unserved: readonly Ticker[];
  readonly polledEveryMs: number;
  /** Why, for people. */
  readonly message: string;
}

/** How a market's prices come in. */
export interface FeedState {
  /** False also while the line stands and says nothing, in the market's hours. */
  readonly isConnected: boolean;
  /** What comes in may be decided and ordered on: it comes now, and is neither delayed nor kept. */
  readonly isForOrders: boolean;
  /** When the market last said anything; undefined when it never did. */
  readonly lastNewsAt?: Instant;
  readonly message?: string;
  /** Times in a row that the one in use failed. */
  readonly failures: number;
  /** All there are; absent where nobody reads the market. */
  readonly providers?: readonly ProviderStanding[];
  readonly servedLess?: ServedLess;
  /** Symbols that two providers disagree about: nothing is entered in them. */
  readonly disputed?: readonly Ticker[];
  /** Watched symbols that their exchange halted: nothing is ordered in them by rule, and no buy by hand. */
  readonly halts?: readonly ExchangeHalt[];
  /** The provider in use tells no halts, and why. */
  readonly haltsUnheard?: string;
  /** Until when no further switch is made, because there were too many within an hour. */
  readonly noSwitchUntil?: Instant;
}

/** What several providers behind one line say of themselves; the rest the board knows. */
export type SourceStanding = Omit<FeedState, "halts" | "haltsUnheard" | "lastNewsAt">;
