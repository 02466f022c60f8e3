import { createHash } from "node:crypto";

import type { SimulatedMarket } from "@sevenfold/application/simulation/simulated-market";
import type { VenueAccount, VenueActivity } from "@sevenfold/application/simulation/venue-book";
import type { VenueNotice } from "@sevenfold/application/simulation/venue-changes";
import { trailTrigger } from "@sevenfold/application/simulation/venue-matching";
import {
  hasEnded,
  type VenueExecution,
  type VenueOrder,
  type VenueOrderStatus,
} from "@sevenfold/application/simulation/venue-order";
import type { AccountView, PositionView } from "@sevenfold/application/simulation/venue-reads";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { decimalOf, mulDivHalfEven } from "@sevenfold/domain/money";
import { newYorkParts, tradingDayOf } from "@sevenfold/domain/new-york-time";
import type { Stock } from "@sevenfold/domain/stocks";

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
    expires_at: timeOrNull(order.expiresAt),
    asset_id: assetIdOf(order.ticker),
    symbol: order.ticker,
    asset_class: "us_equity",
    notional: null,
    qty: String(order.quantity),
    filled_qty: String(order.filled),
    filled_avg_price: order.filled === 0 ? null : averageText(order.filledNotional, order.filled),
    order_class: order.orderClass ?? "",
    order_type: type,
    type,
    side: order.side,
    position_intent: order.side === "buy" ? "buy_to_open" : "sell_to_close",
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
    position_qty: String(position?.shares ?? 0),
    price: decimalOf(execution.price),
    qty: String(execution.quantity),
    timestamp,
  };
}

export function wireAccount(
  { opening, settings }: VenueAccount,
  view: AccountView,
): Record<string, unknown> {
  const { cash, equity, lastEquity, buyingPower, marketValue, lastDay } = view;
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
    long_market_value: decimalOf(marketValue),
    short_market_value: "0",
    position_market_value: decimalOf(marketValue),
    buying_power: decimalOf(buyingPower),
    regt_buying_power: decimalOf(buyingPower),
    non_marginable_buying_power: decimalOf(buyingPower),
    options_buying_power: "0",
    effective_buying_power: decimalOf(buyingPower),
    initial_margin: decimalOf(marketValue),
    maintenance_margin: decimalOf(marketValue),
    last_maintenance_margin: "0",
    sma: "0",
    multiplier: "1",
    accrued_fees: "0",
    pending_reg_taf_fees: "0",
    pending_transfer_in: "0",
    pending_transfer_out: "0",
    intraday_adjustments: "0",
    trading_blocked: settings.isBlocked ?? false,
    transfers_blocked: false,
    account_blocked: settings.isBlocked ?? false,
    trade_suspended_by_user: settings.isSuspendedByOwner ?? false,
    shorting_enabled: false,
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
    exchange: EXCHANGE,
    asset_class: "us_equity",
    asset_marginable: false,
    qty: String(shares),
    qty_available: String(view.available),
    side: "long",
    avg_entry_price: averageText(costBasis, shares),
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
    qty: String(execution.quantity),
    side: execution.side,
    symbol: execution.ticker,
    leaves_qty: String(execution.leaves),
    cum_qty: String(execution.cumulative),
    order_id: execution.orderId,
    order_status: execution.leaves === 0 ? "filled" : "partially_filled",
  };
}

/** Their word for cash or shares that moved without a trade. */
export const activityTypeOf = ({ kind }: VenueActivity): string =>
  kind === "dividend" ? "DIV" : "SPLIT";

/** A row of the account's activities that is no fill. */
export function wireActivity(activity: VenueActivity): Record<string, unknown> {
  const { id, at, ticker, quantity, amount, perShare } = activity;
  return {
    id: activityIdOf({ id, atMicros: at * 1_000 }),
    activity_type: activityTypeOf(activity),
    activity_sub_type: activity.kind === "dividend" ? "CDIV" : "SPLIT",
    date: tradingDayOf(at),
    net_amount: decimalOf(amount),
    symbol: ticker,
    qty: String(quantity),
    ...(perShare !== undefined && { per_share_amount: decimalOf(perShare) }),
    status: "executed",
    created_at: timeText(at),
    currency: "USD",
  };
}

/** Their ids begin with New York's local time, run together. */
function activityIdOf({ id, atMicros }: Pick<VenueExecution, "id" | "atMicros">): string {
  const at = instant(Math.floor(atMicros / 1_000));
  const { year, month, day, hour, minute, second } = newYorkParts(at);
  const clock = [month, day, hour, minute, second].map((part) => String(part).padStart(2, "0"));
  return `${year}${clock.join("")}${String(at % 1_000).padStart(3, "0")}::${id}`;
}

/** The execution or other row an activity id names. */
export const rowIdOf = (activityId: string): string => activityId.split("::")[1] ?? "";

export function wireAsset({ ticker, name }: Stock): Record<string, unknown> {
  return {
    id: assetIdOf(ticker),
    class: "us_equity",
    exchange: EXCHANGE,
    symbol: ticker,
    name,
    status: "active",
    tradable: true,
    marginable: false,
    shortable: false,
    easy_to_borrow: false,
    borrow_status: "hard_to_borrow",
    fractionable: false,
    maintenance_margin_requirement: 100,
    margin_requirement_long: "100",
    margin_requirement_short: "100",
    attributes: [],
  };
}

/** The simulated market is none of their exchanges; the empty word is one their clients know. */
const EXCHANGE = "";
/** The same UUID for the same symbol on every exchange of ours. */
export function assetIdOf(symbol: string): string {
  const known = ASSET_IDS.get(symbol);
  if (known !== undefined) return known;
  const hex = createHash("sha256").update(`asset ${symbol}`).digest("hex");
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  ASSET_IDS.set(symbol, id);
  return id;
}

/** The listed symbol of this name or asset id. */
export function tickerNamed(market: SimulatedMarket, nameOrId: string): Ticker | undefined {
  if (market.has(nameOrId)) return nameOrId;
  return market.stocks.find(({ ticker }) => assetIdOf(ticker) === nameOrId)?.ticker;
}

const ASSET_IDS = new Map<string, string>();

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

/** Dollars per share with up to six decimals, half-even. */
function averageText(notional: number, count: number): string {
  const millionths = mulDivHalfEven(notional, 100, count);
  const whole = Math.floor(millionths / 1_000_000);
  const fraction = String(millionths % 1_000_000)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return fraction === "" ? String(whole) : `${whole}.${fraction}`;
}

/** A fraction as their decimals: "0.0123". */
const fractionText = (part: number, whole: number): string =>
  whole === 0 ? "0" : String(Number((part / whole).toFixed(10)));
