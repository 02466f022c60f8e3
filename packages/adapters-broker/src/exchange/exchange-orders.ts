import { shareCountFrom } from "@sevenfold/application/exchange/share-count";
import {
  VENUE_ORDER_CLASSES,
  VENUE_TIMES_IN_FORCE,
  type VenueDraft,
  type VenueLeg,
  type VenueOrder,
  type VenuePrices,
  type VenueTimeInForce,
  type VenueTrail,
} from "@sevenfold/application/exchange/venue-order";
import type { OrderChange } from "@sevenfold/application/exchange/venue-submission";
import type { Ticker } from "@sevenfold/domain/market";
import {
  isPrice,
  money,
  NO_SHARES,
  type Price,
  shares,
  unitsFromDecimal,
} from "@sevenfold/domain/money";
import { ORDER_SIDES, type OrderSide } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { ExchangeAnswer } from "./exchange-http.ts";
import { offTickAnswer, unprocessable } from "./exchange-refusals.ts";
import type { OrderRequest, ReplaceRequest } from "./exchange-wire.ts";

const CLIENT_ID_CHARACTERS_MAX = 128;
const QUANTITY_MAX = 1_000_000;
const UNITS_PER_CENT = 100;
const DECIMAL = /^\+?(\d{1,12})(?:\.(\d{0,18}))?$/;
const ORDER_TYPES = ["market", "limit", "stop", "stop_limit", "trailing_stop"];

/** What stands in front of an order: the listed symbols, and an id for orders sent without one. */
export interface OrderReading {
  /** The listed symbol of this name or asset id. */
  readonly tickerOf: (nameOrId: string) => Ticker | undefined;
  readonly newClientOrderId: () => string;
}

/** Reads a request into a draft, or says what is wrong with its words. */
export function draftFrom(
  request: OrderRequest,
  { tickerOf, newClientOrderId }: OrderReading,
): Result<VenueDraft, ExchangeAnswer> {
  const complaint = complaintAbout(request);
  if (complaint !== undefined) return refused(unprocessable(40010001, complaint));
  const symbol = request.symbol ?? "";
  const ticker = tickerOf(symbol);
  if (!ticker) return refused(unprocessable(42210000, `asset "${symbol}" not found`));
  const size = sizeFrom(request);
  if (!size.ok) return size;
  const prices = pricesFrom(request);
  if (!prices.ok) return prices;
  const legs = legsFrom(request);
  if (!legs.ok) return legs;
  const orderClass = VENUE_ORDER_CLASSES.find((word) => word === request.order_class);
  // Of an oco the take-profit is the order, and what is sent beside it its stop-loss.
  const isOco = orderClass === "oco";
  const profit = legs.value.find(({ role }) => role === "take-profit")?.limit;
  return ok({
    clientOrderId: request.client_order_id || newClientOrderId(),
    ticker,
    side: request.side as OrderSide,
    ...size.value,
    ...prices.value,
    ...(isOco && profit !== undefined && { limit: profit }),
    timeInForce: request.time_in_force as VenueTimeInForce,
    extendedHours: request.extended_hours ?? false,
    ...(orderClass && {
      orderClass,
      legs: isOco ? legs.value.filter(({ role }) => role === "stop-loss") : legs.value,
    }),
  });
}

/** Reads what a PATCH wants changed of an order. */
export function changeFrom(
  request: ReplaceRequest,
  order: VenueOrder,
  newClientOrderId: () => string,
): Result<OrderChange, ExchangeAnswer> {
  const { qty, time_in_force: timeInForce, trail } = request;
  if (qty != null && !(isQuantity(qty) && Number.isInteger(Number(qty))))
    return refused(unprocessable(40010001, "qty must be a whole number > 0"));
  if (timeInForce != null && timeInForce !== "day" && timeInForce !== "gtc")
    return refused(unprocessable(40010001, "invalid time_in_force"));
  const prices = pricesFrom({
    limit_price: request.limit_price,
    stop_price: request.stop_price,
    ...(order.trail?.by === "rate" ? { trail_percent: trail } : { trail_price: trail }),
  });
  if (!prices.ok) return prices;
  const { limit, stop } = prices.value;
  const isMisplaced =
    (limit !== undefined && order.limit === undefined) ||
    (stop !== undefined && order.stop === undefined) ||
    (trail != null && order.trail === undefined);
  if (isMisplaced)
    return refused(unprocessable(42210000, "unable to replace order, its type has no such price"));
  return ok({
    clientOrderId: request.client_order_id || newClientOrderId(),
    ...(qty != null && { quantity: shares(Number(qty)) }),
    ...prices.value,
    ...(timeInForce != null && { timeInForce }),
  });
}

/** The first word of the request that cannot be; undefined when all can. */
function complaintAbout(request: OrderRequest): string | undefined {
  const { qty, notional } = request;
  if (!request.symbol) return "symbol is required";
  if (qty == null && notional == null) return "qty or notional is required";
  if (qty != null && notional != null) return "only one of qty or notional is accepted";
  if (qty != null && !isQuantity(qty)) return "qty must be > 0";
  if (qty != null && QUANTITY_MAX < Number(qty)) return `qty must be <= ${QUANTITY_MAX}`;
  if (notional != null && !isQuantity(notional)) return "notional must be > 0";
  if (!ORDER_SIDES.some((side) => side === request.side)) return "invalid side";
  if (!ORDER_TYPES.some((type) => type === request.type)) return "invalid order type";
  if (!VENUE_TIMES_IN_FORCE.some((word) => word === request.time_in_force))
    return "invalid time_in_force";
  if (CLIENT_ID_CHARACTERS_MAX < (request.client_order_id ?? "").length)
    return `client_order_id must be no more than ${CLIENT_ID_CHARACTERS_MAX} characters`;
  return priceComplaint(request) ?? classComplaint(request);
}

function priceComplaint(request: OrderRequest): string | undefined {
  const { type, limit_price: limit, stop_price: stop } = request;
  const { trail_price: trailPrice, trail_percent: trailPercent } = request;
  const isOco = request.order_class === "oco";
  if (type === "market" && (limit != null || stop != null))
    return "market orders require no stop or limit price";
  if (type === "limit" && limit == null && !isOco) return "limit orders require a limit price";
  if (type === "limit" && stop != null) return "limit orders require no stop price";
  if (type === "stop" && stop == null) return "stop orders require a stop price";
  if (type === "stop" && limit != null) return "stop orders require no limit price";
  if (type === "stop_limit" && (stop == null || limit == null))
    return "stop limit orders require both stop and limit price";
  const isTrailing = type === "trailing_stop";
  if (isTrailing && (trailPrice != null) === (trailPercent != null))
    return "trailing stop orders must specify one of trail_price or trail_percent";
  if (isTrailing && (limit != null || stop != null))
    return "trailing stop orders require no stop or limit price";
  if (!isTrailing && (trailPrice != null || trailPercent != null))
    return "only trailing stop orders accept trail_price or trail_percent";
  for (const [name, text] of Object.entries({ limit_price: limit, stop_price: stop }))
    if (text != null && !isQuantity(text)) return `${name} must be > 0`;
  return undefined;
}

function classComplaint(request: OrderRequest): string | undefined {
  const { order_class: orderClass, take_profit: profit, stop_loss: loss } = request;
  const isSimple = !orderClass || orderClass === "simple";
  if (!isSimple && !VENUE_ORDER_CLASSES.some((word) => word === orderClass))
    return "invalid order class";
  if (isSimple && (profit != null || loss != null))
    return "simple orders accept no take_profit or stop_loss";
  if (profit != null && profit.limit_price == null)
    return "take profit orders require a limit price";
  if (loss != null && loss.stop_price == null) return "stop loss orders require a stop price";
  return undefined;
}

/** How many shares, or for how much. */
function sizeFrom({
  notional,
  qty,
}: OrderRequest): Result<Pick<VenueDraft, "notional" | "quantity">, ExchangeAnswer> {
  if (notional == null) return ok({ quantity: shareCountFrom(unsigned(qty)) ?? NO_SHARES });
  const units = unitsFromDecimal(notional) ?? 0;
  return units % UNITS_PER_CENT === 0 && decimalsOf(notional) <= 2
    ? ok({ quantity: NO_SHARES, notional: money(units) })
    : refused(unprocessable(42210000, "notional value must be limited to 2 decimal places"));
}

const unsigned = (text: string | null | undefined): string => (text ?? "").replace(/^\+/, "");
const decimalsOf = (text: string): number =>
  (DECIMAL.exec(text)?.[2] ?? "").replace(/0+$/, "").length;

type PriceWords = Partial<
  Pick<OrderRequest, "limit_price" | "stop_price" | "trail_price" | "trail_percent">
>;

function pricesFrom(words: PriceWords): Result<VenuePrices, ExchangeAnswer> {
  const { limit_price: limitText, stop_price: stopText } = words;
  const limit = limitText == null ? undefined : exactPrice(limitText);
  const stop = stopText == null ? undefined : exactPrice(stopText);
  if (limitText != null && limit === undefined)
    return refused(offTickAnswer("limit_price", limitText));
  if (stopText != null && stop === undefined) return refused(offTickAnswer("stop_price", stopText));
  const trail = trailFrom(words);
  if (trail === "invalid")
    return refused(unprocessable(40010001, "trail_price or trail_percent is out of range"));
  return ok({
    ...(limit !== undefined && { limit }),
    ...(stop !== undefined && { stop }),
    ...(trail !== undefined && { trail }),
  });
}

/** A percentage of at most two decimals is a whole number of basis points. */
function trailFrom({
  trail_price: dollars,
  trail_percent: percent,
}: PriceWords): VenueTrail | "invalid" | undefined {
  if (dollars != null) {
    const distance = exactPrice(dollars);
    return distance === undefined ? "invalid" : { by: "price", distance };
  }
  if (percent == null) return undefined;
  const hundredths = unitsFromDecimal(percent);
  const isWhole = hundredths !== undefined && hundredths % 100 === 0 && 0 < hundredths;
  return isWhole ? { by: "rate", bps: hundredths / 100 } : "invalid";
}

function legsFrom({
  take_profit: profit,
  stop_loss: loss,
}: OrderRequest): Result<readonly VenueLeg[], ExchangeAnswer> {
  const legs: VenueLeg[] = [];
  if (profit != null) {
    const prices = pricesFrom({ limit_price: profit.limit_price });
    if (!prices.ok) return prices;
    legs.push({ role: "take-profit", ...prices.value });
  }
  if (loss != null) {
    const prices = pricesFrom({ limit_price: loss.limit_price, stop_price: loss.stop_price });
    if (!prices.ok) return prices;
    legs.push({ role: "stop-loss", ...prices.value });
  }
  return ok(legs);
}

/** Positive, with at most nine decimals. */
function isQuantity(text: string): boolean {
  const match = DECIMAL.exec(text);
  return match !== null && 0 < Number(text) && decimalsOf(text) <= 9;
}

/** A price of at most four decimals; undefined when it has more, or is out of range. */
function exactPrice(text: string): Price | undefined {
  if (4 < decimalsOf(text)) return undefined;
  const units = unitsFromDecimal(text);
  return units !== undefined && isPrice(units) ? units : undefined;
}
