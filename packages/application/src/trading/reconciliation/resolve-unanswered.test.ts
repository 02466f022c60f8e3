import { instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order, type OrderEvent } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";

import type { Broker, OrderReport } from "../../ports/broker.ts";
import { meanwhile } from "../../testing/meanwhile.ts";
import { someFill, someOrder } from "../../testing/storage-rows.ts";
import { AAPL, inTime, openTestWorld, ordersOf, withBroker } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { NEVER_ARRIVED } from "../safeguards/unanswered-orders.ts";
import { reconcileAccount } from "./reconcile-account.ts";
import { NOT_SHOWN, resolveUnanswered } from "./resolve-unanswered.ts";

const HOUR_MS = 3_600_000;

describe("an open order that the broker's list leaves out", () => {
  it("goes on as what the broker finds under its key or its number", async () => {
    for (const brokerOrderId of [undefined, "order-1"]) {
      const { look, reportOf, world } = await unlisted({
        status: brokerOrderId === undefined ? "unknown" : "working",
        ...(brokerOrderId === undefined ? {} : { brokerOrderId }),
      });

      await look({ find: async (order) => reportOf(order, { state: "canceled" }) });

      expect(await ordersOf(world)).toMatchObject([
        { status: "canceled", brokerOrderId: "order-1", reservedCash: 0 },
      ]);
    }
  });

  it("is not taken for another of ours that the broker finds in its place", async () => {
    const { look, reportOf, world } = await unlisted({ status: "unknown" });
    const other = anOrder(world, { status: "filled", brokerOrderId: "order-1" });
    await world.storage.transact(({ orders }) => orders.add(other));

    await look({ find: async (order) => reportOf(order, {}) }, 5);

    const orders = await ordersOf(world);
    expect(orders.find(({ clientKey }) => clientKey === other.clientKey)).toEqual(other);
    expect(orders.find(({ clientKey }) => clientKey !== other.clientKey)).toMatchObject({
      status: "rejected",
      lastMessage: NEVER_ARRIVED,
    });
  });

  it("is not given up while a person has to tell it from another first", async () => {
    const { watch, world } = await unlisted({ status: "unknown" });
    const { needs } = world.open();
    const [{ clientKey } = { clientKey: "" }] = await ordersOf(world);
    const askSoOften = async (times: number, unclear: ReadonlySet<string>) => {
      for (let round = 0; round < times; round += 1) {
        await world.clock.pass(20_000);
        const { accountId, clock } = world;
        const found = new Map([[clientKey, undefined]]);
        const nothing = { reports: [], tradedAside: new Set<never>(), waiting: [] };
        const read = { accountId, askedAt: clock.now(), found, unclear, ...nothing };
        await inTime(world, resolveUnanswered(needs, watch, read));
      }
    };

    await askSoOften(10, new Set([clientKey]));
    expect(await ordersOf(world)).toMatchObject([{ status: "unknown" }]);

    await askSoOften(5, new Set());
    expect(await ordersOf(world)).toMatchObject([{ status: "rejected" }]);
  });

  it("stays open, and is complained of, where nothing is known of it but a fill", async () => {
    const { look, world } = await unlisted({ status: "unknown" });
    const fill = someFill(world.accountId, { quantity: shares(4) });
    await happens(world, { type: "filled", fill });

    await look({}, 5);

    expect(await ordersOf(world)).toMatchObject([{ status: "partially-filled", filled: 4 }]);
    expect(world.log.lines.map(({ event }) => event)).toContain("order-not-ended");
  });

  it("is left as what was learned of it while it was about to be ended", async () => {
    const { look, world } = await unlisted({ status: "unknown" });
    await look({}, 2);

    await look({}, 1, () => happens(world, { type: "accepted", brokerOrderId: "order-1" }));

    expect(await ordersOf(world)).toMatchObject([{ status: "working", brokerOrderId: "order-1" }]);
  });
});

describe("what was noted of orders without an answer", () => {
  it("is kept for those alone that are open, however the others ended", async () => {
    const { look, watch, world } = await unlisted({ status: "unknown" });
    const others = ["A", "B", "C"].map((letter) =>
      anOrder(world, { status: "unknown", clientKey: letter.repeat(20) }),
    );
    for (const other of others) await world.storage.transact(({ orders }) => orders.add(other));
    await look({}, 1);
    expect(watch.size()).toBe(4);

    // As the broker's stream tells it, and not the list that is read now.
    for (const { clientKey } of others)
      await world.storage.transact(({ orders }) =>
        orders.change(clientKey, (row) =>
          applyOrderEvent(row, { type: "rejected", message: "no" }, row.updatedAt),
        ),
      );
    await look({}, 1);

    expect(watch.size()).toBe(1);
  });
});

describe("an order that is missing at the broker", () => {
  it("is canceled at the end of its day where its cancel was wished", async () => {
    const { look, world } = await unlisted({ status: "cancel-pending", brokerOrderId: "gone" });
    await look({}, 5);
    expect(await ordersOf(world)).toMatchObject([
      { status: "cancel-pending", lastMessage: NOT_SHOWN },
    ]);
    await world.clock.pass(14 * HOUR_MS);

    await look({}, 4);

    expect(await ordersOf(world)).toMatchObject([{ status: "canceled", lastMessage: NOT_SHOWN }]);
  });

  // The world begins on a Wednesday, 10:00 in New York; a day ends there at midnight.
  it.each([
    ["in a session, of that day", { extendedHours: false }, 0, 14],
    ["in a session for all hours, of the next", { extendedHours: true }, 0, 38],
    ["before a session, of that day", { extendedHours: false }, -2, 14],
    ["after the close, of the next", { extendedHours: false }, -16, 14],
  ])("ends with the day it was good for: %s", async (_, facts, placedAfter, endsAfter) => {
    const begin = Date.UTC(2026, 2, 11, 14);
    const placed = instant(begin + placedAfter * HOUR_MS);
    const { look, world } = await unlisted(
      { ...facts, status: "suspended", brokerOrderId: "gone", lastMessage: NOT_SHOWN },
      placed,
    );
    const lookAt = async (at: number) => {
      await world.clock.pass(at - world.clock.now());
      await look({}, 5);
    };

    await lookAt(begin + endsAfter * HOUR_MS - HOUR_MS);
    expect(await ordersOf(world)).toMatchObject([{ status: "suspended" }]);
    await lookAt(begin + endsAfter * HOUR_MS);

    expect(await ordersOf(world)).toMatchObject([{ status: "expired" }]);
  });
});

describe("an order that was never sent", () => {
  it("is what became of it while it was about to be given up", async () => {
    const { look, world } = await unlisted({ status: "intent" });

    await look({}, 1, () => happens(world, { type: "submitting" }));

    expect(await ordersOf(world)).toMatchObject([{ status: "submitting" }]);
    const audit = await world.storage.read.audit.latest(world.userId, 10);
    expect(audit.map(({ action }) => action)).not.toContain("order-denied");
  });
});

/** One order of long ago on record, and a broker that lists and finds none. */
async function unlisted(facts: Partial<Order>, createdAt?: Order["createdAt"]) {
  const world = await openTestWorld();
  const { needs } = world.open();
  const order = anOrder(world, facts, createdAt);
  const broker = await needs.brokers.connect(world.accountId);
  const watch = openNotFoundWatch();
  // So that whatever is written from now on is about the order.
  await inTime(world, reconcileAccount(needs, watch)(world.accountId));
  await world.storage.transact(({ orders }) => orders.add(order));
  return {
    world,
    watch,
    /** Reconciles so often, twenty seconds apart; `first` happens before the first writing. */
    async look(found: Partial<Broker>, times = 1, first?: () => Promise<unknown>) {
      const forgetful = { ...broker, ordersSince: async () => [], find: async () => undefined };
      const storage = first ? meanwhile(world.storage, first) : world.storage;
      const there = { ...withBroker(needs, { ...forgetful, ...found }), storage };
      for (let round = 0; round < times; round += 1) {
        await world.clock.pass(20_000);
        await inTime(world, reconcileAccount(there, watch)(world.accountId));
      }
    },
    reportOf: (asked: Order, told: Partial<OrderReport>): OrderReport => ({
      brokerOrderId: "order-1",
      clientKey: asked.clientKey,
      ticker: asked.ticker,
      side: asked.side,
      quantity: asked.quantity,
      extendedHours: false,
      state: "working",
      filled: shares(0),
      submittedAt: asked.createdAt,
      ...told,
    }),
  };
}

const anOrder = (
  { accountId, clock }: World,
  facts: Partial<Order>,
  createdAt = instant(clock.now() - 60_000),
): Order => someOrder(accountId, { ticker: AAPL, createdAt, updatedAt: createdAt, ...facts });

/** Something becomes known of the one order there is. */
async function happens(world: World, event: OrderEvent): Promise<void> {
  const [order] = await ordersOf(world);
  await world.storage.transact(({ orders }) =>
    orders.change(order!.clientKey, (row) => applyOrderEvent(row, event, row.updatedAt)),
  );
}
