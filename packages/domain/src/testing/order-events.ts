import { instant, type Ticker } from "../market.ts";
import { type Money, price, shares } from "../money.ts";
import {
  applyOrderEvent,
  isTerminal,
  type Order,
  type OrderEvent,
  type OrderStatus,
} from "../order.ts";

// prettier-ignore
export const EVENTS = [
  "submitting",
  "denied",
  "accepted",
  "rejected",
  "lost",
  "cancel-requested",
  "suspended",
  "canceled",
  "expired",
  "filled",
  "not-sent",
] as const;

export const LATER = instant(2_000);

export function orderIn(status: OrderStatus): Order {
  const isOver = isTerminal(status);
  return {
    clientKey: "ABCDEFGHIJ0123456789",
    accountId: "account-1",
    ticker: "AAPL" as Ticker,
    side: "buy",
    origin: "automated",
    quantity: shares(10),
    extendedHours: false,
    status,
    filled: shares(status === "filled" ? 10 : 0),
    filledNotional: 0 as Money,
    reservedCash: (isOver ? 0 : 11_000_000) as Money,
    attempts: 0,
    createdAt: instant(1_000),
    updatedAt: instant(1_000),
  };
}

export const fillOf = (
  count: number,
  dollars: number,
): Extract<OrderEvent, { type: "filled" }> => ({
  type: "filled",
  fill: {
    executionId: "e-1",
    quantity: shares(count),
    price: price(dollars * 10_000),
    fee: 0 as Money,
    at: LATER,
  },
});

export function eventOf(type: OrderEvent["type"]): OrderEvent {
  if (type === "filled") return fillOf(1, 100);
  if (type === "accepted") return { type, brokerOrderId: "b-1" };
  if (type === "denied" || type === "rejected" || type === "suspended" || type === "not-sent")
    return { type, message: "because" };
  return { type };
}

export function after(order: Order, event: OrderEvent): Order {
  const result = applyOrderEvent(order, event, LATER);
  if (!result.ok) throw new Error(`${event.type}: ${result.refusal.kind}`);
  return result.value;
}
