import {
  eachOf,
  type ShareCount,
  shareCount,
  shareText,
} from "@sevenfold/application/exchange/share-count";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import type { VenueNotice } from "@sevenfold/application/exchange/venue-changes";
import { mayBorrow } from "@sevenfold/application/exchange/venue-margin";
import { trailTrigger } from "@sevenfold/application/exchange/venue-matching";
import {
  hasEnded,
  isClosing,
  type VenueExecution,
  type VenueOrder,
  type VenueOrderStatus,
} from "@sevenfold/application/exchange/venue-order";
import type { AccountView, PositionView } from "@sevenfold/application/exchange/venue-reads";
import { type Instant, instant } from "@sevenfold/domain/market";
import { decimalOf, type Money, money } from "@sevenfold/domain/money";
import { newYorkParts } from "@sevenfold/domain/new-york-time";

import { assetIdOf } from "./exchange-assets.ts";
import { listingOf } from "./listings.ts";

/** Their word for each of ours. */
const STATUS: Record<VenueOrderStatus, string> = {
  held: "held",
  accepted: "accepted",
  pending: "pending_new",
  working: "new",
  "partially-filled": "partially_filled",
  filled: "filled",
  canceled: "canceled",
  expired: "expired",
  rejected: "rejected",
  replaced: "replaced",
};

/** Their word for what an order is by its prices. */
export function wireTypeOf({ limit, stop, trail }: VenueOrder): string {
  if (trail !== undefined) return "trailing_stop";
  if (stop !== undefined) return limit === undefined ? "stop" : "stop_limit";
  return limit === undefined ? "market" : "limit";
}

/** Every field of their order object; what is unset is null. Legs are shown where they are asked for. */
export function wireOrder(
  order: VenueOrder,
  legs?: readonly VenueOrder[],
): Record<string, unknown> {
  const type = wireTypeOf(order);
  const { trail, mark } = order;
  const stop = mark === undefined || trail === undefined ? order.stop : trailTrigger(order, mark);
  const submitted = microsText(order.submittedMicros);
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    created_at: submitted,
    updated_at: order.fills === 0 && !hasEnded(order) ? submitted : timeText(order.updatedAt),
    submitted_at: submitted,
    filled_at: timeOrNull(order.filledAt),
    expired_at: timeOrNull(order.expiredAt),
    canceled_at: timeOrNull(order.canceledAt),
    failed_at: timeOrNull(order.rejectedAt),
    replaced_at: timeOrNull(order.replacedAt),
    replaced_by: order.replacedBy ?? null,
    replaces: order.replaces ?? null,
    ...(order.expiresAt !== undefined && { expires_at: timeText(order.expiresAt) }),
    asset_id: assetIdOf(order.ticker),
    symbol: order.ticker,
    asset_class: "us_equity",
    notional: decimalOrNull(order.notional),
    qty: order.notional === undefined ? shareText(order.quantity) : null,
    filled_qty: shareText(order.filled),
    filled_avg_price: filledPriceText(order),
    order_class: order.orderClass ?? "",
    order_type: type,
    type,
    side: order.side,
    position_intent: intentOf(order),
    time_in_force: order.timeInForce,
    limit_price: decimalOrNull(order.limit),
    stop_price: decimalOrNull(stop),
    trail_price: trail?.by === "price" ? decimalOf(trail.distance) : null,
    trail_percent: trail?.by === "rate" ? String(trail.bps / 100) : null,
    hwm: decimalOrNull(mark),
    status: STATUS[order.status],
    extended_hours: order.extendedHours,
    legs: legs && 0 < legs.length ? legs.map((leg) => wireOrder(leg)) : null,
    ratio_qty: null,
    source: null,
    subtag: null,
  };
}

/** Their word for what an order does to a holding. */
export const intentOf = (order: Pick<VenueOrder, "isShort" | "side">): string =>
  `${order.side}_to_${isClosing(order) ? "close" : "open"}`;

/** The `data` of a trade_updates message. */
export function wireTradeUpdate(notice: VenueNotice): Record<string, unknown> {
  const { order, at, execution, position } = notice;
  const timestamp = timeText(at);
  if (!execution)
    return {
      event: notice.event === "opened" ? "new" : notice.event,
      order: wireOrder(order),
      timestamp,
    };
  return {
    event: execution.leaves === 0 ? "fill" : "partial_fill",
    execution_id: execution.id,
    order: wireOrder(order),
    position_qty: shareText(position?.shares ?? 0),
    price: decimalOf(execution.price),
    qty: shareText(execution.quantity),
    timestamp,
  };
}

export function wireAccount(
  { opening, settings }: VenueAccount,
  view: AccountView,
): Record<string, unknown> {
  const { cash, equity, lastEquity, buyingPower, marketValue, lastDay } = view;
  const isMargin = opening.multiplier === 2;
  // What is not lent on, an account pays for with its own.
  const own = money(isMargin ? Math.floor(buyingPower / 2) : buyingPower);
  return {
    id: opening.id,
    account_number: opening.number,
    status: "ACTIVE",
    crypto_status: "INACTIVE",
    currency: "USD",
    cash: decimalOf(cash),
    equity: decimalOf(equity),
    last_equity: decimalOf(lastEquity),
    portfolio_value: decimalOf(equity),
    long_market_value: decimalOf(view.longValue),
    short_market_value: view.shortValue === 0 ? "0" : decimalOf(view.shortValue),
    position_market_value: decimalOf(marketValue),
    buying_power: decimalOf(buyingPower),
    regt_buying_power: decimalOf(buyingPower),
    non_marginable_buying_power: decimalOf(own),
    options_buying_power: "0",
    effective_buying_power: decimalOf(buyingPower),
    initial_margin: decimalOf(isMargin ? view.initial : marketValue),
    maintenance_margin: decimalOf(isMargin ? view.maintenance : marketValue),
    last_maintenance_margin: "0",
    sma: "0",
    multiplier: isMargin ? "2" : "1",
    accrued_fees: "0",
    pending_reg_taf_fees: "0",
    pending_transfer_in: "0",
    pending_transfer_out: "0",
    intraday_adjustments: "0",
    trading_blocked: settings.isBlocked ?? false,
    transfers_blocked: false,
    account_blocked: settings.isBlocked ?? false,
    trade_suspended_by_user: settings.isSuspendedByOwner ?? false,
    shorting_enabled: isMargin && mayBorrow(view) && settings.preferences?.no_shorting !== true,
    options_approved_level: 0,
    options_trading_level: 0,
    created_at: timeText(opening.openedAt),
    balance_asof: lastDay,
  };
}

export function wirePosition(view: PositionView): Record<string, unknown> {
  const { ticker, shares, costBasis, last, lastDayPrice, marketValue, dayBasis } = view;
  return {
    asset_id: assetIdOf(ticker),
    symbol: ticker,
    exchange: listingOf(ticker),
    asset_class: "us_equity",
    asset_marginable: true,
    qty: shareText(shares),
    qty_available: shareText(view.available),
    side: shares < 0 ? "short" : "long",
    avg_entry_price: averageText(money(Math.abs(costBasis)), shareCount(Math.abs(shares))),
    market_value: decimalOf(marketValue),
    cost_basis: decimalOf(costBasis),
    unrealized_pl: decimalOf(marketValue - costBasis),
    unrealized_plpc: fractionText(marketValue - costBasis, costBasis),
    unrealized_intraday_pl: decimalOf(marketValue - dayBasis),
    unrealized_intraday_plpc: fractionText(marketValue - dayBasis, dayBasis),
    current_price: decimalOf(last),
    lastday_price: decimalOf(lastDayPrice),
    change_today: fractionText(last - lastDayPrice, lastDayPrice),
  };
}

/** A FILL row of the account's activities. */
export function wireFill(execution: VenueExecution): Record<string, unknown> {
  return {
    id: activityIdOf(execution),
    activity_type: "FILL",
    transaction_time: microsText(execution.atMicros),
    type: execution.leaves === 0 ? "fill" : "partial_fill",
    price: decimalOf(execution.price),
    qty: shareText(execution.quantity),
    side: execution.side === "sell" && execution.isShort ? "sell_short" : execution.side,
    symbol: execution.ticker,
    leaves_qty: shareText(execution.leaves),
    cum_qty: shareText(execution.cumulative),
    order_id: execution.orderId,
    order_status: execution.leaves === 0 ? "filled" : "partially_filled",
  };
}

/** Their ids begin with New York's local time, run together. */
export function activityIdOf({ id, atMicros }: Pick<VenueExecution, "id" | "atMicros">): string {
  const at = instant(Math.floor(atMicros / 1_000));
  const { year, month, day, hour, minute, second } = newYorkParts(at);
  const clock = [month, day, hour, minute, second].map((part) => String(part).padStart(2, "0"));
  return `${year}${clock.join("")}${String(at % 1_000).padStart(3, "0")}::${id}`;
}

/** The execution or other row an activity id names. */
export const rowIdOf = (activityId: string): string => activityId.split("::")[1] ?? "";

export const timeText = (at: Instant): string => new Date(at).toISOString();
const decimalOrNull = (units: number | undefined): string | null =>
  units === undefined ? null : decimalOf(units);
const timeOrNull = (at: Instant | undefined): string | null =>
  at === undefined ? null : timeText(at);

/** Microseconds since 1970 as RFC 3339 with six decimals: what orders are paged by. */
export function microsText(micros: number): string {
  const text = timeText(instant(Math.floor(micros / 1_000)));
  return `${text.slice(0, -1)}${String(micros % 1_000).padStart(3, "0")}Z`;
}

/** One fill's price is known; of more than one the worth is rounded where shares are in parts. */
function filledPriceText({ filled, filledNotional, fills, latestPrice }: VenueOrder) {
  if (filled === 0) return null;
  return fills === 1 && latestPrice !== undefined
    ? decimalOf(latestPrice)
    : averageText(filledNotional, filled);
}

/** Dollars per share with up to six decimals, half-even. */
function averageText(notional: Money, count: ShareCount): string {
  const millionths = eachOf(notional, count, 100);
  const whole = Math.floor(millionths / 1_000_000);
  const fraction = String(millionths % 1_000_000)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return fraction === "" ? String(whole) : `${whole}.${fraction}`;
}

/** A fraction as their decimals: "0.0123". */
const fractionText = (part: number, whole: number): string =>
  whole === 0 ? "0" : String(Number((part / Math.abs(whole)).toFixed(10)));
