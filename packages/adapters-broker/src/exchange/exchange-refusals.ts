import type { CancelRefusal } from "@sevenfold/application/simulation/venue";
import type { VenueRefusal } from "@sevenfold/application/simulation/venue-admission";
import { decimalOf } from "@sevenfold/domain/money";

import { type ExchangeAnswer, json } from "./exchange-http.ts";
import { wireOrder } from "./exchange-mapping.ts";

/** The answer to an order the venue would not take: their status, code and words. */
export function refusalAnswer(refusal: VenueRefusal): ExchangeAnswer {
  switch (refusal.kind) {
    case "account-closed":
      return json({ message: "unauthorized." }, 401);
    case "unknown-symbol":
      return unprocessable(42210000, `asset "${refusal.symbol}" not found`);
    case "quantity-not-positive":
      return unprocessable(40010001, "qty must be > 0");
    case "client-order-id-taken":
      return unprocessable(40010001, "client_order_id must be unique");
    case "limit-off-tick":
      return offTickAnswer(decimalOf(refusal.limit));
    case "extended-hours-refused":
      return unprocessable(42210000, "extended hours order must be DAY or GTC limit orders");
    case "opposite-order-open":
      return forbidden("potential wash trade detected. use complex orders", {
        existing_order_id: refusal.order.id,
        reject_reason: `opposite side ${refusal.order.limit === undefined ? "market" : "limit"} order exists`,
      });
    case "value-too-small":
      return forbidden("cost basis must be >= minimal amount of order 1");
    case "value-too-large":
      return unprocessable(42210000, "order value exceeds the maximum of this venue");
    case "too-many-open-orders":
      return forbidden("too many open orders");
    case "not-enough-shares":
      return forbidden(
        `insufficient qty available for order (requested: ${refusal.requested}, available: ${refusal.available})`,
        {
          available: String(refusal.available),
          existing_qty: String(refusal.held),
          held_for_orders: String(refusal.heldForOrders),
          symbol: refusal.symbol,
        },
      );
    case "not-enough-buying-power":
      return forbidden("insufficient buying power", {
        buying_power: decimalOf(refusal.buyingPower),
        cost_basis: decimalOf(refusal.costBasis),
      });
  }
}

export function cancelRefusalAnswer(refusal: CancelRefusal, orderId: string): ExchangeAnswer {
  if (refusal.kind === "order-unknown") return notFound(`order not found for ${orderId}`);
  return unprocessable(42210000, `order is already in "${wireOrder(refusal.order).status}" state`);
}

export const offTickAnswer = (limit: string): ExchangeAnswer =>
  unprocessable(
    42210000,
    `invalid limit_price ${limit}. sub-penny increment does not fulfill minimum pricing criteria`,
  );

export const notFound = (message: string): ExchangeAnswer => json({ code: 40410000, message }, 404);

export const unprocessable = (code: number, message: string): ExchangeAnswer =>
  json({ code, message }, 422);

/** Bodies with more than code and message carry their keys in the order of the alphabet. */
export function forbidden(message: string, facts: Record<string, string> = {}): ExchangeAnswer {
  const body = { ...facts, code: 40310000, message };
  const sorted = Object.entries(body).sort(([left], [right]) => (left < right ? -1 : 1));
  return json(Object.fromEntries(sorted), 403);
}
