import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { ACCOUNT_VALUE_MAX, dollarsText, type Money } from "@sevenfold/domain/money";
import type { OrderEventRefusal, OrderSide, OrderStatus } from "@sevenfold/domain/order";
import type { SoldMoreThanHeld } from "@sevenfold/domain/position";
import type { LimitBroken, RiskDenial } from "@sevenfold/domain/risk";

import type { AccountStatus, Reduction, ReductionReason } from "../../ports/stores/account.ts";
import { NO_REAL_PRICES, PRICES_ONLY_SHOWN } from "../prices/venue-prices.ts";
import { type LiveObstacle, liveSentenceOf } from "./live-trading.ts";
import { REDUCTIONS } from "./reduction.ts";

type NotActive = Exclude<AccountStatus, "active">;

/** Every way a trading use case says no. The facts are domain values; words are made from them. */
export type Refusal =
  | { readonly kind: "account-not-found" }
  | { readonly kind: "account-not-active"; readonly status: NotActive }
  /** The broker shows another account than the one our books are about. */
  | { readonly kind: "venue-reset" }
  | { readonly kind: "live-not-allowed"; readonly obstacle: LiveObstacle }
  | { readonly kind: "automation-off" }
  /** The account's venue has no prices of its own here: no automated and no market order goes there. */
  | { readonly kind: "no-real-prices"; readonly prices: "none" | "shown" }
  /** Two providers disagree about its price: nothing is entered. */
  | { readonly kind: "prices-disputed"; readonly ticker: Ticker }
  /** Its exchange stopped its trading, or has not shown yet that it goes on: nothing is ordered in it by rule, and nothing bought by hand. */
  | {
      readonly kind: "exchange-halt";
      readonly ticker: Ticker;
      readonly because: string;
      /** Trading goes on; a quote of both sides is yet to come. */
      readonly hasResumed: boolean;
    }
  | { readonly kind: "subscription-required" }
  | { readonly kind: "worker-offline" }
  | { readonly kind: "lease-lost" }
  | { readonly kind: "unknown-symbol"; readonly ticker: Ticker }
  | { readonly kind: "no-price"; readonly ticker: Ticker }
  | { readonly kind: "market-closed"; readonly opensAt: Instant }
  /** Worth more than any account we carry. */
  | { readonly kind: "order-too-large"; readonly notional: Money }
  /** The venue takes no buy that is worth less. */
  | { readonly kind: "order-too-small"; readonly notional: Money; readonly least: Money }
  /** Nothing is sent, of any account: somebody switched it off. */
  | { readonly kind: "trading-halted"; readonly reason: string }
  /** Only cancels and sells pass; without a time left until automation is switched on again. */
  | {
      readonly kind: "account-reduced";
      readonly because: ReductionReason;
      readonly remainingMs?: number;
    }
  /** Of all accounts together, within a minute. */
  | { readonly kind: "too-many-orders-in-all"; readonly limit: number }
  | { readonly kind: "order-at-work"; readonly ticker: Ticker }
  /** Whether another order of the symbol is at the broker is not known yet. */
  | {
      readonly kind: "order-unanswered";
      readonly ticker: Ticker;
      /** It is just being sent: its answer is due any moment. */
      readonly isUnderWay: boolean;
    }
  /** Nobody knows yet whether the symbol's resting stop has ended: it may sell the same shares. */
  | { readonly kind: "stop-at-broker"; readonly ticker: Ticker }
  /** The symbol's resting stop sold while it was being taken back. */
  | { readonly kind: "stop-sold"; readonly ticker: Ticker }
  /** The account's user wants no stops at the broker any more. */
  | { readonly kind: "stop-unwanted" }
  /** The broker takes no stops that rest. */
  | { readonly kind: "stops-not-taken" }
  | { readonly kind: "position-unmanaged"; readonly ticker: Ticker }
  /** Sold short at the broker: nothing of the symbol is ordered here. */
  | { readonly kind: "short-elsewhere"; readonly ticker: Ticker }
  /** Calls were written on the shares elsewhere: without them those would be naked. */
  | {
      readonly kind: "shares-tied";
      readonly ticker: Ticker;
      readonly tied: number;
      readonly held: number;
    }
  | { readonly kind: "already-held"; readonly ticker: Ticker }
  /** Another order has sold since it was decided, or bought. */
  | {
      readonly kind: "holding-changed";
      readonly ticker: Ticker;
      readonly held: number;
      readonly decidedOf: number;
    }
  /** Of what the books hold there is nothing at the broker. */
  | { readonly kind: "none-there"; readonly ticker: Ticker; readonly held: number }
  /** The broker has fewer shares than the books, and fewer than are to be sold. */
  | {
      readonly kind: "fewer-there";
      readonly ticker: Ticker;
      readonly held: number;
      readonly there: number;
      readonly openSells: number;
    }
  /** Another strategy, or the built-in rule, trades the account by now. */
  | { readonly kind: "strategy-changed" }
  /** The settings were lowered after it was decided. */
  | { readonly kind: "more-than-set"; readonly wanted: number; readonly most: number }
  | { readonly kind: "stale-decision"; readonly ageMs: number }
  | { readonly kind: "possible-duplicate"; readonly clientKey: string }
  | { readonly kind: "idempotency-key-reused" }
  | { readonly kind: "still-in-progress" }
  | {
      readonly kind: "broker-rejected";
      readonly clientKey: string;
      /** The broker's words, fit for a user. */
      readonly message: string;
    }
  /** Nothing of it is at the broker; the message says so and why. */
  | { readonly kind: "never-sent"; readonly clientKey: string; readonly message: string }
  | { readonly kind: "broker-unavailable"; readonly message: string }
  | { readonly kind: "order-not-found"; readonly clientKey: string }
  | { readonly kind: "order-not-open"; readonly status: OrderStatus }
  | { readonly kind: "second-broker-order"; readonly clientKey: string }
  /** Of no share, or of an order for another symbol or the other side. */
  | {
      readonly kind: "impossible-execution";
      readonly ticker: Ticker;
      readonly side: OrderSide;
      readonly quantity: number;
    }
  /** Of shares that are not held so, or taking back what cannot be taken back by itself. */
  | {
      readonly kind: "impossible-activity";
      readonly activity: string;
      readonly activityId: string;
      readonly ticker?: Ticker;
    }
  | RiskDenial
  | OrderEventRefusal
  | SoldMoreThanHeld;

type Sentences = {
  readonly [Kind in Refusal["kind"]]: (facts: Extract<Refusal, { kind: Kind }>) => string;
};

type LimitSentences = {
  readonly [Kind in LimitBroken["kind"]]: (facts: Extract<LimitBroken, { kind: Kind }>) => string;
};

const LIMIT_SENTENCES: LimitSentences = {
  "max-position-size": ({ after, limit }) =>
    `It would make the position ${after} shares; your limit is ${limit}.`,
  "cash-reserve": ({ left, reserve }) =>
    `It would leave ${dollarsText(left)} of cash; your reserve is ${dollarsText(reserve)}.`,
  "position-share": ({ after, limit }) =>
    `It would make the position worth ${dollarsText(after)}; your limit is ${dollarsText(limit)}.`,
  halted: () => "The daily loss limit was reached in this session.",
  "cool-down": () => "The symbol is cooling down after its last order.",
};

const TO_BROKERS = "in the settings, under Brokers";
const NOT_ACTIVE: Readonly<Record<NotActive, string>> = {
  disabled: `The broker account is paused: no order is sent until you resume it, ${TO_BROKERS}.`,
  pending: `The broker account is not connected yet: ${TO_BROKERS}, its card says what it waits for.`,
  error: `The broker account is not connected: ${TO_BROKERS}, its card says why and what to do.`,
};

const SENTENCES: Sentences = {
  "account-not-found": () => "There is no such account.",
  "account-not-active": ({ status }) => NOT_ACTIVE[status],
  "live-not-allowed": ({ obstacle }) => liveSentenceOf(obstacle),
  "venue-reset": () =>
    "The broker shows another account than before: it was reset or replaced there. " +
    "Resume it to start again from what the broker shows; its history is kept.",
  "automation-off": () => "Automated trading is off.",
  "no-real-prices": ({ prices }) => (prices === "none" ? NO_REAL_PRICES : PRICES_ONLY_SHOWN),
  "prices-disputed": ({ ticker }) =>
    `Two price providers disagree about ${ticker}: nothing is bought until they agree.`,
  "exchange-halt": ({ because, hasResumed, ticker }) =>
    hasResumed
      ? `${ticker} was halted by its exchange (${because}) and trades again: it may be bought once a new quote is there.`
      : `${ticker} is halted by its exchange: ${because}. It may be bought once it trades again and a new quote is there.`,
  "subscription-required": () => "AI trading requires an active subscription.",
  "worker-offline": () =>
    "The trading worker is currently offline. Please ensure the worker service is running.",
  "lease-lost": () => "Another worker has taken over this account.",
  "unknown-symbol": ({ ticker }) => `No market lists ${ticker}.`,
  "no-price": ({ ticker }) => `There is no current price of ${ticker}.`,
  "market-closed": () => "The market is closed. A limit order can wait for the opening.",
  "insufficient-buying-power": ({ needed, available }) =>
    `It needs ${dollarsText(needed)}; ${dollarsText(available)} is free.`,
  "not-enough-shares": ({ wanted, held, openSells }) =>
    0 < openSells
      ? `You hold ${held}, of which ${openSells} are in open sell orders, and asked to sell ${wanted}.`
      : `You hold ${held} and asked to sell ${wanted}.`,
  "order-too-large": ({ notional }) =>
    `It is worth ${dollarsText(notional)}; the limit is ${dollarsText(ACCOUNT_VALUE_MAX)}.`,
  "order-too-small": ({ least, notional }) =>
    `It is worth ${dollarsText(notional)}; the broker takes no buy below ${dollarsText(least)}.`,
  "trading-halted": ({ reason }) => `Trading is halted: ${reason}`,
  "account-reduced": ({ because, remainingMs }) =>
    `${REDUCTIONS[because].says} ${waitOf(because, remainingMs)}`,
  "too-many-orders-in-all": ({ limit }) =>
    `All accounts together sent ${limit} orders within a minute.`,
  "order-at-work": ({ ticker }) => `Another order for ${ticker} is at work.`,
  "order-unanswered": ({ isUnderWay, ticker }) =>
    isUnderWay
      ? `Another order for ${ticker} is just being sent. Try again in a moment.`
      : `The broker has not answered an earlier order for ${ticker} yet. Until it has, only a cancel passes.`,
  "stop-at-broker": ({ ticker }) =>
    `The broker has not said that the stop for ${ticker} is taken back. Until it has, nothing else is sent, and the stop protects.`,
  "stop-sold": ({ ticker }) => `The stop for ${ticker} at the broker sold first.`,
  "stop-unwanted": () => "This stop is not to rest at the broker any more.",
  "stops-not-taken": () => "This broker takes no stops that rest.",
  "position-unmanaged": ({ ticker }) => `${ticker} has not been handed over to the worker.`,
  "short-elsewhere": ({ ticker }) =>
    `${ticker} is sold short at your broker, or may be: a buy would cover that, and a sale would deepen it. Trade it there.`,
  "shares-tied": ({ held, ticker, tied }) =>
    `Calls are written at your broker on ${tied} shares of ${ticker}; you hold ${held}. Close those calls there first.`,
  "already-held": ({ ticker }) => `${ticker} is held already.`,
  "holding-changed": ({ decidedOf, held, ticker }) =>
    `It was decided while ${decidedOf} shares of ${ticker} were held; by now there are ${held}.`,
  "none-there": ({ held, ticker }) =>
    `Your broker has no shares of ${ticker}, of which the books hold ${held}.`,
  "fewer-there": ({ held, openSells, there, ticker }) =>
    `Your broker has ${there} shares of ${ticker}, of which the books hold ${held}${openSells === 0 ? "" : `; ${openSells} are offered already`}. Sell at most ${Math.max(0, there - openSells)}.`,
  "limit-broken": ({ limit }) => limitSentenceOf(limit),
  "too-many-orders": ({ limit }) => `The account sent ${limit} orders within a minute.`,
  "strategy-changed": () => "What decided it trades this account no more.",
  "more-than-set": ({ most, wanted }) =>
    `It is of ${wanted} shares; the settings now say ${most} at most.`,
  "stale-decision": ({ ageMs }) =>
    `The price it was decided at is ${Math.round(ageMs / 1_000)} s old.`,
  "possible-duplicate": () =>
    "The same order was placed a moment ago, so this one was not sent. If you want both, send it again in a few seconds.",
  "idempotency-key-reused": () => "This request's key was already used for a different request.",
  "still-in-progress": () => "This order is still being placed.",
  "broker-rejected": ({ message }) => message,
  "never-sent": ({ message }) => message,
  "broker-unavailable": ({ message }) => message,
  "order-not-found": () => "There is no such order.",
  "order-not-open": ({ status }) => `The order is already ${status}.`,
  "impossible-order-event": ({ status, event }) =>
    `The broker reported “${event}” for an order that is ${status}.`,
  "order-overfilled": ({ ordered, filled }) => `The broker filled ${filled} shares of ${ordered}.`,
  "sold-more-than-held": ({ held, sold }) => `The broker sold ${sold} shares of ${held} held.`,
  "impossible-execution": ({ quantity, side, ticker }) =>
    `The broker reported a ${side} of ${quantity} ${ticker} that cannot be.`,
  "impossible-activity": ({ activity, ticker }) =>
    `The broker reported a ${activity}${ticker === undefined ? "" : ` of ${ticker}`} that does not fit our books.`,
  "second-broker-order": () => "The broker shows two orders for one of ours.",
};

/** Of an order that never left, with why. */
export const neverSentOf = (message: string): string => `Never sent. ${message}`;

/** What holds an account back, and what it is about where that is known. */
export const reductionSentenceOf = ({
  about,
  because,
}: Pick<Reduction, "about" | "because">): string =>
  [REDUCTIONS[because].says, ...(about === undefined ? [] : [about])].join(" ");

const waitOf = (because: ReductionReason, remainingMs: number | undefined): string => {
  if (remainingMs === undefined)
    return REDUCTIONS[because].endsForWorker === "agreement"
      ? "Only sells and cancels pass until they agree again."
      : "Only sells and cancels pass until automated trading is switched on again.";
  const minutes = Math.max(1, Math.ceil(remainingMs / MINUTE_MS));
  const wait = minutes === 1 ? "1 more minute" : `${minutes} more minutes`;
  return `Only sells and cancels pass for ${wait}.`;
};

/** What a refusal says to a person, in one sentence. */
export function sentenceOf(refusal: Refusal): string {
  // The table gives every kind the facts of its own; TypeScript cannot pair them through an index.
  const say = SENTENCES[refusal.kind] as (facts: Refusal) => string;
  return say(refusal);
}

/** What a limit that an order breaks says to a person. */
export function limitSentenceOf(limit: LimitBroken): string {
  const say = LIMIT_SENTENCES[limit.kind] as (facts: LimitBroken) => string;
  return say(limit);
}
