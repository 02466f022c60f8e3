import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Bps, Money } from "@sevenfold/domain/money";

/** Old shares that become new ones from an instant on: 1 → 4 divides the price by four. */
export interface MarketSplit {
  readonly ticker: Ticker;
  readonly at: Instant;
  readonly from: number;
  readonly to: number;
}

/** Paid on each share held at an instant; the price falls by it. */
export interface MarketDividend {
  readonly ticker: Ticker;
  readonly at: Instant;
  readonly perShare: Money;
}

/** What happens to stocks besides trading. */
export interface MarketScript {
  readonly halts: readonly MarketHalt[];
  readonly splits: readonly MarketSplit[];
  readonly dividends: readonly MarketDividend[];
  readonly spreads: readonly MarketSpread[];
}

/** Something that befalls the holders of a stock. */
export type CorporateAction =
  | (MarketSplit & { readonly kind: "split" })
  | (MarketDividend & { readonly kind: "dividend" });

/** What befalls holders after one instant and up to another, oldest first. */
export const actionsBetween = (
  { splits, dividends }: MarketScript,
  after: Instant,
  until: Instant,
): readonly CorporateAction[] =>
  [
    ...splits.map((each) => ({ ...each, kind: "split" as const })),
    ...dividends.map((each) => ({ ...each, kind: "dividend" as const })),
  ]
    .filter(({ at }) => after < at && at <= until)
    .sort((left, right) => left.at - right.at);

/** A stock stands still from an instant until another. */
export interface MarketHalt {
  readonly ticker: Ticker;
  readonly from: Instant;
  readonly until: Instant;
  /** As the tape gives it: "T1" for news pending, "LUDP" for volatility. */
  readonly reason: string;
}

/** Bid and ask of a stock stand so far apart from an instant until another, around its price. */
export interface MarketSpread {
  readonly ticker: Ticker;
  readonly from: Instant;
  readonly until: Instant;
  /** Of the price, from bid to ask. */
  readonly spreadBps: Bps;
}

export const NO_SCRIPT: MarketScript = { halts: [], splits: [], dividends: [], spreads: [] };
