import { describe, expect, it } from "vitest";
import { instant } from "./market.ts";
import type { Quantity } from "./money.ts";
import {
  applyOrderEvent,
  averagePriceOf,
  ORDER_STATUSES,
  type OrderStatus,
  openQuantity,
} from "./order.ts";
import { after, EVENTS, eventOf, fillOf, LATER, orderIn } from "./testing/order-events.ts";

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

  it("forgets why it waited once the venue works on it, and what else was said it keeps", () => {
    const unsent = after(orderIn("submitting"), { type: "not-sent", message: "too many calls" });
    const sentAgain = after(unsent, { type: "submitting" });
    expect(sentAgain.lastMessage).toBe("too many calls");
    expect(after(sentAgain, eventOf("accepted"))).not.toHaveProperty("lastMessage");

    const held = after(orderIn("working"), { type: "suspended", message: "not shown any more" });
    expect(after(held, eventOf("accepted"))).not.toHaveProperty("lastMessage");
    expect(after(held, fillOf(1, 100))).not.toHaveProperty("lastMessage");
    expect(after(held, fillOf(10, 100))).not.toHaveProperty("lastMessage");
    expect(after(held, { type: "expired" }).lastMessage).toBe("not shown any more");

    const changed = { ...orderIn("working"), lastMessage: "changed overnight" };
    expect(after(changed, fillOf(1, 100)).lastMessage).toBe("changed overnight");
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

  it("keeps when it ended, whatever is said of it since", () => {
    for (const status of ["filled", "canceled", "expired"] as const)
      for (const type of ["accepted", "lost", "canceled", "cancel-requested"] as const) {
        const order = orderIn(status);

        expect(after(order, eventOf(type)).updatedAt).toBe(order.updatedAt);
      }
  });
});
