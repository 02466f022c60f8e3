import type { Instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import type { Order, OrderEvent } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import type { Announcement } from "../../ports/announcer.ts";
import { type Broker, BrokerUnavailable } from "../../ports/broker.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import { someFill } from "../../testing/storage-rows.ts";
import { inTime, ordersOf, withBroker } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { happened, sendingOf, withWritten } from "../../testing/written-order.ts";
import { activated } from "../account/take-over-account.ts";
import { NEVER_ARRIVED } from "../safeguards/unanswered-orders.ts";
import { sendOrder } from "./send-order.ts";

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

  it.each<[string, OrderEvent]>([
    ["given up", { type: "rejected", message: NEVER_ARRIVED }],
    ["canceled", { type: "cancel-requested" }],
  ])("asks for the end of an order that was %s by the time it is accepted", async (_, event) => {
    const { world, needs, order } = await withWritten();
    const canceled: Order[] = [];
    const slow = {
      async submit() {
        await happened(world, order, event);
        return { kind: "accepted", brokerOrderId: "order-1" };
      },
      async cancel(wanted: Order) {
        canceled.push(wanted);
        return "requested";
      },
    } as unknown as Broker;

    const there = withBroker(needs, slow);
    await inTime(world, sendOrder(there)(slow, sendingOf(world, order)));
    await world.clock.pass(1_000);

    expect(await ordersOf(world)).toMatchObject([{ status: "cancel-pending" }]);
    expect(canceled).toMatchObject([{ brokerOrderId: "order-1" }]);
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
    const closed = letsNobodyIn(cause);

    const sent = await inTime(
      world,
      sendOrder(withBroker(needs, closed))(closed, sendingOf(world, order)),
    );

    expect(sent).toMatchObject({ refusal: { kind: "broker-rejected", message: "Not let in." } });
    const { accountId, userId } = world;
    const account = await world.storage.read.accounts.byId(accountId);
    expect(account).toMatchObject({ status: expect.not.stringMatching("active"), statusReason });
    expect(heard).toContainEqual({ accountId, userId, topic: "accounts-changed" });
  });

  it("stops nobody whom it lets in under the keys on record", async () => {
    const { world, needs, order } = await withWritten();
    const { accountId, storage } = world;

    // It was connected when the keys of before were on record.
    const before = letsNobodyIn("credentials");
    await inTime(world, sendOrder(needs)(before, sendingOf(world, order)));

    const { orders, accounts } = storage.read;
    expect(await orders.byKey(order.clientKey)).toMatchObject({ status: "rejected" });
    expect(await accounts.byId(accountId)).toMatchObject({ status: "active" });
  });

  it("stops nobody whose user has replaced the keys since it was sent", async () => {
    const { world, needs, order } = await withWritten();
    const { accountId, clock, storage } = world;
    const closed = {
      ...letsNobodyIn("credentials"),
      async submit() {
        clock.stall(1_000);
        await letIn(storage, accountId, clock.now());
        return { kind: "rejected", cause: "credentials", message: "Not let in." };
      },
    } as Broker;

    await inTime(world, sendOrder(withBroker(needs, closed))(closed, sendingOf(world, order)));

    const { orders, accounts } = storage.read;
    expect(await orders.byKey(order.clientKey)).toMatchObject({ status: "rejected" });
    expect(await accounts.byId(accountId)).toMatchObject({ status: "active" });
  });
});

const letsNobodyIn = (cause: "authorisation" | "credentials"): Broker =>
  ({
    submit: async () => ({ kind: "rejected", cause, message: "Not let in." }),
    async account() {
      throw new BrokerUnavailable("credentials", "Not let in.");
    },
  }) as unknown as Broker;

/** As new keys do. */
const letIn = (storage: Storage, accountId: string, at: Instant) =>
  storage.transact(({ accounts }) => accounts.change(accountId, (row) => activated(row, at)));

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

const tell = (world: World, order: Order, brokerOrderId: string) =>
  happened(world, order, { type: "accepted", brokerOrderId });
