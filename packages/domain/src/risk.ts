import { type Instant, instant, MINUTE_MS } from "./market.ts";
import {
  atRateFloor,
  type Bps,
  type Money,
  money,
  NO_MONEY,
  type Price,
  type Quantity,
} from "./money.ts";
import type { OrderOrigin, OrderSide } from "./order.ts";
import { ok, type Result, refused } from "./result.ts";
import { reservedEachOf } from "./sizing.ts";
import { RISK_UNLIMITED, type RiskLimits, type Strategy } from "./strategy.ts";

/** No account buys with a 31st order within a minute, whoever wants it. docs/risk.md#circuit-breakers */
export const SUBMITS_PER_MINUTE_MAX = 30;

/** An order about to be written down. */
export interface OrderDraft {
  readonly side: OrderSide;
  readonly origin: OrderOrigin;
  readonly quantity: Quantity;
  /** What a share is valued at: the ask or the last price. */
  readonly price: Price;
  readonly limit?: Price;
}

/** What an order is checked against: the account, and its symbol. */
export interface RiskFacts {
  readonly at: Instant;
  readonly cash: Money;
  readonly reservedCash: Money;
  readonly equity: Money;
  readonly collarBps: Bps;
  /** Shares of the symbol held, in open sells and in open buys. */
  readonly held: Quantity;
  readonly openSells: Quantity;
  readonly openBuys: Quantity;
  readonly halted: boolean;
  readonly coolDownUntil: Instant;
  readonly strategy: Pick<Strategy, "maxPositionSize" | "minCashReserve">;
  readonly limits: Pick<RiskLimits, "maxPositionBps">;
  /** When the account's latest orders were sent, oldest first; a minute's worth is enough. */
  readonly recentSubmits: readonly Instant[];
}

/** A limit of the account's own that an order breaks: warns a person, stops the worker. */
export type LimitBroken =
  | { readonly kind: "max-position-size"; readonly after: Quantity; readonly limit: Quantity }
  | { readonly kind: "cash-reserve"; readonly left: Money; readonly reserve: Money }
  | { readonly kind: "position-share"; readonly after: Money; readonly limit: Money }
  | { readonly kind: "halted" }
  | { readonly kind: "cool-down"; readonly until: Instant };

/** Why an order is denied by us and never sent. */
export type RiskDenial =
  | {
      readonly kind: "not-enough-shares";
      readonly wanted: Quantity;
      readonly held: Quantity;
      readonly openSells: Quantity;
    }
  | {
      readonly kind: "insufficient-buying-power";
      readonly needed: Money;
      readonly available: Money;
    }
  | { readonly kind: "too-many-orders"; readonly limit: number; readonly until: Instant }
  | { readonly kind: "limit-broken"; readonly limit: LimitBroken };

/** An order that may be sent: what to keep aside for it, and what its owner should know. */
export interface CheckedOrder {
  readonly reservedCash: Money;
  readonly warnings: readonly LimitBroken[];
}

/**
 * Hard for everyone: shares to sell, free cash, and the breaker, which holds up nothing that lowers
 * risk. The limits bind only the worker.
 */
export function checkOrder(draft: OrderDraft, facts: RiskFacts): Result<CheckedOrder, RiskDenial> {
  return draft.side === "sell" ? checkSell(draft, facts) : checkBuy(draft, facts);
}

function checkSell(draft: OrderDraft, facts: RiskFacts): Result<CheckedOrder, RiskDenial> {
  const { held, openSells } = facts;
  if (held - openSells < draft.quantity)
    return refused({ kind: "not-enough-shares", wanted: draft.quantity, held, openSells });
  return ok({ reservedCash: NO_MONEY, warnings: [] });
}

function checkBuy(draft: OrderDraft, facts: RiskFacts): Result<CheckedOrder, RiskDenial> {
  const until = breakerUntil(facts);
  if (until !== undefined)
    return refused({ kind: "too-many-orders", limit: SUBMITS_PER_MINUTE_MAX, until });
  const each = draft.limit ?? reservedEachOf(draft.price, facts.collarBps);
  const needed = money(each * draft.quantity);
  const available = money(facts.cash - facts.reservedCash);
  if (available < needed) return refused({ kind: "insufficient-buying-power", needed, available });
  const warnings = limitsBroken(draft, facts, needed);
  const [first] = warnings;
  if (draft.origin === "automated" && first !== undefined)
    return refused({ kind: "limit-broken", limit: first });
  return ok({ reservedCash: needed, warnings });
}

/** Every limit of the account's own that the buy would break. */
function limitsBroken(draft: OrderDraft, facts: RiskFacts, needed: Money): LimitBroken[] {
  const { strategy } = facts;
  const broken: LimitBroken[] = [];
  if (facts.halted) broken.push({ kind: "halted" });
  if (facts.at < facts.coolDownUntil)
    broken.push({ kind: "cool-down", until: facts.coolDownUntil });
  const large = tooLarge(draft, facts);
  if (large) broken.push(large);
  const left = money(facts.cash - facts.reservedCash - needed);
  if (left < strategy.minCashReserve)
    broken.push({ kind: "cash-reserve", left, reserve: strategy.minCashReserve });
  const dear = tooDear(draft, facts);
  if (dear) broken.push(dear);
  return broken;
}

/** What a buy's size is judged by. */
export type SizeFacts = Pick<RiskFacts, "equity" | "held" | "limits" | "openBuys" | "strategy">;

/** The limit of a buy's own size that it would break, where it breaks any: of its shares, or of equity. */
export const sizeBroken = (
  draft: Pick<OrderDraft, "price" | "quantity">,
  facts: SizeFacts,
): LimitBroken | undefined => tooLarge(draft, facts) ?? tooDear(draft, facts);

const sharesAfter = (
  { quantity }: Pick<OrderDraft, "quantity">,
  { held, openBuys }: Pick<RiskFacts, "held" | "openBuys">,
): Quantity => (held + openBuys + quantity) as Quantity;

function tooLarge(
  draft: Pick<OrderDraft, "quantity">,
  facts: Pick<SizeFacts, "held" | "openBuys" | "strategy">,
): LimitBroken | undefined {
  const after = sharesAfter(draft, facts);
  const limit = facts.strategy.maxPositionSize;
  return limit < after ? { kind: "max-position-size", after, limit } : undefined;
}

function tooDear(
  draft: Pick<OrderDraft, "price" | "quantity">,
  facts: Pick<SizeFacts, "equity" | "held" | "limits" | "openBuys">,
): LimitBroken | undefined {
  const { equity, limits } = facts;
  if (limits.maxPositionBps === RISK_UNLIMITED) return undefined;
  const value = money(sharesAfter(draft, facts) * draft.price);
  const limit = money(atRateFloor(equity, limits.maxPositionBps));
  return limit < value ? { kind: "position-share", after: value, limit } : undefined;
}

/** When the circuit breaker lets the next order pass; undefined while it lets this one. */
export function breakerUntil({
  at,
  recentSubmits,
}: Pick<RiskFacts, "at" | "recentSubmits">): Instant | undefined {
  const oldest = recentSubmits[recentSubmits.length - SUBMITS_PER_MINUTE_MAX];
  if (oldest === undefined || MINUTE_MS <= at - oldest) return undefined;
  return instant(oldest + MINUTE_MS);
}
