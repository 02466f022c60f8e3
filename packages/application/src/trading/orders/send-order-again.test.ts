import { instant } from "@sevenfold/domain/market";
import { NO_MONEY, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Broker } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import {
  automatedWaiting,
  busyFor,
  happened,
  sendingOf,
  withWritten,
} from "../../testing/written-order.ts";
import { manualOrder } from "../account/order-draft.ts";
import { writeManualOrder } from "../placing/write-manual-order.ts";
import { cancelOrder } from "./cancel-order.ts";
import { sendOrder } from "./send-order.ts";

describe("an order that did not leave", () => {
  it("is sent again under the same key when there is room, and counted once", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 2);

    const sent = await inTime(world, sendOrder(needs)(busy.broker, sendingOf(world, order)));

    expect(sent).toMatchObject({ ok: true, value: { status: "working", attempts: 1 } });
    expect(busy.attempts).toEqual([1, 1, 1]);
    expect([...world.venue.arrivals]).toEqual([[order.clientKey, 1]]);
  });

  it("waits as long as it was told to, and keeps its cash aside meanwhile", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
    await world.clock.pass(8_000);

    expect(await ordersOf(world)).toMatchObject([
      { status: "intent", attempts: 0, reservedCash: order.reservedCash },
    ]);
    expect(await inTime(world, sending)).toMatchObject({ ok: true, value: { status: "working" } });
  });

  it("is dropped as never sent when it would be stale, and frees what it kept aside", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 20_000);

    const sent = await inTime(world, sendOrder(needs)(busy.broker, sendingOf(world, order)));

    expect(sent).toMatchObject({ refusal: { kind: "never-sent", message: "Never sent. Busy." } });
    expect(await ordersOf(world)).toMatchObject([
      { status: "denied", reservedCash: 0, attempts: 0, lastMessage: "Never sent. Busy." },
    ]);
    expect(world.venue.orders).toEqual([]);
  });

  it("is not sent once it was canceled while it waited", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
    await world.clock.pass(1_000);
    const { accountId, clientKey } = order;

    await inTime(world, cancelOrder(needs)({ accountId, clientKey }));

    expect(await inTime(world, sending)).toMatchObject({ ok: false });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied" }]);
    expect(world.venue.orders).toEqual([]);
  });

  it("is over at once where its cancel was wished before that was known", async () => {
    const { world, needs, order } = await withWritten();
    const busy = {
      submit: async () => {
        await happened(world, order, { type: "cancel-requested" });
        return { kind: "not-sent", message: "Busy." };
      },
    } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(busy, sendingOf(world, order)));

    expect(sent).toMatchObject({ refusal: { kind: "never-sent", message: "Never sent. Busy." } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
  });

  it("is not sent once its account was paused while it waited", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (row) => ({ ...row, status: "disabled" })),
    );

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind: "account-not-active" } });
    expect(world.venue.orders).toEqual([]);
  });

  it("is not sent once the shares it sells were sold while it waited", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await holdShares(world, AAPL, 10, true);
    const draft = manualDraft(world, { side: "sell", quantity: shares(10) });
    const written = await inTime(world, writeManualOrder(needs)(draft));
    if (written.kind !== "to-send") throw new Error("the order was not written");
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, written.order));
    await world.clock.pass(1_000);
    await holdShares(world, AAPL, 4, true);

    expect(await inTime(world, sending)).toMatchObject({
      refusal: { kind: "not-enough-shares", wanted: 10, held: 4 },
    });
    expect(world.venue.orders).toEqual([]);
  });

  it("is not sent once everything was halted while it waited", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
    await oneByOne(world.storage).halts.halt({ reason: "a fault", since: world.clock.now() });

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind: "trading-halted" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });

  it("is not sent once automation was switched off while it waited", async () => {
    const { world, sending } = await automatedWaiting();
    const { accountId, storage, userId } = world;
    await storage.transact((tables) =>
      tables.settings.change(accountId, userId, (row) => ({ ...row, automationEnabled: false })),
    );

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind: "automation-off" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });

  it.each([
    ["buy", "sharesToBuy"],
    ["sell", "sharesToSell"],
  ] as const)(
    "is not sent once a %s of so many shares was more than set while it waited",
    async (side, set) => {
      const { order, sending, world } = await automatedWaiting(side);
      const { accountId, storage, userId } = world;
      const most = shares(order.quantity - 1);
      await storage.transact((tables) =>
        tables.settings.change(accountId, userId, (row) => ({
          ...row,
          strategy: { ...row.strategy, [set]: most },
        })),
      );

      expect(await inTime(world, sending)).toMatchObject({
        refusal: { kind: "more-than-set", wanted: order.quantity, most },
      });
      expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
      expect(world.venue.orders).toEqual([]);
    },
  );

  it("is not sent once somebody else has had the account's lease while it waited", async () => {
    const { world, sending } = await automatedWaiting();
    const { accountId, storage } = world;
    await oneByOne(storage).leases.release(accountId, "test-worker");
    await oneByOne(storage).leases.acquire({ accountId, owner: "another", durationMs: 60_000 });

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind: "lease-lost" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });

  it.each([
    ["the plan lapsed", lapse, "subscription-required"],
    ["the day's loss halted the account", haltTheDay, "limit-broken"],
    ["the account may only get smaller", reduce, "account-reduced"],
    ["the account was paused", pause, "account-not-active"],
    ["its symbol was ordered by hand", orderByHand, "order-at-work"],
  ] as const)("is not sent where it enters, once %s while it waited", async (_, change, kind) => {
    const { world, sending } = await automatedWaiting();
    await change(world);

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind } });
    const own = (await ordersOf(world)).filter(({ origin }) => origin === "automated");
    expect(own).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });

  it.each([
    ["the plan lapsed", lapse],
    ["the day's loss halted the account", haltTheDay],
    ["the account may only get smaller", reduce],
    ["its symbol was ordered by hand", orderByHand],
  ] as const)("is sent where it leaves, also once %s while it waited", async (_, change) => {
    const { world, sending } = await automatedWaiting("sell");
    await change(world);

    expect(await inTime(world, sending)).toMatchObject({ ok: true, value: { status: "working" } });
    expect(world.venue.orders).toHaveLength(1);
  });

  it.each([
    ["the plan lapsed", lapse],
    ["the day's loss halted the account", haltTheDay],
  ] as const)(
    "is sent where a person asked for it, also once %s while it waited",
    async (_, change) => {
      const { world, needs, order } = await withWritten();
      const busy = await busyFor(world, needs, 1, 9_000);
      const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
      await change(world);

      expect(await inTime(world, sending)).toMatchObject({
        ok: true,
        value: { status: "working" },
      });
    },
  );

  it.each([
    ["30 others were while it waited", 500],
    ["30 others turn out to be of one minute with it", -55_000],
  ])("is not sent once %s, and its account is held back", async (_, afterMs) => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
    await world.clock.pass(1_000);
    const ended = { ...order, status: "canceled", reservedCash: NO_MONEY } as const;
    const createdAt = instant(order.createdAt + afterMs);
    await world.storage.transact(async ({ orders }) => {
      for (let count = 0; count < 30; count += 1)
        await orders.add({ ...ended, clientKey: `OTHER${count}`, createdAt });
    });

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind: "too-many-orders" } });
    expect(world.venue.orders).toEqual([]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.reductions).toMatchObject([{ because: "too-many-orders" }]);
  });

  it("is no refusal of the broker's, however often it happens", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    for (let count = 0; count < 7; count += 1) {
      const written = await inTime(
        world,
        writeManualOrder(needs)(manualDraft(world, { idempotencyKey: `ticket ${count}` })),
      );
      if (written.kind !== "to-send") throw new Error("the order was not written");
      const busy = await busyFor(world, needs, 1, 20_000);
      await inTime(world, sendOrder(needs)(busy.broker, sendingOf(world, written.order)));
    }

    const after = await inTime(world, writeManualOrder(needs)(manualDraft(world)));

    expect(after.kind).toBe("to-send");
  });
});

const lapse = ({ storage, userId }: World) =>
  oneByOne(storage).users.change(userId, (user) => ({
    ...user,
    subscriptionStatus: "unpaid" as const,
  }));

const changed =
  (change: (account: Account, world: World) => Account) =>
  (world: World): Promise<unknown> =>
    world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (row) => change(row, world)),
    );
const haltTheDay = changed((account, { calendar, clock }) => ({
  ...account,
  haltedDay: calendar.sessionAt(clock.now())!.day,
}));
const reduce = changed((account, { clock }) => ({
  ...account,
  reductions: [{ because: "books-contradicted", at: clock.now() }],
}));
const orderByHand = (world: World) =>
  world.storage.transact(({ orders }) => {
    const byHand = manualOrder(manualDraft(world), "BYHAND", NO_MONEY, world.clock.now());
    return orders.add({ ...byHand, status: "working", brokerOrderId: "by hand" });
  });
const pause = changed((account) => ({ ...account, status: "disabled", statusReason: "paused" }));
