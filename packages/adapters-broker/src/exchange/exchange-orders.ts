import {
  VENUE_TIMES_IN_FORCE,
  type VenueDraft,
  type VenueTimeInForce,
} from "@sevenfold/application/simulation/venue-order";
import type { Ticker } from "@sevenfold/domain/market";
import { isPrice, type Price, shares, unitsFromDecimal } from "@sevenfold/domain/money";
import { ORDER_SIDES, type OrderSide } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { ExchangeAnswer } from "./exchange-http.ts";
import { forbidden, offTickAnswer, unprocessable } from "./exchange-refusals.ts";
import type { OrderRequest } from "./exchange-wire.ts";

const CLIENT_ID_CHARACTERS_MAX = 128;
const QUANTITY_MAX = 1_000_000;
const DECIMAL = /^\+?(\d{1,12})(?:\.(\d{0,18}))?$/;

/** What stands in front of an order: the listed symbols, and an id for orders sent without one. */
export interface OrderReading {
  readonly isListed: (symbol: string) => symbol is Ticker;
  readonly newClientOrderId: () => string;
}

/** Reads a request into a draft, or says what is wrong with its words. */
export function draftFrom(
  request: OrderRequest,
  { isListed, newClientOrderId }: OrderReading,
): Result<VenueDraft, ExchangeAnswer> {
  const complaint = complaintAbout(request);
  if (complaint !== undefined) return refused(unprocessable(40010001, complaint));
  const symbol = request.symbol ?? "";
  if (!isListed(symbol)) return refused(unprocessable(42210000, `asset "${symbol}" not found`));
  const quantity = Number(request.qty ?? Number.NaN);
  if (!Number.isInteger(quantity))
    return refused(forbidden(`asset "${symbol}" is not fractionable`));
  const limit = request.limit_price == null ? undefined : exactPrice(request.limit_price);
  if (request.limit_price != null && limit === undefined)
    return refused(offTickAnswer(request.limit_price));
  return ok({
    clientOrderId: request.client_order_id || newClientOrderId(),
    ticker: symbol,
    side: request.side as OrderSide,
    quantity: shares(quantity),
    ...(limit !== undefined && { limit }),
    timeInForce: request.time_in_force as VenueTimeInForce,
    extendedHours: request.extended_hours ?? false,
  });
}

/** The first word of the request that cannot be; undefined when all can. */
function complaintAbout(request: OrderRequest): string | undefined {
  const { qty, notional, type, limit_price: limit, stop_price: stop } = request;
  if (!request.symbol) return "symbol is required";
  if (qty == null && notional == null) return "qty or notional is required";
  if (qty != null && notional != null) return "only one of qty or notional is accepted";
  if (qty != null && !isQuantity(qty)) return "qty must be > 0";
  if (qty != null && QUANTITY_MAX < Number(qty)) return `qty must be <= ${QUANTITY_MAX}`;
  if (notional != null && !isQuantity(notional)) return "notional must be > 0";
  if (!ORDER_SIDES.some((side) => side === request.side)) return "invalid side";
  if (type !== "market" && type !== "limit") return "invalid order type";
  if (!VENUE_TIMES_IN_FORCE.some((word) => word === request.time_in_force))
    return "invalid time_in_force";
  if (type === "market" && (limit != null || stop != null))
    return "market orders require no stop or limit price";
  if (type === "limit" && limit == null) return "limit orders require a limit price";
  if (type === "limit" && stop != null) return "limit orders require no stop price";
  if (limit != null && !isQuantity(limit)) return "limit_price must be > 0";
  if (CLIENT_ID_CHARACTERS_MAX < (request.client_order_id ?? "").length)
    return `client_order_id must be no more than ${CLIENT_ID_CHARACTERS_MAX} characters`;
  if (request.order_class && request.order_class !== "simple") return "invalid order class";
  return undefined;
}

/** Positive, with at most nine decimals. */
function isQuantity(text: string): boolean {
  const match = DECIMAL.exec(text);
  return match !== null && 0 < Number(text) && (match[2] ?? "").replace(/0+$/, "").length <= 9;
}

/** A price of at most four decimals; undefined when it has more, or is out of range. */
function exactPrice(text: string): Price | undefined {
  const decimals = (DECIMAL.exec(text)?.[2] ?? "").replace(/0+$/, "");
  if (4 < decimals.length) return undefined;
  const units = unitsFromDecimal(text);
  return units !== undefined && isPrice(units) ? units : undefined;
}
