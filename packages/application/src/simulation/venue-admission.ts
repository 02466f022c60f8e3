import type { Instant } from "@sevenfold/domain/market";
import {
  BPS_PER_ONE,
  type Money,
  money,
  mulDivCeil,
  type Price,
  type Quantity,
  shares,
  tickOf,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-book.ts";
import { openShares, reservedCash, type VenueDraft, type VenueOrder } from "./venue-order.ts";

/** Why the venue takes no such order. No order exists afterwards. */
export type VenueRefusal =
  | { readonly kind: "account-closed" }
  | { readonly kind: "unknown-symbol"; readonly symbol: string }
  | { readonly kind: "quantity-not-positive" }
  | { readonly kind: "client-order-id-taken" }
  | { readonly kind: "limit-off-tick"; readonly limit: Price }
  | { readonly kind: "extended-hours-refused" }
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

/** Shares of a symbol that open sells have spoken for. */
export function sharesHeldForOrders(account: VenueAccount, ticker: string): Quantity {
  let held = 0;
  for (const order of account.openOrders.values())
    if (order.side === "sell" && order.ticker === ticker) held += openShares(order);
  return shares(held);
}

/** What to reserve for each share of a buy: its limit, or the ask and what it may move meanwhile. */
export function reservedEachOf({ limit }: VenueDraft, ask: Price): Price {
  if (limit !== undefined) return limit;
  const collar = ask < CHEAP_BELOW ? CHEAP_COLLAR_BPS : COLLAR_BPS;
  return mulDivCeil(ask, BPS_PER_ONE + collar, BPS_PER_ONE) as Price;
}

/** Checks a draft against the account, in the order a client hears of its mistakes. */
export function admit(
  draft: VenueDraft,
  account: VenueAccount,
  market: SimulatedMarket,
  at: Instant,
): Result<{ readonly reservedEach: Price }, VenueRefusal> {
  if (!market.has(draft.ticker)) return refused({ kind: "unknown-symbol", symbol: draft.ticker });
  if (draft.quantity === 0) return refused({ kind: "quantity-not-positive" });
  const { limit } = draft;
  if (limit !== undefined && limit % tickOf(limit) !== 0)
    return refused({ kind: "limit-off-tick", limit });
  const isLasting = draft.timeInForce === "day" || draft.timeInForce === "gtc";
  if (draft.extendedHours && (limit === undefined || !isLasting))
    return refused({ kind: "extended-hours-refused" });
  if (OPEN_ORDERS_MAX <= account.openOrders.size) return refused({ kind: "too-many-open-orders" });

  const crossed = [...account.openOrders.values()].find((order) => wouldCross(draft, order));
  if (crossed) return refused({ kind: "opposite-order-open", order: crossed });
  const reservedEach = reservedEachOf(draft, market.quoteAt(draft.ticker, at).ask);
  const isBuy = draft.side === "buy";
  const refusal = isBuy ? buyRefusal(draft, account, reservedEach) : sellRefusal(draft, account);
  return refusal ? refused(refusal) : ok({ reservedEach });
}

/** Whether an account would trade with itself. */
function wouldCross(draft: VenueDraft, order: VenueOrder): boolean {
  if (order.ticker !== draft.ticker || order.side === draft.side) return false;
  if (order.limit === undefined || draft.limit === undefined) return true;
  const [buy, sell] =
    draft.side === "buy" ? [draft.limit, order.limit] : [order.limit, draft.limit];
  return sell <= buy;
}

function buyRefusal(
  { ticker, quantity }: VenueDraft,
  account: VenueAccount,
  reservedEach: Price,
): VenueRefusal | undefined {
  const costBasis = quantity * reservedEach;
  if (!staysExact(account, ticker, quantity, costBasis)) return { kind: "value-too-large" };
  if (costBasis < VALUE_MIN) return { kind: "value-too-small" };
  const buyingPower = buyingPowerOf(account);
  return buyingPower < costBasis
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
  account: VenueAccount,
): VenueRefusal | undefined {
  const held = account.positions.get(ticker)?.shares ?? shares(0);
  const heldForOrders = sharesHeldForOrders(account, ticker);
  const available = shares(held - heldForOrders);
  return available < quantity
    ? {
        kind: "not-enough-shares",
        symbol: ticker,
        requested: quantity,
        available,
        held,
        heldForOrders,
      }
    : undefined;
}
