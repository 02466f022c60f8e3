import { trailOf } from "@sevenfold/domain/book";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, type Price } from "@sevenfold/domain/money";
import type { Trail } from "@sevenfold/domain/trail";
import { type VerdictFacts, verdictOf } from "@sevenfold/domain/verdict";

import { type FollowedAccount, isReady } from "../account/followed-account.ts";
import type { Reconciled } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

/** One symbol as the worker sees it at this instant. */
export interface SymbolView {
  readonly ticker: Ticker;
  readonly trail: Trail | undefined;
  /** The price it is valued at; undefined before the first. */
  readonly mark: Price | undefined;
  /** Absolute; 0 when there never was one. */
  readonly coolDownUntil: Instant;
  readonly verdict: VerdictFacts;
}

export interface AccountView {
  /** Books and broker agree, the stream is up, the lease is held: orders may be sent. */
  readonly isReady: boolean;
  readonly isBrokerConnected: boolean;
  readonly equity: Money;
  /** Kept aside for open buys, and for those that are being placed. */
  readonly reserved: Money;
  /** False while some holding has no price yet: then equity is not valid. */
  readonly isEquityValid: boolean;
  readonly halted: boolean;
  readonly baseline: Money | undefined;
  /** What the latest reconciliation found; undefined before the first. */
  readonly reconciled: Reconciled | undefined;
  readonly symbols: readonly SymbolView[];
}

export function viewOf(
  { clock }: Pick<TradingNeeds, "clock">,
  followed: FollowedAccount,
): AccountView {
  const { account, book, isStreamConnected, reconciled, session } = followed;
  const at = clock.now();
  return {
    isReady: isReady(followed, clock.monotonicMs()),
    isBrokerConnected: isStreamConnected,
    equity: book.equity,
    reserved: money(book.reservedCash - followed.unavailableCash),
    isEquityValid: book.unpriced === 0,
    halted: book.halted,
    baseline: book.baseline,
    reconciled,
    symbols: book.tickers.map((ticker, slot) => ({
      ticker,
      trail: trailOf(book, slot),
      mark: book.mark[slot] === 0 ? undefined : (book.mark[slot] as Price),
      coolDownUntil: book.coolDownUntil[slot] as Instant,
      // Nobody knows what a strategy of the owner's waits for.
      verdict: account.own
        ? { verdict: "waiting" as const }
        : verdictOf(book, slot, at, session !== undefined),
    })),
  };
}
