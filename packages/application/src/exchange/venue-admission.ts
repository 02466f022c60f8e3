import type { Instant } from "@sevenfold/domain/market";
import { BPS_PER_ONE, type Price, tickOf } from "@sevenfold/domain/money";
import { type Result, refused } from "@sevenfold/domain/result";

import { isWhole } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-account.ts";
import { auctionTakes, lastPrintAt, type VenueCalendar } from "./venue-hours.ts";
import { legProblem } from "./venue-legs.ts";
import type { PriceOf } from "./venue-margin.ts";
import { isClosing, isFleeting, type VenueDraft, type VenueOrder } from "./venue-order.ts";
import type { Admitted, VenueRefusal } from "./venue-refusal.ts";
import { inferredShort, intentRefusal, isAmong, roomFor } from "./venue-room.ts";
import { isFractionable } from "./venue-terms.ts";

const OPEN_ORDERS_MAX = 1_000;

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
): Result<Admitted, VenueRefusal> {
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
    fractionRefusal(draft) ??
    legRefusal(draft, last);
  if (refusal) return refused(refusal);
  if (OPEN_ORDERS_MAX <= account.openOrders.size) return refused({ kind: "too-many-open-orders" });

  const inferred = inferredShort(account, draft, instead);
  const mismatch = intentRefusal(draft, account, inferred);
  if (mismatch) return refused(mismatch);
  const wanted = { ...draft, isShort: draft.isShort ?? inferred };
  for (const order of account.openOrders.values()) {
    if (isAmong(order, instead) || order.ticker !== draft.ticker) continue;
    if (opensBothWays(wanted, order)) return refused({ kind: "long-and-short", side: draft.side });
    if (wouldCross(draft, order)) return refused({ kind: "opposite-order-open", order });
  }
  const room = { account, instead, quote, priceOf: priceAt(market, printed) };
  return roomFor(wanted, room);
}

function priceRefusal(
  draft: VenueDraft,
  last: Price,
  instead: VenueOrder | undefined,
): VenueRefusal | undefined {
  const { quantity, limit, stop, trail, side } = draft;
  // A stop that was met stays met when the rest of its order changes.
  const isMet = instead?.triggeredAt !== undefined && stop === instead.stop;
  if (quantity === 0 && draft.notional === undefined) return { kind: "quantity-not-positive" };
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

/** Parts of shares, and orders in dollars, are simple ones for the day. */
function fractionRefusal(draft: VenueDraft): VenueRefusal | undefined {
  if (draft.notional === undefined && isWhole(draft.quantity)) return undefined;
  if (draft.timeInForce !== "day") return { kind: "fraction-refused", problem: "time-in-force" };
  if (draft.orderClass !== undefined) return { kind: "fraction-refused", problem: "class" };
  if (draft.trail !== undefined) return { kind: "fraction-refused", problem: "trail" };
  return isFractionable(draft.ticker)
    ? undefined
    : { kind: "not-fractionable", symbol: draft.ticker };
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

const priceAt =
  (market: SimulatedMarket, at: Instant): PriceOf =>
  (ticker) =>
    market.priceAt(ticker, at);

const opensBothWays = (draft: VenueDraft, order: VenueOrder): boolean =>
  order.side !== draft.side && !isClosing(draft) && !isClosing(order) && order.status !== "held";

/** Whether an account would trade with itself. What waits for another order cannot yet. */
function wouldCross(draft: VenueDraft, order: VenueOrder): boolean {
  if (order.side === draft.side) return false;
  if (order.status === "held") return false;
  if (order.limit === undefined || draft.limit === undefined) return true;
  const [buy, sell] =
    draft.side === "buy" ? [draft.limit, order.limit] : [order.limit, draft.limit];
  return sell <= buy;
}
