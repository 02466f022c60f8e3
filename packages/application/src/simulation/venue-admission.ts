import type { Instant } from "@sevenfold/domain/market";
import {
  BPS_PER_ONE,
  type Money,
  money,
  mulDivCeil,
  PRICE_MAX,
  type Price,
  type Quantity,
  shares,
  tickOf,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-book.ts";
import { auctionTakes, lastPrintAt, type VenueCalendar } from "./venue-hours.ts";
import { type LegProblem, legProblem } from "./venue-legs.ts";
import {
  isFleeting,
  openShares,
  reservedCash,
  type VenueDraft,
  type VenueOrder,
  type VenuePrices,
} from "./venue-order.ts";

/** Why the venue takes no such order. No order exists afterwards. */
export type VenueRefusal =
  | { readonly kind: "account-closed" }
  | { readonly kind: "unknown-symbol"; readonly symbol: string }
  | { readonly kind: "quantity-not-positive" }
  | { readonly kind: "client-order-id-taken" }
  | { readonly kind: "limit-off-tick"; readonly limit: Price }
  | { readonly kind: "stop-off-tick"; readonly stop: Price }
  /** A stop that the price has passed already. */
  | {
      readonly kind: "stop-on-wrong-side";
      readonly side: OrderSide;
      readonly stop: Price;
      readonly last: Price;
    }
  | { readonly kind: "trail-out-of-range" }
  | { readonly kind: "extended-hours-refused" }
  | { readonly kind: "auction-closed"; readonly auction: "opg" | "cls" }
  /** Orders sent as one do not fit together. */
  | { readonly kind: "legs-refused"; readonly problem: LegProblem }
  | { readonly kind: "trading-suspended"; readonly by: "owner" | "venue" }
  | { readonly kind: "opposite-order-open"; readonly order: VenueOrder }
  | { readonly kind: "value-too-small" }
  | { readonly kind: "value-too-large" }
  | { readonly kind: "too-many-open-orders" }
  | {
      readonly kind: "not-enough-shares";
      readonly symbol: string;
      readonly requested: Quantity;
      readonly available: Quantity;
      readonly held: Quantity;
      readonly heldForOrders: Quantity;
    }
  | {
      readonly kind: "not-enough-buying-power";
      readonly buyingPower: Money;
      readonly costBasis: Money;
    };

const OPEN_ORDERS_MAX = 1_000;
const VALUE_MIN = 1 * UNITS_PER_DOLLAR;
const CHEAP_BELOW = 50 * UNITS_PER_DOLLAR;
const CHEAP_COLLAR_BPS = 400;
const COLLAR_BPS = 250;

/** The cash an order could still spend: cash less what open buys may cost. */
export function buyingPowerOf(account: VenueAccount): Money {
  let reserved = 0;
  for (const order of account.openOrders.values()) reserved += reservedCash(order);
  return money(Math.max(0, account.cash - reserved));
}

/**
 * Shares of a symbol that open sells have spoken for; of orders that wait for each other, the most
 * that one of them may sell. Without those of `except` and its group.
 */
export function sharesHeldForOrders(
  account: VenueAccount,
  ticker: string,
  except?: VenueOrder,
): Quantity {
  let held = 0;
  const grouped = new Map<string, number>();
  for (const order of account.openOrders.values()) {
    if (order.side !== "sell" || order.ticker !== ticker || order.status === "held") continue;
    if (isAmong(order, except)) continue;
    const counted = order.group ? (grouped.get(order.group.id) ?? 0) : 0;
    const more = Math.max(0, openShares(order) - counted);
    if (order.group) grouped.set(order.group.id, counted + more);
    held += more;
  }
  return shares(held);
}

/** Whether two are one order, or of one group. */
const isAmong = (order: VenueOrder, other: VenueOrder | undefined): boolean =>
  order.id === other?.id || (order.group !== undefined && order.group.id === other?.group?.id);

/**
 * What to reserve for each share of a buy: its limit, or else the price it may trade at first and
 * what that may move meanwhile.
 */
export function reservedEachOf(prices: VenuePrices, ask: Price): Price {
  const { limit, stop, trail } = prices;
  if (limit !== undefined) return limit;
  const behind =
    trail === undefined
      ? 0
      : trail.by === "price"
        ? trail.distance
        : mulDivCeil(ask, trail.bps, BPS_PER_ONE);
  const first = Math.max(stop ?? 0, ask + behind);
  const collar = first < CHEAP_BELOW ? CHEAP_COLLAR_BPS : COLLAR_BPS;
  return Math.min(PRICE_MAX, mulDivCeil(first, BPS_PER_ONE + collar, BPS_PER_ONE)) as Price;
}

export interface Admission {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  readonly at: Instant;
  /** An order that ends when this one is taken: what it reserves is free for it. */
  readonly instead?: VenueOrder;
}

/** Checks a draft against the account, in the order a client hears of its mistakes. */
export function admit(
  draft: VenueDraft,
  account: VenueAccount,
  admission: Admission,
): Result<{ readonly reservedEach: Price }, VenueRefusal> {
  const { market, calendar, at, instead } = admission;
  const { isBlocked, isSuspendedByOwner } = account.settings;
  if (isBlocked || isSuspendedByOwner)
    return refused({ kind: "trading-suspended", by: isBlocked ? "venue" : "owner" });
  if (!market.has(draft.ticker)) return refused({ kind: "unknown-symbol", symbol: draft.ticker });
  const printed = lastPrintAt(calendar, at);
  const quote = market.quoteAt(draft.ticker, printed);
  const last = market.priceAt(draft.ticker, printed);
  const refusal =
    priceRefusal(draft, last, instead) ??
    timeRefusal(draft, calendar, at) ??
    legRefusal(draft, last);
  if (refusal) return refused(refusal);
  if (OPEN_ORDERS_MAX <= account.openOrders.size) return refused({ kind: "too-many-open-orders" });

  const crossed = [...account.openOrders.values()].find(
    (order) => !isAmong(order, instead) && wouldCross(draft, order),
  );
  if (crossed) return refused({ kind: "opposite-order-open", order: crossed });
  const reservedEach = reservedEachOf(draft, quote.ask);
  const room = { account, instead, reservedEach };
  const held = draft.side === "buy" ? buyRefusal(draft, room) : sellRefusal(draft, room);
  return held ? refused(held) : ok({ reservedEach });
}

function priceRefusal(
  draft: VenueDraft,
  last: Price,
  instead: VenueOrder | undefined,
): VenueRefusal | undefined {
  const { quantity, limit, stop, trail, side } = draft;
  // A stop that was met stays met when the rest of its order changes.
  const isMet = instead?.triggeredAt !== undefined && stop === instead.stop;
  if (quantity === 0) return { kind: "quantity-not-positive" };
  if (limit !== undefined && limit % tickOf(limit) !== 0) return { kind: "limit-off-tick", limit };
  if (stop !== undefined && stop % tickOf(stop) !== 0) return { kind: "stop-off-tick", stop };
  if (stop !== undefined && !isMet && (side === "sell" ? last <= stop : stop <= last))
    return { kind: "stop-on-wrong-side", side, stop, last };
  if (trail === undefined) return undefined;
  const isInRange =
    trail.by === "rate"
      ? 0 < trail.bps && trail.bps < BPS_PER_ONE
      : 0 < trail.distance && (side === "buy" || trail.distance < last);
  return isInRange ? undefined : { kind: "trail-out-of-range" };
}

function timeRefusal(
  draft: VenueDraft,
  calendar: VenueCalendar,
  at: Instant,
): VenueRefusal | undefined {
  const { timeInForce, extendedHours, limit, stop, trail } = draft;
  const isPlainLimit = limit !== undefined && stop === undefined && trail === undefined;
  if (extendedHours && (!isPlainLimit || isFleeting(draft)))
    return { kind: "extended-hours-refused" };
  if (timeInForce !== "opg" && timeInForce !== "cls") return undefined;
  return auctionTakes(calendar, timeInForce, at)
    ? undefined
    : { kind: "auction-closed", auction: timeInForce };
}

function legRefusal(draft: VenueDraft, last: Price): VenueRefusal | undefined {
  const { orderClass, legs = [] } = draft;
  if (orderClass === undefined) return undefined;
  const problem = legProblem(draft, last);
  if (problem) return { kind: "legs-refused", problem };
  for (const { limit, stop } of legs) {
    if (limit !== undefined && limit % tickOf(limit) !== 0)
      return { kind: "limit-off-tick", limit };
    if (stop !== undefined && stop % tickOf(stop) !== 0) return { kind: "stop-off-tick", stop };
  }
  return undefined;
}

/** Whether an account would trade with itself. What waits for another order cannot yet. */
function wouldCross(draft: VenueDraft, order: VenueOrder): boolean {
  if (order.ticker !== draft.ticker || order.side === draft.side) return false;
  if (order.status === "held") return false;
  if (order.limit === undefined || draft.limit === undefined) return true;
  const [buy, sell] =
    draft.side === "buy" ? [draft.limit, order.limit] : [order.limit, draft.limit];
  return sell <= buy;
}

interface Room {
  readonly account: VenueAccount;
  readonly instead: VenueOrder | undefined;
  readonly reservedEach: Price;
}

function buyRefusal(
  { ticker, quantity }: VenueDraft,
  { account, instead, reservedEach }: Room,
): VenueRefusal | undefined {
  const costBasis = quantity * reservedEach;
  if (!staysExact(account, ticker, quantity, costBasis)) return { kind: "value-too-large" };
  if (costBasis < VALUE_MIN) return { kind: "value-too-small" };
  const freed = instead ? reservedCash(instead) : 0;
  const buyingPower = buyingPowerOf(account);
  return buyingPower + freed < costBasis
    ? { kind: "not-enough-buying-power", buyingPower, costBasis: money(costBasis) }
    : undefined;
}

/** A sell multiplies basis by shares: what could leave the safe integers is not let in. */
function staysExact(
  account: VenueAccount,
  ticker: string,
  quantity: number,
  cost: number,
): boolean {
  let count = quantity;
  let basis = cost;
  for (const position of account.positions.values())
    if (position.ticker === ticker) {
      count += position.shares;
      basis += position.costBasis;
    }
  for (const order of account.openOrders.values())
    if (order.ticker === ticker && order.side === "buy") {
      count += openShares(order);
      basis += reservedCash(order);
    }
  return Number.isSafeInteger(2 * count * basis);
}

function sellRefusal(
  { ticker, quantity }: VenueDraft,
  { account, instead }: Room,
): VenueRefusal | undefined {
  const held = account.positions.get(ticker)?.shares ?? shares(0);
  const heldForOrders = sharesHeldForOrders(account, ticker, instead);
  const available = shares(held - heldForOrders);
  // A leg that still waits sells what its parent will buy.
  if (instead?.status === "held" || quantity <= available) return undefined;
  return {
    kind: "not-enough-shares",
    symbol: ticker,
    requested: quantity,
    available,
    held,
    heldForOrders,
  };
}
