import { type Instant, instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { applyOrderEvent } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";

import { mayBe } from "../order-match.ts";
import type { Broker, Execution, OrderReport } from "../ports/broker.ts";
import { NO_FAULTS } from "../simulation/fault-plan.ts";
import type { World } from "../simulation/world.ts";
import { meanwhile } from "../testing/meanwhile.ts";
import {
  AAPL,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
  withBroker,
} from "../testing/trading-world.ts";
import { openNotFoundWatch } from "./not-found-watch.ts";
import { placeOrder } from "./place-order.ts";
import { reconcileAccount } from "./reconcile-account.ts";
import { recordOrderReport } from "./record-order-report.ts";
import { releasedAccount } from "./reduce-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

describe("an order without an answer at a broker that returns no keys", () => {
  it("is found by what it asks for, with its fills, and taken for nobody else's", async () => {
    const { world, reconcile } = await unanswered();

    await reconcile();

    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "filled" }]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
    expect(account?.reductions).toBeUndefined();
  });

  it("is left to reconciliation when a report of it comes alone", async () => {
    const { world, needs, broker } = await unanswered();
    const [report] = await inTime(world, broker.ordersSince(0 as Instant));

    expect(await recordOrderReport(needs)(world.accountId, report!)).toMatchObject({
      refusal: { kind: "still-in-progress" },
    });
    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "unknown" }]);
  });

  it("is left to reconciliation also where the clock that wrote it down is ahead", async () => {
    const { world, needs, broker } = await unanswered();
    const [order] = await ordersOf(world);
    await world.storage.transact(({ orders }) =>
      orders.change(order!.clientKey, (row) => ({
        ok: true,
        value: {
          ...row,
          status: "submitting",
          createdAt: instant(row.createdAt + 60_000),
          updatedAt: instant(row.updatedAt + 60_000),
        },
      })),
    );
    const [report] = await inTime(world, broker.ordersSince(0 as Instant));

    expect(await recordOrderReport(needs)(world.accountId, report!)).toMatchObject({
      refusal: { kind: "still-in-progress" },
    });
    expect(await namesOf(world)).toEqual(["manual submitting"]);
  });

  it("freezes the account when two may be it, and books neither", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    placeElsewhere();

    for (let round = 0; round < 4; round += 1) await reconcile();

    expect(await ordersOf(world)).toMatchObject([
      { origin: "manual", status: "suspended", filled: 0 },
    ]);
    expect(await world.storage.read.accounts.byId(world.accountId)).toMatchObject({
      reductions: [{ because: "books-contradicted" }],
    });
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(false);
  });

  it("is paired with one of two alike where two alike of ours wait, and nobody is asked", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    const [first] = await ordersOf(world);
    await world.storage.transact((tables) =>
      tables.orders.add({
        ...first!,
        clientKey: "SECOND",
        createdAt: instant(first!.createdAt + 1),
      }),
    );
    placeElsewhere();
    await world.clock.pass(10_000);

    await reconcile();

    const orders = await ordersOf(world);
    expect(orders.map(({ origin, status }) => `${origin} ${status}`)).toEqual([
      "manual filled",
      "manual filled",
    ]);
    expect(new Set(orders.map(({ brokerOrderId }) => brokerOrderId)).size).toBe(2);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.reductions).toBeUndefined();
    expect(account?.cash).toBe(world.venue.cash);
  });

  it("is asked about where two alike of ours wait and one like them is there", async () => {
    const { world, reconcile } = await unanswered();
    const [first] = await ordersOf(world);
    await world.storage.transact((tables) =>
      tables.orders.add({
        ...first!,
        clientKey: "SECOND",
        createdAt: instant(first!.createdAt + 1),
      }),
    );

    await reconcile();

    expect(await world.storage.read.accounts.byId(world.accountId)).toMatchObject({
      reductions: [{ because: "books-contradicted" }],
    });
  });

  it("is the first of two alike once somebody has looked, and the other is somebody else's", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    placeElsewhere();
    await reconcile();
    await world.clock.pass(10_000);

    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => releasedAccount(row, world.clock.now())),
    );
    await reconcile();

    const origins = (await ordersOf(world)).map(({ origin, status }) => `${origin} ${status}`);
    expect(origins.sort()).toEqual(["external filled", "manual filled"]);
    expect((await world.storage.read.accounts.byId(world.accountId))?.cash).toBe(world.venue.cash);
  });

  it("is asked about no more where its answer comes while the question is put", async () => {
    const { world, needs, reconcileWith, placeElsewhere } = await unanswered();
    placeElsewhere();
    const [order] = await ordersOf(world);
    const answered = () =>
      world.storage.transact(({ orders }) =>
        orders.change(order!.clientKey, (row) =>
          applyOrderEvent(row, { type: "accepted", brokerOrderId: "known" }, world.clock.now()),
        ),
      );

    // The venue's number of the account is kept first.
    await reconcileWith({ ...needs, storage: meanwhile(world.storage, answered, 2) });

    expect(await world.storage.read.orders.byKey(order!.clientKey)).toMatchObject({
      status: "working",
      brokerOrderId: "known",
    });
  });

  it("is asked about no more once its user deleted everything", async () => {
    const { world, needs, reconcileWith, placeElsewhere } = await unanswered();
    placeElsewhere();
    const deleted = () => world.storage.transact(({ users }) => users.remove(world.userId));

    const there = { ...needs, storage: meanwhile(world.storage, deleted, 2) };
    const reconciled = await reconcileWith(there).catch((error: Error) => error);

    expect(reconciled).not.toMatchObject({ ok: true });
    expect(await ordersOf(world)).toEqual([]);
  });

  it("is canceled when it arrives after it was given up, and taken for nobody else's", async () => {
    const { world, reconcile } = await unanswered({ lostRequest: 1 });
    for (let round = 0; round < 3; round += 1) {
      await reconcile();
      await world.clock.pass(12_000);
    }
    await reconcile();
    const [given] = await ordersOf(world);
    expect(given).toMatchObject({ status: "rejected" });
    world.venue.isHalted = true;
    world.venue.receive(given!, "given-up");
    await reconcile();

    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "cancel-pending" }]);
  });

  it("never arrived when the list shows none like it for long enough", async () => {
    const { world, reconcile } = await unanswered({ lostRequest: 1 });

    for (let round = 0; round < 4; round += 1) {
      await reconcile();
      await world.clock.pass(15_000);
    }

    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "rejected" }]);
  });
});

describe("an order without an answer whose key the broker tells", () => {
  it("is not taken for one like it, placed elsewhere, before it arrives at a broker that returns keys", async () => {
    const { world, reconcile } = await unanswered({ lostRequest: 1 }, (broker) => broker);
    world.venue.buyElsewhere(AAPL, shares(10));
    await world.clock.pass(5_000);

    await reconcile();

    const [ours] = (await ordersOf(world)).filter(({ origin }) => origin === "manual");
    expect(ours).toMatchObject({ status: "unknown", filled: 0 });
    expect(ours?.brokerOrderId).toBeUndefined();
    expect(await namesOf(world)).toEqual(["external filled", "manual unknown"]);

    world.venue.receive(ours!);
    await world.clock.pass(5_000);
    await reconcile();

    expect(await namesOf(world)).toEqual(["external filled", "manual filled"]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
    expect(account?.reductions).toBeUndefined();
  });

  it("is that one, and not another like it, where the broker may return keys or not", async () => {
    const { world, reconcile } = await unanswered({ lostAnswer: 1 }, (broker) => ({
      ...broker,
      returnsKeys: false,
    }));
    const [key] = (await ordersOf(world)).map(({ clientKey }) => clientKey);
    world.venue.buyElsewhere(AAPL, shares(10));
    // The one placed elsewhere is listed first.
    world.venue.orders.reverse();
    await world.clock.pass(5_000);

    for (let round = 0; round < 2; round += 1) await reconcile();

    expect(await namesOf(world)).toEqual(["external filled", "manual filled"]);
    const ours = await world.storage.read.orders.byKey(key!);
    expect(ours?.brokerOrderId).toBe(world.venue.byKey(key!)?.brokerOrderId);
    expect((await world.storage.read.accounts.byId(world.accountId))?.reductions).toBeUndefined();
  });
});

const namesOf = async (world: World): Promise<readonly string[]> =>
  (await ordersOf(world)).map(({ origin, status }) => `${origin} ${status}`).sort();

/** An account whose manual buy of ten shares got no answer. */
async function unanswered(
  faults: Partial<typeof NO_FAULTS> = { lostAnswer: 1 },
  told: (broker: Broker) => Broker = keyless,
) {
  const world = await openTestWorld({ faults: { ...NO_FAULTS, ...faults } });
  const { needs } = world.open();
  const broker = told(await needs.brokers.connect(world.accountId));
  const there = withBroker(needs, broker);
  await inTime(world, placeOrder(there)(manualDraft(world)));
  await world.clock.pass(10_000);
  const watch = openNotFoundWatch();
  const reconcileWith = (by: TradingNeeds) =>
    inTime(world, reconcileAccount(by, watch)(world.accountId));
  return {
    world,
    needs: there,
    broker,
    reconcileWith,
    reconcile: () => reconcileWith(there),
    /** Somebody buys the same at the broker's own site, at the same time. */
    placeElsewhere() {
      const [first] = world.venue.orders;
      world.venue.receive({ ...orderLike(first!), clientKey: "ELSEWHERE", accountId: "" });
      const twin = world.venue.orders.at(-1)!;
      Object.assign(twin, { submittedAt: first!.submittedAt });
    },
  };
}

const orderLike = (report: OrderReport) => ({
  ...report,
  origin: "manual" as const,
  status: "submitting" as const,
  filled: shares(0),
  filledNotional: 0 as never,
  reservedCash: 0 as never,
  attempts: 1,
  createdAt: report.submittedAt,
  updatedAt: report.submittedAt,
});

/** The same broker, telling nothing of our keys: an order is found by number or by likeness. */
function keyless(broker: Broker): Broker {
  const without = <Told extends OrderReport | Execution>({ clientKey: _, ...told }: Told) =>
    told as Told;
  const all = () => broker.ordersSince(instant(0));
  return {
    ...broker,
    returnsKeys: false,
    ordersSince: async (since) => (await broker.ordersSince(since)).map(without),
    executionsSince: async (since) => (await broker.executionsSince(since)).map(without),
    async find(order) {
      const reports = (await all()).map(without);
      const found = reports.find((report) =>
        order.brokerOrderId === undefined
          ? mayBe(report, order)
          : report.brokerOrderId === order.brokerOrderId,
      );
      return found && { ...found, clientKey: order.clientKey };
    },
  };
}
