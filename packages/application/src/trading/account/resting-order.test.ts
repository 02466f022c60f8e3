import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ownStopOrder } from "./order-draft.ts";
import { askedInTurn } from "./resting-order.ts";

const stopOf = (index: number): Order => ({
  ...ownStopOrder(
    {
      accountId: "account",
      ticker: `S${index}` as Ticker,
      quantity: shares(1),
      stop: price(900_000),
    },
    `KEY${index}`,
    0 as Instant,
  ),
  status: "working",
  brokerOrderId: `order-${index}`,
});

/** One of somebody else's, which rests at its price. */
const limitOf = (index: number): Order => {
  const { stop: _, ...order } = stopOf(index);
  return { ...order, origin: "external", limit: price(900_000), timeInForce: "until-canceled" };
};

describe("orders at rest that no list shows", () => {
  it("are always all asked for in as many minutes as they are, a few at a time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 11, max: 10_000 }),
        (count, from) => {
          const stops = Array.from({ length: count }, (_, index) =>
            index % 2 === 0 ? stopOf(index) : limitOf(index),
          );
          const asked = new Set<Order>();
          for (let minute = from; minute < from + count; minute += 1) {
            const due = askedInTurn(stops, (minute * MINUTE_MS) as Instant);
            expect(due.length).toBeLessThanOrEqual(4);
            for (const order of due) asked.add(order);
          }
          expect(asked.size).toBe(count);
        },
      ),
    );
  });

  it("wait for no turn while they are taken back, nor while they have no answer", () => {
    const stops = Array.from({ length: 20 }, (_, index) => stopOf(index));
    const moving = stops.map((order, index): Order => {
      const { brokerOrderId: _, ...unanswered } = order;
      return index % 2 === 0 ? { ...order, status: "cancel-pending" } : unanswered;
    });

    expect(askedInTurn([...stops, ...moving], 0 as Instant)).toEqual([
      ...stops.slice(0, 4),
      ...moving,
    ]);
  });

  it("wait for no turn while they are news", () => {
    const limits = Array.from({ length: 20 }, (_, index) => limitOf(index));

    expect(askedInTurn(limits, MINUTE_MS as Instant)).toEqual(limits);
    expect(askedInTurn(limits, (11 * MINUTE_MS) as Instant)).toHaveLength(4);
  });
});
