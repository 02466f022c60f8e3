import type { Instant, Quote } from "@sevenfold/domain/market";
import { type Price, type Quantity, shares } from "@sevenfold/domain/money";

import { chanceKey, chanceUnit } from "./node-chance.ts";
import { slotOf } from "./price-curve.ts";
import { submittedAt, type VenueOrder } from "./venue-order.ts";

/** One fill in ten comes in two or more parts. */
const PARTIAL_SHARE = 0.1;

/** The price this order trades at against the quote; undefined when it does not cross. */
export function crossingPrice(order: VenueOrder, { bid, ask }: Quote): Price | undefined {
  if (order.side === "buy")
    return order.limit === undefined || ask <= order.limit ? ask : undefined;
  return order.limit === undefined || order.limit <= bid ? bid : undefined;
}

/** An order meets prices of later slots only: never the one it was sent in, nor one it traded in. */
export const isDue = (order: VenueOrder, at: Instant): boolean =>
  slotOf(order.fills === 0 ? submittedAt(order) : order.updatedAt) < slotOf(at);

/** How many of the open shares trade now. A function of the order's id, so a replay splits alike. */
export function tradedQuantity(order: VenueOrder): Quantity {
  const left = order.quantity - order.filled;
  const key = chanceKey(order.fills, order.id);
  const isSplit = 1 < left && order.timeInForce !== "fok" && chanceUnit(key, 0) < PARTIAL_SHARE;
  return shares(isSplit ? 1 + Math.floor(chanceUnit(key, 1) * (left - 1)) : left);
}
