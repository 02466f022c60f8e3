import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Instant, Ticker } from "./market.ts";
import { NO_MONEY, type Price, price, type Quantity, shares, tickOf } from "./money.ts";
import { isOpen, ORDER_STATUSES, type Order, openQuantity } from "./order.ts";
import {
  isOwnStop,
  nextStop,
  STOP_PAUSE_MS,
  STOP_STEP_BPS,
  type StopFacts,
  stopPriceOf,
} from "./own-stop.ts";

const order = (change: Partial<Order> = {}): Order => ({
  clientKey: "ABCDEFGHIJKLMNOPQRST",
  accountId: "account",
  ticker: "AAPL" as Ticker,
  side: "sell",
  origin: "automated",
  quantity: shares(10),
  stop: price(900_000),
  timeInForce: "until-canceled",
  extendedHours: false,
  status: "working",
  filled: shares(0),
  filledNotional: NO_MONEY,
  reservedCash: NO_MONEY,
  attempts: 1,
  createdAt: 0 as Instant,
  updatedAt: 0 as Instant,
  ...change,
});

const facts = (change: Partial<StopFacts> = {}): StopFacts => ({
  keeping: "kept",
  held: shares(10),
  isManaged: true,
  stopAt: 900_040,
  last: price(1_000_000),
  open: [],
  endedMsAgo: Number.POSITIVE_INFINITY,
  ...change,
});

const orders = fc
  .record({
    origin: fc.constantFrom("automated", "manual", "external"),
    side: fc.constantFrom("buy", "sell"),
    hasStop: fc.boolean(),
    stop: fc.integer({ min: 8_000, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 20 }),
    filled: fc.integer({ min: 0, max: 19 }),
    status: fc.constantFrom(...ORDER_STATUSES),
  } as const)
  .map(({ filled, hasStop, quantity, stop, ...rest }): Order => {
    const isOurs = rest.origin === "automated" && hasStop;
    const { stop: _, ...plain } = order();
    return {
      ...plain,
      ...rest,
      ...(hasStop ? { stop: price(stop) } : {}),
      side: isOurs ? "sell" : rest.side,
      quantity: shares(quantity),
      filled: shares(Math.min(filled, quantity - 1)),
    };
  });

const anyFacts: fc.Arbitrary<StopFacts> = fc.record({
  keeping: fc.constantFrom("kept", "left", "unwanted"),
  held: fc.integer({ min: 0, max: 20 }).map((held) => held as Quantity),
  isManaged: fc.boolean(),
  stopAt: fc.integer({ min: 0, max: 1_000_000 }),
  last: fc.option(
    fc.integer({ min: 1, max: 1_200_000 }).map((last) => last as Price),
    { nil: undefined },
  ),
  open: fc.array(orders, { maxLength: 3 }),
  endedMsAgo: fc.integer({ min: 0, max: 20_000 }),
});

const sum = (all: readonly Order[]) => all.reduce((open, one) => open + openQuantity(one), 0);

describe("the stop that rests at the broker", () => {
  it("is for all shares, at the rule's price rounded down to the tick", () => {
    expect(nextStop(facts())).toEqual({ kind: "place", quantity: 10, stop: 900_000 });
    expect(nextStop(facts({ stopAt: 9_123, last: price(9_500) }))).toMatchObject({ stop: 9_123 });
  });

  it("never stands above the rule's, and less than a tick below it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (stopAt) => {
        const stop = stopPriceOf(stopAt)!;
        expect(stop).toBeLessThanOrEqual(stopAt);
        expect(stopAt - stop).toBeLessThan(tickOf(stopAt));
        expect(stop % tickOf(stop)).toBe(0);
      }),
    );
  });

  it("is never placed beside any other order, nor for other shares than are held", () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        const step = nextStop(drawn);
        if (step.kind !== "place") return;
        expect(drawn.open.filter(isOpen)).toEqual([]);
        expect(step.quantity).toBe(drawn.held);
        expect(drawn).toMatchObject({ keeping: "kept", isManaged: true });
        expect(step.stop).toBeLessThan(drawn.last!);
        expect(drawn.endedMsAgo).toBeGreaterThanOrEqual(STOP_PAUSE_MS);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the only thing that is ever taken back, and only while nobody has asked for it", () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        const step = nextStop(drawn);
        if (step.kind !== "take-back") return;
        expect(isOwnStop(step.order) && isOpen(step.order)).toBe(true);
        expect(step.order.status).not.toBe("cancel-pending");
      }),
      { numRuns: 2_000 },
    );
  });

  it("always comes to rest: what is placed is left alone, and what is taken back is not replaced before", () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        const step = nextStop(drawn);
        if (step.kind === "place") {
          const placed = order({ quantity: step.quantity, stop: step.stop });
          expect(nextStop({ ...drawn, open: [placed] })).toEqual({ kind: "none" });
        }
        if (step.kind !== "take-back") return;
        const { order: back } = step;
        const open = drawn.open.map((one) =>
          one === back ? { ...one, status: "cancel-pending" as const } : one,
        );
        expect(nextStop({ ...drawn, open }).kind).not.toBe("place");
      }),
      { numRuns: 2_000 },
    );
  });

  it("never leaves more for sale than is held, whatever has stopped the account", () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        const sells = drawn.open.filter((one) => isOpen(one) && one.side === "sell");
        const own = sells.filter(isOwnStop);
        if (own.every(({ status }) => status === "cancel-pending")) return;
        if (drawn.held < sum(sells)) expect(nextStop(drawn).kind).toBe("take-back");
      }),
      { numRuns: 2_000 },
    );
  });

  it("stays while a safeguard has stopped the account, and goes when nobody wants it", () => {
    const moved = facts({ open: [order()], stopAt: 500_000 });

    expect(nextStop({ ...moved, keeping: "left" })).toEqual({ kind: "none" });
    expect(nextStop({ ...moved, keeping: "unwanted" })).toMatchObject({ kind: "take-back" });
    expect(nextStop({ ...moved, keeping: "left", held: shares(9) })).toMatchObject({
      kind: "take-back",
    });
  });

  it("is replaced for a price beyond the step, and for other shares, and for nothing less", () => {
    const rests = (change: Partial<StopFacts>, of: Partial<Order> = {}) =>
      nextStop(facts({ open: [order(of)], ...change })).kind === "none";
    const step = Math.ceil((900_000 * STOP_STEP_BPS) / 10_000);

    expect(rests({ stopAt: 900_000 - step + 10 })).toBe(true);
    expect(rests({ stopAt: 900_000 - 2 * step })).toBe(false);
    expect(rests({ stopAt: 900_000 + 2 * step })).toBe(false);
    expect(rests({ held: shares(11) })).toBe(false);
    expect(rests({ held: shares(6) }, { filled: shares(4), status: "partially-filled" })).toBe(
      true,
    );
    expect(rests({ last: price(800_000) })).toBe(true);
    expect(rests({ isManaged: false })).toBe(false);
    expect(rests({ stopAt: 0 })).toBe(false);
  });

  it("waits where no price is known, or the price is at it", () => {
    expect(nextStop(facts({ last: undefined }))).toEqual({ kind: "none" });
    expect(nextStop(facts({ last: price(900_000) }))).toEqual({ kind: "none" });
    expect(nextStop(facts({ last: price(900_100) }))).toMatchObject({ kind: "place" });
  });
});
