import type { Quote } from "@sevenfold/domain/market";
import {
  BPS_PER_ONE,
  type Money,
  mulDivCeil,
  mulDivFloor,
  PRICE_MAX,
  type Price,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import {
  costOf,
  FRACTIONAL_SHARES_MAX,
  isWhole,
  type ShareCount,
  shareCount,
  sharesFor,
} from "./share-count.ts";
import type { VenueAccount } from "./venue-account.ts";
import {
  buyingPowerOf,
  isMargin,
  marginStanding,
  mayBorrow,
  type PriceOf,
} from "./venue-margin.ts";
import {
  isClosing,
  openShares,
  reservedCash,
  type VenueDraft,
  type VenueOrder,
  type VenuePrices,
} from "./venue-order.ts";
import type { Admitted, VenueRefusal } from "./venue-refusal.ts";
import { isEasyToBorrow } from "./venue-terms.ts";

const VALUE_MIN = 1 * UNITS_PER_DOLLAR;
const CHEAP_BELOW = 50 * UNITS_PER_DOLLAR;
const CHEAP_COLLAR_BPS = 400;
const COLLAR_BPS = 250;
const SHORT_COLLAR_BPS = 300;

/**
 * Shares of a symbol that orders which close it have spoken for; of orders that wait for each other,
 * the most that one of them may trade. Without those of `except` and its group.
 */
export function sharesHeldForOrders(
  account: VenueAccount,
  ticker: string,
  except?: VenueOrder,
): ShareCount {
  let held = shareCount(0);
  const grouped = new Map<string, number>();
  for (const order of account.openOrders.values()) {
    if (!isClosing(order) || order.ticker !== ticker || order.status === "held") continue;
    if (isAmong(order, except)) continue;
    const counted = order.group ? (grouped.get(order.group.id) ?? 0) : 0;
    const more = Math.max(0, openShares(order) - counted);
    if (order.group) grouped.set(order.group.id, shareCount(counted + more));
    held = shareCount(held + more);
  }
  return shareCount(held);
}

/** Whether two are one order, or of one group. */
export const isAmong = (order: VenueOrder, other: VenueOrder | undefined): boolean =>
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
  const collar = collarOf(first);
  return Math.min(PRICE_MAX, mulDivCeil(first, BPS_PER_ONE + collar, BPS_PER_ONE)) as Price;
}

const collarOf = (units: number): number => (units < CHEAP_BELOW ? CHEAP_COLLAR_BPS : COLLAR_BPS);

/** The least a share may bring where an order sells for a sum: its limit, or what the price may fall to. */
function soldEachOf({ limit, stop }: VenuePrices, bid: Price): Price {
  if (limit !== undefined) return limit;
  const first = Math.min(stop ?? bid, bid);
  return Math.max(1, mulDivFloor(first, BPS_PER_ONE - collarOf(first), BPS_PER_ONE)) as Price;
}

export interface Room {
  readonly account: VenueAccount;
  readonly quote: Quote;
  readonly priceOf: PriceOf;
  /** An order that ends when this one is taken: what it reserves is free for it. */
  readonly instead: VenueOrder | undefined;
}

const heldOf = (account: VenueAccount, ticker: string): ShareCount =>
  account.positions.get(ticker as VenueDraft["ticker"])?.shares ?? shareCount(0);

/** Whether an order of this side would sell what is not held, or buy such shares back. */
export function inferredShort(
  account: VenueAccount,
  { side, ticker }: Pick<VenueDraft, "side" | "ticker">,
  instead?: VenueOrder,
): boolean {
  if (instead) return instead.isShort ?? false;
  const held = heldOf(account, ticker);
  return side === "buy" ? held < 0 : held <= 0 && isMargin(account);
}

/** Where the words of a draft say another thing than the holdings do: whoever sells them has none. */
export function intentRefusal(
  { isShort, side, ticker }: VenueDraft,
  account: VenueAccount,
  inferred: boolean,
): VenueRefusal | undefined {
  if (isShort === undefined || isShort === inferred) return undefined;
  if (isShort && !isMargin(account))
    return { kind: "shorting-refused", problem: "account", symbol: ticker };
  return side === "sell" && inferred ? undefined : { kind: "intent-mismatch" };
}

/** What a draft is taken as, if the account has the cash, the shares or the margin for it. */
export function roomFor(draft: VenueDraft, room: Room): Result<Admitted, VenueRefusal> {
  if (isClosing(draft)) return roomToClose(draft, room);
  return draft.side === "buy" ? roomToBuy(draft, room) : roomToShort(draft, room);
}

function roomToBuy(draft: VenueDraft, room: Room): Result<Admitted, VenueRefusal> {
  const { notional } = draft;
  const { ask } = room.quote;
  const reservedEach = reservedEachOf(draft, ask);
  const quantity =
    notional === undefined ? draft.quantity : sharesFor(notional, draft.limit ?? ask);
  return opening(draft, room, { reservedEach, quantity, isShort: false });
}

/** Three percent above the ask are set aside where a short sale names no higher limit. */
function roomToShort(draft: VenueDraft, room: Room): Result<Admitted, VenueRefusal> {
  const { limit = 0, notional, quantity, ticker: symbol } = draft;
  const { account, priceOf, quote } = room;
  const mayShort = account.settings.preferences?.no_shorting !== true;
  if (!mayShort || !mayBorrow(marginStanding(account, priceOf)))
    return refused({ kind: "shorting-refused", problem: "account", symbol });
  if (notional !== undefined || !isWhole(quantity))
    return refused({ kind: "shorting-refused", problem: "fraction", symbol });
  if (!isEasyToBorrow(symbol))
    return refused({ kind: "shorting-refused", problem: "asset", symbol });
  const above = mulDivCeil(quote.ask, BPS_PER_ONE + SHORT_COLLAR_BPS, BPS_PER_ONE);
  const reservedEach = Math.min(PRICE_MAX, Math.max(limit, above)) as Price;
  return opening(draft, room, { reservedEach, quantity, isShort: true });
}

function opening(
  { notional, ticker }: VenueDraft,
  { account, instead, priceOf }: Room,
  admitted: Admitted,
): Result<Admitted, VenueRefusal> {
  const { quantity, reservedEach } = admitted;
  const costBasis = notional ?? costOf(reservedEach, quantity);
  if (!staysExact(account, ticker, quantity, costBasis))
    return refused({ kind: "value-too-large" });
  if (costBasis < VALUE_MIN) return refused({ kind: "value-too-small" });
  const freed = instead ? reservedCash(instead) : 0;
  const buyingPower = buyingPowerOf(account, priceOf);
  return buyingPower + freed < costBasis
    ? refused({ kind: "not-enough-buying-power", buyingPower, costBasis })
    : ok(admitted);
}

/** A sell multiplies basis by shares: what could leave the safe integers is not let in. */
function staysExact(
  account: VenueAccount,
  ticker: string,
  quantity: ShareCount,
  cost: Money,
): boolean {
  let count: number = quantity;
  let basis: number = cost;
  for (const position of account.positions.values())
    if (position.ticker === ticker) {
      count += Math.abs(position.shares);
      basis += Math.abs(position.costBasis);
    }
  for (const order of account.openOrders.values())
    if (order.ticker === ticker && !isClosing(order)) {
      count += openShares(order);
      basis += reservedCash(order);
    }
  const isCountable = Number.isSafeInteger(count) || count <= FRACTIONAL_SHARES_MAX;
  return isCountable && 2 * count * basis <= Number.MAX_SAFE_INTEGER;
}

function roomToClose(draft: VenueDraft, room: Room): Result<Admitted, VenueRefusal> {
  const { isShort = false, notional, ticker } = draft;
  const { account, instead, quote } = room;
  if (isShort && (notional !== undefined || !isWhole(draft.quantity)))
    return refused({ kind: "shorting-refused", problem: "fraction", symbol: ticker });
  const reservedEach = reservedEachOf(draft, quote.ask);
  const signed = heldOf(account, ticker);
  const held = shareCount(Math.max(0, isShort ? -signed : signed));
  const heldForOrders = sharesHeldForOrders(account, ticker, instead);
  const available = shareCount(held - heldForOrders);
  const requested =
    notional === undefined ? draft.quantity : sharesFor(notional, draft.limit ?? quote.bid);
  // A leg that still waits sells what its parent will buy.
  if (instead?.status !== "held" && available < requested)
    return refused({
      ...{ kind: "not-enough-shares", symbol: ticker, requested, available, held, heldForOrders },
    });
  if (notional === undefined) return ok({ reservedEach, quantity: requested, isShort });
  const most = sharesFor(notional, soldEachOf(draft, quote.bid));
  return ok({ reservedEach, quantity: shareCount(Math.min(available, most)), isShort });
}
