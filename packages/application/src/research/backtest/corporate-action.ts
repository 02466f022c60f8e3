import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Quantity } from "@sevenfold/domain/money";

/** What a company does to its share, in force from the first bar of the day on. */
export type CorporateAction = {
  /** The ex-date, in days since 1970-01-01. */
  readonly day: number;
} & (
  | {
      readonly kind: "split";
      /** New shares for old ones: 10 and 1 for ten for one. */
      readonly numerator: number;
      readonly denominator: number;
    }
  | {
      readonly kind: "dividend";
      /** Millionths of a dollar for each share: dividends are quoted finer than prices. */
      readonly perShare: number;
    }
);

/** What an action did to the account: nothing was held, nothing is listed. */
export interface AppliedAction {
  readonly action: CorporateAction;
  readonly ticker: Ticker;
  readonly at: Instant;
  /** Shares before it. */
  readonly held: Quantity;
  /** A dividend, or what stood for the fraction of a share that a split left. */
  readonly paid: Money;
  /** `paid` less what the fraction had cost, its part of the entry's fees included. */
  readonly earned: Money;
}

/** Somebody who tells what companies did to their shares. */
export interface CorporateActions {
  /** As people call it. */
  readonly name: string;
  /**
   * Of every day since, oldest first; a day's split before its dividend, and dividends in dollars of
   * their own day. Rejects with MarketDataUnavailable where all of them cannot be told.
   */
  since(ticker: Ticker, from: Instant): Promise<readonly CorporateAction[]>;
}
