import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant, type Ticker } from "./market.ts";
import { price } from "./money.ts";
import {
  applyOrderEvent,
  isOpen,
  isTerminal,
  type Order,
  type OrderEvent,
  openQuantity,
} from "./order.ts";
import { fills, orders } from "./testing/arbitraries.ts";
import { after, EVENTS, eventOf, fillOf, LATER, orderIn } from "./testing/order-events.ts";

const TRADES = new Set(["working", "partially-filled", "filled"]);

describe("applyOrderEvent, whatever arrives", () => {
  it("always keeps what its event does not speak of, and adds nothing else", () => {
    const kept = fc.tuple(orders, otherFacts).map(([order, facts]) => ({ ...order, ...facts }));
    fc.assert(
      fc.property(kept, events, (order, event) => {
        const next = tried(order, event);
        if (next === order) return;
        const { status, updatedAt, reservedCash } = next;
        const { lastMessage: _, ...silent } = order;

        expect(next).toStrictEqual({
          ...(TRADES.has(status) && !TRADES.has(order.status) ? silent : order),
          status,
          updatedAt,
          reservedCash,
          ...(event.type === "submitting" && { attempts: order.attempts + 1 }),
          ...(event.type === "accepted" && { brokerOrderId: event.brokerOrderId }),
          ...(event.type === "not-sent" && { attempts: Math.max(0, order.attempts - 1) }),
          ...("message" in event && { lastMessage: event.message }),
          ...(event.type === "filled" && {
            filled: order.filled + event.fill.quantity,
            filledNotional: order.filledNotional + event.fill.price * event.fill.quantity,
          }),
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it("always ends filled, whenever the acknowledgement or its loss arrives", () => {
    const parts = fc.integer({ min: 1, max: 9 });
    const sequences = parts.chain((first) =>
      fc.shuffledSubarray<OrderEvent>(
        [eventOf("accepted"), eventOf("lost"), fillOf(first, 100), fillOf(10 - first, 101)],
        { minLength: 4 },
      ),
    );
    fc.assert(
      fc.property(sequences, (events) => {
        const ended = events.reduce(after, orderIn("submitting"));

        expect(ended).toMatchObject({ status: "filled", filled: 10, reservedCash: 0 });
      }),
    );
  });

  it("never fills more than was ordered, whatever arrives", () => {
    fc.assert(
      fc.property(orders, fc.array(events, { maxLength: 20 }), (order, arriving) => {
        const ended = arriving.reduce(tried, order);

        expect(ended.filled <= ended.quantity).toBe(true);
        expect(ended.status === "filled").toBe(ended.filled === ended.quantity);
      }),
    );
  });

  it("always releases the reservation at the end, and never keeps a negative one", () => {
    fc.assert(
      fc.property(orders, fc.array(events, { maxLength: 20 }), (order, arriving) => {
        let current = order;
        for (const event of arriving) {
          const next = tried(current, event);
          expect(0 <= next.reservedCash && next.reservedCash <= current.reservedCash).toBe(true);
          if (isTerminal(next.status) && next !== current) expect(next.reservedCash).toBe(0);
          current = next;
        }
      }),
    );
  });

  it("never keeps less than the open shares' part of the reservation", () => {
    fc.assert(
      fc.property(orders, fills, (order, fill) => {
        const next = tried(order, { type: "filled", fill });
        if (next === order || !isOpen(next)) return;
        const kept = BigInt(next.reservedCash) * BigInt(openQuantity(order));

        expect(BigInt(order.reservedCash) * BigInt(openQuantity(next)) <= kept).toBe(true);
      }),
    );
  });
});

type Moving =
  | "status"
  | "updatedAt"
  | "reservedCash"
  | "attempts"
  | "filled"
  | "filledNotional"
  | "quantity";

/** Facts of an order that no event moves, or that it need not have: some of them, never the usual. */
const everyOther: { [Fact in Exclude<keyof Order, Moving>]-?: fc.Arbitrary<Order[Fact]> } = {
  clientKey: fc.string({ minLength: 1 }),
  accountId: fc.string({ minLength: 1 }),
  ticker: fc.constantFrom("GE" as Ticker, "T" as Ticker),
  side: fc.constantFrom("buy", "sell"),
  origin: fc.constantFrom("automated", "manual", "external"),
  limit: fc.integer({ min: 1, max: 1_000_000 }).map(price),
  stop: fc.integer({ min: 1, max: 1_000_000 }).map(price),
  timeInForce: fc.constant("until-canceled"),
  extendedHours: fc.constant(true),
  brokerOrderId: fc.constant("b-1"),
  reason: fc.constantFrom("trail-drop", "stop-loss"),
  lastMessage: fc.string({ minLength: 1 }),
  priceProvider: fc.string({ minLength: 1 }),
  pricedAt: fc.integer({ min: 0, max: 900 }).map(instant),
  createdAt: fc.integer({ min: 0, max: 900 }).map(instant),
};
const otherFacts = fc.record(everyOther, { requiredKeys: [] });

const events: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.constantFrom(...EVENTS).map(eventOf),
  fills.map((fill) => ({ type: "filled" as const, fill })),
  fc.integer({ min: 1, max: 60 }).map((count) => fillOf(count, 100)),
);

/** The order after the event, or as it was when the event is refused. */
function tried(order: Order, event: OrderEvent): Order {
  const result = applyOrderEvent(order, event, LATER);
  return result.ok ? result.value : order;
}
