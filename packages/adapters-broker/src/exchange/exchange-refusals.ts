import { shareText } from "@sevenfold/application/exchange/share-count";
import type { CancelRefusal, ReplaceRefusal } from "@sevenfold/application/exchange/venue";
import type { LegProblem } from "@sevenfold/application/exchange/venue-legs";
import type { VenueRefusal } from "@sevenfold/application/exchange/venue-refusal";
import { decimalOf } from "@sevenfold/domain/money";

import { type ExchangeAnswer, json } from "./exchange-http.ts";
import { wireOrder, wireTypeOf } from "./exchange-mapping.ts";

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
      return offTickAnswer("limit_price", decimalOf(refusal.limit));
    case "stop-off-tick":
      return offTickAnswer("stop_price", decimalOf(refusal.stop));
    case "stop-on-wrong-side":
      return wrongSideAnswer(refusal);
    case "trail-out-of-range":
      return unprocessable(40010001, "trail_price or trail_percent is out of range");
    case "auction-closed":
      return forbidden(AUCTION_CLOSED[refusal.auction]);
    case "legs-refused":
      return legsAnswer(refusal.problem);
    case "fraction-refused":
      return unprocessable(42210000, FRACTION_PROBLEMS[refusal.problem]);
    case "not-fractionable":
      return forbidden(`asset "${refusal.symbol}" is not fractionable`);
    case "trading-suspended":
      return forbidden(
        refusal.by === "owner"
          ? "new orders are suspended by user"
          : "account is not authorized to trade",
      );
    case "extended-hours-refused":
      return unprocessable(42210000, "extended hours order must be DAY or GTC limit orders");
    case "long-and-short":
      return forbidden(
        refusal.side === "buy"
          ? "cannot open a long buy while a short sell order is open"
          : "cannot open a short sell while a long buy order is open",
      );
    case "shorting-refused":
      return SHORTING_REFUSED[refusal.problem](refusal.symbol);
    case "intent-mismatch":
      return unprocessable(42210000, "position intent mismatch");
    case "opposite-order-open":
      return forbidden("potential wash trade detected. use complex orders", {
        existing_order_id: refusal.order.id,
        reject_reason: `opposite side ${wireTypeOf(refusal.order)} order exists`,
      });
    case "value-too-small":
      return forbidden("cost basis must be >= minimal amount of order 1");
    case "value-too-large":
      return unprocessable(42210000, "order value exceeds the maximum of this venue");
    case "too-many-open-orders":
      return forbidden("too many open orders");
    case "not-enough-shares":
      return forbidden(
        `insufficient qty available for order (requested: ${shareText(refusal.requested)}, available: ${shareText(refusal.available)})`,
        {
          available: shareText(refusal.available),
          existing_qty: shareText(refusal.held),
          held_for_orders: shareText(refusal.heldForOrders),
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

export function replaceRefusalAnswer(refusal: ReplaceRefusal, orderId: string): ExchangeAnswer {
  if (refusal.kind === "order-unknown" || refusal.kind === "order-ended")
    return cancelRefusalAnswer(refusal, orderId);
  if (refusal.kind === "order-not-open")
    return unprocessable(42210000, "unable to replace order, order is not open");
  return refusal.kind === "order-in-dollars"
    ? unprocessable(42210000, "unable to replace order, it is of a notional value")
    : refusalAnswer(refusal);
}

const FRACTION_PROBLEMS = {
  "time-in-force": "fractional orders must be DAY orders",
  class: "fractional orders must be simple orders",
  trail: "fractional orders must be market, limit, stop, or stop_limit orders",
} as const;

const SHORTING_REFUSED = {
  account: () => forbidden("account is not allowed to short"),
  asset: (symbol: string) => unprocessable(42210000, `asset "${symbol}" cannot be sold short`),
  fraction: () => forbidden("fractional orders are not allowed to short"),
} as const;

const AUCTION_CLOSED = {
  opg: "opg orders must be submitted after 7:00pm and before 9:28am",
  cls: "cls orders must be submitted after 7:00pm and before 3:55pm",
} as const;

type WrongSide = Extract<VenueRefusal, { kind: "stop-on-wrong-side" }>;

function wrongSideAnswer({ side, stop, last }: WrongSide): ExchangeAnswer {
  const relation = side === "sell" ? "less" : "greater";
  return {
    status: 422,
    json: {
      code: 42210000,
      market_price: decimalOf(last),
      message: `stop price must be ${relation} than current price`,
      stop_price: decimalOf(stop),
    },
  };
}

function legsAnswer(problem: LegProblem): ExchangeAnswer {
  if (problem === "selling") return forbidden("account is not allowed to short");
  return problem === "missing"
    ? unprocessable(40010001, LEG_PROBLEMS.missing)
    : unprocessable(42210000, LEG_PROBLEMS[problem]);
}

const LEG_PROBLEMS = {
  missing: "complex orders require the prices of their take_profit and stop_loss",
  "time-in-force": "complex orders must be DAY or GTC orders",
  "extended-hours": "complex orders are not eligible for extended hours trading",
  crossed: "take_profit.limit_price must be > stop_loss.stop_price, and the stop below the market",
} as const;

export const offTickAnswer = (
  field: "limit_price" | "stop_price",
  amount: string,
): ExchangeAnswer =>
  unprocessable(
    42210000,
    `invalid ${field} ${amount}. sub-penny increment does not fulfill minimum pricing criteria`,
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
