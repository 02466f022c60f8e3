import type { Intent } from "@sevenfold/domain/decide";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Quantity } from "@sevenfold/domain/money";
import { type Bps, type Money, NO_MONEY, NO_SHARES, type Price } from "@sevenfold/domain/money";
import type { Order, OrderSide } from "@sevenfold/domain/order";

import type { Account } from "../../ports/stores/account.ts";

/** An order as a user asks for it. */
export interface ManualDraft {
  readonly origin: "manual";
  readonly accountId: string;
  readonly userId: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  /** Absent: a market order. */
  readonly limit?: Price;
  /** One per opened ticket: the same key never makes a second order. */
  readonly idempotencyKey?: string;
  /** Of the price it was checked at; absent where none was known. */
  readonly priceOrigin?: PriceOrigin;
  /** What the broker has of the symbol, or that it did not say; absent where it was not asked. */
  readonly there?: SharesAtBroker | "unsaid";
}

export interface SharesAtBroker {
  readonly shares: Quantity;
  /** What the books held just before it was asked. */
  readonly booked: Quantity;
}

/** Who told the price that something was decided on, and when it was made at the market. */
export interface PriceOrigin {
  readonly provider: string;
  readonly pricedAt: Instant;
}

/** An order as the worker decided it, with what it decided on. */
export interface AutomatedDraft {
  readonly origin: "automated";
  readonly accountId: string;
  readonly intent: Intent;
  /** When the trail it was decided on was anchored. */
  readonly trailSince: Instant;
  /** The end of the symbol's latest cool-down, 0 without one. */
  readonly coolDownUntil: Instant;
  readonly equity: Money;
  readonly collarBps: Bps;
  /** The fencing number of the lease the worker decided under. */
  readonly leaseEpoch: number;
  /** Of the settings it was decided by. */
  readonly settingsVersion: number;
  /** Absent where nobody noted it. */
  readonly priceOrigin?: PriceOrigin;
  /** The account as the worker knows it: what its rows are asked by before they are locked. */
  readonly account?: Pick<Account, "breakersFrom" | "id" | "userId">;
  /** Shares of the symbol that were held by the book it was decided on. */
  readonly held: Quantity;
  /** The broker is known to have none of the shares that were to be sold. */
  readonly hasNoneThere?: true;
  /** The hash of the strategy that decided it, in the built-in rule's place. */
  readonly decidedBy?: { readonly sha256: string };
}

export type OrderDraft = ManualDraft | AutomatedDraft;

/** How much dearer than its price a market buy may turn out; kept aside with it. */
export const COLLAR_BPS_DEFAULT = 300 as Bps;

/**
 * Same account, symbol, trail, reason and cool-down: the same order, however often it is decided,
 * unless it was denied and never left.
 */
export const causeOf = (draft: AutomatedDraft): string =>
  [
    "automated",
    draft.accountId,
    draft.intent.ticker,
    draft.trailSince,
    draft.intent.reason,
    draft.coolDownUntil,
  ].join("|");

/** One user's ticket: the same order, however often it is sent. */
export const causeOfTicket = (userId: string, idempotencyKey: string): string =>
  ["manual", userId, idempotencyKey].join("|");

export const automatedOrder = (draft: AutomatedDraft, clientKey: string, at: Instant): Order => ({
  clientKey,
  accountId: draft.accountId,
  ticker: draft.intent.ticker,
  side: draft.intent.side,
  origin: "automated",
  quantity: draft.intent.quantity,
  ...(draft.intent.limit === undefined ? {} : { limit: draft.intent.limit }),
  // A limit is set after hours only.
  extendedHours: draft.intent.limit !== undefined,
  reservedCash: draft.intent.reservedCash,
  reason: draft.intent.reason,
  ...pricedBy(draft),
  ...unsent(at),
});

export const manualOrder = (
  draft: ManualDraft,
  clientKey: string,
  reservedCash: Money,
  at: Instant,
): Order => ({
  clientKey,
  accountId: draft.accountId,
  ticker: draft.ticker,
  side: draft.side,
  origin: "manual",
  quantity: draft.quantity,
  ...(draft.limit === undefined ? {} : { limit: draft.limit }),
  extendedHours: false,
  reservedCash,
  ...pricedBy(draft),
  ...unsent(at),
});

const pricedBy = ({ priceOrigin }: OrderDraft): Pick<Order, "pricedAt" | "priceProvider"> =>
  priceOrigin ? { priceProvider: priceOrigin.provider, pricedAt: priceOrigin.pricedAt } : {};

/** A stop for all shares held, until it is canceled. */
export const ownStopOrder = (
  wanted: Pick<Order, "accountId" | "quantity" | "ticker"> & { readonly stop: Price },
  clientKey: string,
  at: Instant,
): Order => ({
  clientKey,
  accountId: wanted.accountId,
  ticker: wanted.ticker,
  side: "sell",
  origin: "automated",
  quantity: wanted.quantity,
  stop: wanted.stop,
  timeInForce: "until-canceled",
  extendedHours: false,
  reservedCash: NO_MONEY,
  reason: "resting-stop",
  ...unsent(at),
});

const unsent = (at: Instant) => ({
  status: "intent" as const,
  filled: NO_SHARES,
  filledNotional: NO_MONEY,
  attempts: 0,
  createdAt: at,
  updatedAt: at,
});
