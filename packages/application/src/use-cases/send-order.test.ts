import { instant } from "@sevenfold/domain/market";
import { NO_MONEY, shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order, type OrderEvent } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";

import type { Announcement } from "../ports/announcer.ts";
import type { Broker } from "../ports/broker.ts";
import type { Account } from "../ports/storage.ts";
import type { World } from "../simulation/world.ts";
import { someFill } from "../testing/storage-rows.ts";
import {
  AAPL,
  automatedDraft,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../testing/trading-world.ts";
import { cancelOrder } from "./cancel-order.ts";
import { type Sending, sendOrder } from "./send-order.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { writeAutomatedOrder } from "./write-automated-order.ts";
import { writeManualOrder } from "./write-manual-order.ts";

describe("sendOrder", () => {
  it("sends nothing that waited too long after it was written", async () => {
    const { world, needs, order } = await withWritten();
    const broker = await needs.brokers.connect(world.accountId);
    await world.clock.pass(15_001);

    const sent = await inTime(world, sendOrder(needs)(broker, sendingOf(world, order)));

    expect(sent).toMatchObject({ ok: false, refusal: { kind: "never-sent" } });
    expect(world.venue.orders).toEqual([]);
    expect(await ordersOf(world)).toMatchObject([
      { status: "denied", reservedCash: 0, lastMessage: expect.stringMatching(/^Never sent\./) },
    ]);
  });

  it("leaves the outcome open when the way to the broker breaks", async () => {
    const { world, needs, order } = await withWritten();
    const broken = { submit: () => Promise.reject(new Error("broken")) } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(broken, sendingOf(world, order)));

    expect(sent).toMatchObject({ ok: true, value: { status: "unknown" } });
    expect((await ordersOf(world))[0]?.reservedCash).toBe(order.reservedCash);
  });

  it("stops the automation when the answer names another order than the stream did", async () => {
    const { world, needs, order } = await withWritten();
    const twice = {
      submit: async () => {
        await tell(world, order, "order-1");
        return { kind: "accepted", brokerOrderId: "order-2" };
      },
    } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(twice, sendingOf(world, order)));

    expect(sent).toMatchObject({ ok: true, value: { brokerOrderId: "order-1" } });
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(false);
  });
});

describe("an order the broker refuses because it lets the account in no more", () => {
  it.each([
    ["credentials", "keys-refused"],
    ["authorisation", "needs-authorisation"],
  ] as const)("stops the account, and its user is told (%s)", async (cause, statusReason) => {
    const { world, needs, order } = await withWritten();
    const heard: Announcement[] = [];
    world.announcer.listen((announcement) => heard.push(announcement));
    const closed = {
      submit: async () => ({ kind: "rejected", cause, message: "Not let in." }),
    } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(closed, sendingOf(world, order)));

    expect(sent).toMatchObject({ refusal: { kind: "broker-rejected", message: "Not let in." } });
    const { accountId, userId } = world;
    const account = await world.storage.read.accounts.byId(accountId);
    expect(account).toMatchObject({ status: expect.not.stringMatching("active"), statusReason });
    expect(heard).toContainEqual({ accountId, userId, topic: "accounts-changed" });
  });
});

describe("an answer that the stream was faster than", () => {
  it("is not believed when it refuses an order that has a fill", async () => {
    const { world, needs, order } = await withWritten();
    const late = {
      submit: async () => {
        await happened(world, order, {
          type: "filled",
          fill: someFill(world.accountId, { quantity: shares(4) }),
        });
        return { kind: "rejected", cause: "other", message: "No." };
      },
    } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(late, sendingOf(world, order)));

    expect(sent).toMatchObject({ ok: true, value: { status: "partially-filled", filled: 4 } });
    expect(await world.storage.read.settings.of(world.accountId)).toMatchObject({
      automationEnabled: true,
    });
  });

  it("is not believed when it takes a filled order for one that did not leave", async () => {
    const { world, needs, order } = await withWritten();
    const late = {
      submit: async () => {
        await happened(world, order, { type: "accepted", brokerOrderId: "order-1" });
        return { kind: "not-sent", message: "Busy." };
      },
    } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(late, sendingOf(world, order)));

    expect(sent).toMatchObject({ ok: true, value: { status: "working" } });
  });
});

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
    await world.storage.read.halts.halt({ reason: "a fault", since: world.clock.now() });

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

  it("is not sent once somebody else has had the account's lease while it waited", async () => {
    const { world, sending } = await automatedWaiting();
    const { accountId, storage } = world;
    await storage.read.leases.release(accountId, "test-worker");
    await storage.read.leases.acquire({ accountId, owner: "another", durationMs: 60_000 });

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind: "lease-lost" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });

  it.each([
    ["the plan lapsed", lapse, "subscription-required"],
    ["the day's loss halted the account", haltTheDay, "limit-broken"],
    ["the account may only get smaller", reduce, "account-reduced"],
    ["the account was paused", pause, "account-not-active"],
  ] as const)("is not sent where it enters, once %s while it waited", async (_, change, kind) => {
    const { world, sending } = await automatedWaiting();
    await change(world);

    expect(await inTime(world, sending)).toMatchObject({ refusal: { kind } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });

  it.each([
    ["the plan lapsed", lapse],
    ["the day's loss halted the account", haltTheDay],
    ["the account may only get smaller", reduce],
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

  it("is not sent once 30 others were while it waited, and its account is held back", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
    await world.clock.pass(1_000);
    const ended = { ...order, status: "canceled", reservedCash: NO_MONEY } as const;
    await world.storage.transact(async ({ orders }) => {
      for (let count = 0; count < 30; count += 1)
        await orders.add({ ...ended, clientKey: `OTHER${count}`, createdAt: world.clock.now() });
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

const sendingOf = ({ userId }: World, order: Order): Sending => ({
  order,
  userId,
  freshUntil: instant(order.createdAt + 15_000),
});

/** The world's broker, which takes no order the first times it is asked. */
async function busyFor(
  world: World,
  needs: TradingNeeds,
  times: number,
  retryAfterMs?: number,
): Promise<{ readonly broker: Broker; readonly attempts: number[] }> {
  const sound = await needs.brokers.connect(world.accountId);
  const attempts: number[] = [];
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const broker: Broker = {
    ...sound,
    async submit(order) {
      attempts.push(order.attempts);
      return attempts.length <= times
        ? { kind: "not-sent", message: "Busy.", ...wait }
        : sound.submit(order);
    },
  };
  return { broker, attempts };
}

/** A world in which a manual order is on record and about to be sent. */
async function withWritten() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const written = await inTime(world, writeManualOrder(needs)(manualDraft(world)));
  if (written.kind !== "to-send") throw new Error("the order was not written");
  return { world, needs, order: written.order };
}

const lapse = ({ storage, userId }: World) =>
  storage.read.users.change(userId, (user) => ({ ...user, subscriptionStatus: "unpaid" as const }));

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
const pause = changed((account) => ({ ...account, status: "disabled", statusReason: "paused" }));

/** The worker's order, which the broker took no notice of yet. */
async function automatedWaiting(side: "buy" | "sell" = "buy") {
  const world = await openTestWorld();
  if (side === "sell") await holdShares(world, AAPL, 10, true);
  const process = world.open();
  const { needs } = process;
  const draft = await automatedDraft(world, process, { side });
  const written = await inTime(world, writeAutomatedOrder(needs)(draft));
  if (written.kind !== "to-send") throw new Error("the order was not written");
  const { order } = written;
  const busy = await busyFor(world, needs, 1, 9_000);
  const { leaseEpoch } = draft;
  const sending = sendOrder(needs)(busy.broker, { ...sendingOf(world, order), leaseEpoch });
  await world.clock.pass(1_000);
  return { world, sending };
}

const tell = (world: World, order: Order, brokerOrderId: string) =>
  happened(world, order, { type: "accepted", brokerOrderId });

/** The stream tells of it while the answer is under way. */
const happened = ({ clock, storage }: World, { clientKey }: Order, event: OrderEvent) =>
  storage.transact((tables) =>
    tables.orders.change(clientKey, (order) => applyOrderEvent(order, event, clock.now())),
  );
