import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant, type Ticker } from "./market.ts";
import { type Money, price, type Quantity, shares } from "./money.ts";
import {
  applyOrderEvent,
  averagePriceOf,
  isOpen,
  isTerminal,
  ORDER_STATUSES,
  type Order,
  type OrderEvent,
  type OrderStatus,
  openQuantity,
} from "./order.ts";
import { fills, orders } from "./testing/arbitraries.ts";

// prettier-ignore
const EVENTS = [
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

/** Where each event of EVENTS leads from each status; "–" is refused. A fill here fills in part. */
// biome-ignore format: a table
const TABLE: Record<OrderStatus, string> = {
  intent:             "submitting denied –                –        –                –              –              –        –       – –",
  submitting:         "submitting –      working          rejected unknown          cancel-pending suspended      canceled expired partially-filled intent",
  unknown:            "submitting –      working          rejected unknown          cancel-pending suspended      canceled expired partially-filled –",
  working:            "–          –      working          rejected working          cancel-pending suspended      canceled expired partially-filled –",
  "partially-filled": "–          –      partially-filled –        partially-filled cancel-pending suspended      canceled expired partially-filled –",
  "cancel-pending":   "–          –      cancel-pending   rejected cancel-pending   cancel-pending cancel-pending canceled expired cancel-pending denied",
  suspended:          "–          –      working          rejected suspended        cancel-pending suspended      canceled expired partially-filled –",
  filled:             "–          –      filled           –        filled           filled         –              filled   filled  – –",
  canceled:           "–          –      canceled         –        canceled         canceled       –              canceled canceled canceled –",
  expired:            "–          –      expired          –        expired          expired        –              expired  expired expired –",
  rejected:           "–          –      working          rejected –                –              –              canceled expired partially-filled –",
  denied:             "–          –      –                –        –                –              –              –        –       – –",
};

describe("applyOrderEvent", () => {
  for (const status of ORDER_STATUSES) {
    const row = TABLE[status].split(/\s+/);
    EVENTS.forEach((type, column) => {
      const expected = row[column]!;
      const leads = expected === "–" ? "refuses" : `answers ${expected} to`;
      it(`in ${status} ${leads} ${type}`, () => {
        const result = applyOrderEvent(orderIn(status), eventOf(type), LATER);

        if (result.ok) expect(result.value.status).toBe(expected);
        else expect(expected).toBe("–");
      });
    });
  }

  it("counts attempts, keeps the venue's id and its last word", () => {
    const sent = after(orderIn("intent"), { type: "submitting" });
    expect(sent.attempts).toBe(1);
    expect(after(sent, eventOf("accepted")).brokerOrderId).toBe("b-1");
    expect(after(sent, { type: "rejected", message: "no" }).lastMessage).toBe("no");
  });

  it("takes an attempt off that never left, and keeps the order open where an earlier one may be there", () => {
    const once = after(orderIn("intent"), { type: "submitting" });
    expect(after(once, eventOf("not-sent"))).toMatchObject({ status: "intent", attempts: 0 });

    const twice = after(after(once, { type: "lost" }), { type: "submitting" });
    expect(after(twice, eventOf("not-sent"))).toMatchObject({ status: "unknown", attempts: 1 });
    const canceled = after(twice, { type: "cancel-requested" });
    expect(after(canceled, eventOf("not-sent")).status).toBe("cancel-pending");
  });

  it("never takes an order for unsent that the venue has shown", () => {
    const shown = after(after(orderIn("submitting"), eventOf("accepted")), {
      type: "cancel-requested",
    });

    expect(applyOrderEvent(shown, eventOf("not-sent"), LATER).ok).toBe(false);
  });

  it("refuses a second venue id under one key", () => {
    const working = after(orderIn("submitting"), { type: "accepted", brokerOrderId: "b-1" });

    expect(
      applyOrderEvent(working, { type: "accepted", brokerOrderId: "b-2" }, LATER),
    ).toMatchObject({ ok: false, refusal: { kind: "impossible-order-event" } });
  });

  it("sums what the fills cost and frees their part of the reservation", () => {
    const part = after(orderIn("working"), fillOf(4, 100));

    expect(part).toMatchObject({ filled: 4, filledNotional: 4_000_000, reservedCash: 6_600_000 });
    expect(openQuantity(part)).toBe(6);
    const whole = after(part, fillOf(6, 101));
    expect(whole).toMatchObject({ status: "filled", filledNotional: 10_060_000, reservedCash: 0 });
    expect(openQuantity(whole)).toBe(0);
  });

  it("tells what a share cost so far to the nearest, and nothing before its first fill", () => {
    expect(averagePriceOf(orderIn("working"))).toBeUndefined();
    const part = after(after(orderIn("working"), fillOf(1, 100)), fillOf(2, 100.0001));
    expect(averagePriceOf(part)).toBe(1_000_001);
  });

  it("refuses more than was ordered, also after the end", () => {
    const over = { ok: false, refusal: { kind: "order-overfilled", ordered: 10, filled: 11 } };
    expect(applyOrderEvent(orderIn("working"), fillOf(11, 100), LATER)).toEqual(over);
    expect(applyOrderEvent(orderIn("filled"), fillOf(1, 100), LATER)).toEqual(over);
  });

  it("refuses a fill of nothing", () => {
    const nothing = {
      type: "filled",
      fill: { ...fillOf(1, 1).fill, quantity: 0 as Quantity },
    } as const;

    expect(applyOrderEvent(orderIn("working"), nothing, LATER).ok).toBe(false);
  });

  it("keeps a canceled order canceled when a part of it fills late, and books the part", () => {
    const canceled = after(orderIn("cancel-pending"), { type: "canceled" });

    expect(after(canceled, fillOf(3, 100))).toMatchObject({
      status: "canceled",
      filled: 3,
      reservedCash: 0,
    });
  });

  it("keeps what was filled when its rest is canceled", () => {
    const partly = after(orderIn("working"), fillOf(3, 100));
    const { filledNotional } = partly;

    expect(after(partly, { type: "canceled" })).toMatchObject({
      status: "canceled",
      filled: 3,
      filledNotional,
    });
  });

  it("never moves its time backwards", () => {
    const order = { ...orderIn("working"), updatedAt: LATER };
    const result = applyOrderEvent(order, fillOf(1, 1), instant(3));

    expect(result).toMatchObject({ ok: true, value: { updatedAt: LATER } });
  });

  it("always keeps what its event does not speak of, and adds nothing else", () => {
    const kept = fc.tuple(orders, otherFacts).map(([order, facts]) => ({ ...order, ...facts }));
    fc.assert(
      fc.property(kept, events, (order, event) => {
        const next = tried(order, event);
        if (next === order) return;
        const { status, updatedAt, reservedCash } = next;

        expect(next).toStrictEqual({
          ...order,
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

const LATER = instant(2_000);

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
  createdAt: fc.integer({ min: 0, max: 900 }).map(instant),
};
const otherFacts = fc.record(everyOther, { requiredKeys: [] });

function orderIn(status: OrderStatus): Order {
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

const fillOf = (count: number, dollars: number): Extract<OrderEvent, { type: "filled" }> => ({
  type: "filled",
  fill: {
    executionId: "e-1",
    quantity: shares(count),
    price: price(dollars * 10_000),
    fee: 0 as Money,
    at: LATER,
  },
});

function eventOf(type: OrderEvent["type"]): OrderEvent {
  if (type === "filled") return fillOf(1, 100);
  if (type === "accepted") return { type, brokerOrderId: "b-1" };
  if (type === "denied" || type === "rejected" || type === "suspended" || type === "not-sent")
    return { type, message: "because" };
  return { type };
}

const events: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.constantFrom(...EVENTS).map(eventOf),
  fills.map((fill) => ({ type: "filled" as const, fill })),
  fc.integer({ min: 1, max: 60 }).map((count) => fillOf(count, 100)),
);

function after(order: Order, event: OrderEvent): Order {
  const result = applyOrderEvent(order, event, LATER);
  if (!result.ok) throw new Error(`${event.type}: ${result.refusal.kind}`);
  return result.value;
}

/** The order after the event, or as it was when the event is refused. */
function tried(order: Order, event: OrderEvent): Order {
  const result = applyOrderEvent(order, event, LATER);
  return result.ok ? result.value : order;
}
