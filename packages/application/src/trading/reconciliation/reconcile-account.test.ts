import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { NO_MONEY, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { type Broker, BrokerUnavailable, type Execution } from "../../ports/broker.ts";
import { meanwhile } from "../../testing/meanwhile.ts";
import { resting } from "../../testing/reconciled-account.ts";
import {
  AAPL,
  dollars,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
  withBroker,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { manualOrder } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { reconcileAccount } from "./reconcile-account.ts";

describe("reconcileAccount", () => {
  it("books a fill on the order it is of, also while that order's answer is on its way", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, lostAnswer: 1 } });
    const { needs } = world.open();
    const broker = await needs.brokers.connect(world.accountId);
    const between = orderingBetweenReads(world, needs, broker);
    const reconcile = reconcileAccount(withBroker(needs, between), openNotFoundWatch());

    await inTime(world, reconcile(world.accountId));
    await inTime(world, reconcile(world.accountId));

    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "filled" }]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
  });

  it("knows what is left of an order of others that traded in part while it was read", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const broker = await needs.brokers.connect(world.accountId);
    const between = betweenReads(broker, async () => {
      world.venue.orders.push({
        ...{ brokerOrderId: "elsewhere", ticker: AAPL, side: "buy", quantity: shares(10) },
        ...{ limit: price(50_000), extendedHours: false, state: "working", filled: shares(0) },
        submittedAt: world.clock.now(),
      });
      world.venue.trade("elsewhere", shares(4), price(50_000));
    });
    const reconcile = reconcileAccount(withBroker(needs, between), openNotFoundWatch());

    await inTime(world, reconcile(world.accountId));
    await inTime(world, reconcile(world.accountId));

    expect(await ordersOf(world)).toMatchObject([
      { origin: "external", quantity: 10, filled: 4, status: "partially-filled" },
    ]);
  });
});

describe("a read that fails", () => {
  it("leaves everything as it is", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const broker = await needs.brokers.connect(world.accountId);
    for (const read of ["account", "positions", "ordersSince", "executionsSince"] as const) {
      const away = async () => {
        throw new BrokerUnavailable("network", "Away.");
      };
      const reconcile = reconcileAccount(
        withBroker(needs, { ...broker, [read]: away }),
        openNotFoundWatch(),
      );

      expect(await inTime(world, reconcile(world.accountId))).toMatchObject({
        ok: false,
        refusal: { kind: "broker-unavailable" },
      });
    }
  });
});

describe("a fault of our own while the broker is asked", () => {
  it("is no answer of the broker's: it is told as what it is, and writes nothing", async () => {
    const { world, forgetful, needs } = await resting();
    const broken = async () => {
      throw new TypeError("not a function");
    };
    const broker = await forgetful.brokers.connect(world.accountId);
    const before = await ordersOf(world);
    for (const part of [{ positions: broken }, { find: broken }]) {
      const reconcile = reconcileAccount(
        withBroker(needs, { ...broker, ...part }),
        openNotFoundWatch(),
      );
      const outcome = reconcile(world.accountId).catch((error: Error) => error);

      expect(await inTime(world, outcome)).toBeInstanceOf(TypeError);
    }
    expect(await ordersOf(world)).toEqual(before);
    expect(await world.storage.read.accounts.byId(world.accountId)).toMatchObject({
      status: "active",
    });
  });
});

describe("executions the broker files late", () => {
  it("never make us read again what another process has read on from meanwhile", async () => {
    const { told, world, needs, readTo, withTeller } = await telling();
    const { accountId, clock, storage } = world;
    await clock.pass(10_000);
    const at = clock.now();
    told.push(executionAt(at));
    const further = instant(at + 1_000);
    const another = () =>
      storage.transact(({ accounts }) =>
        accounts.change(accountId, (row) => ({ ...row, executionsReadTo: further })),
      );
    // The number at the venue is kept first, the execution booked second, its place noted third.
    const there = withTeller({ ...needs, storage: meanwhile(storage, another, 3) });

    await inTime(world, reconcileAccount(there, openNotFoundWatch())(accountId));

    expect(await readTo()).toBe(further);
    expect(await storage.read.positions.of(accountId)).toHaveLength(1);
  });

  it("wait for the disk themselves, and how far they were read does not", async () => {
    const { told, world, needs, readTo, withTeller } = await telling();
    await world.clock.pass(10_000);
    told.push(executionAt(world.clock.now()));
    const areUpkeep: boolean[] = [];
    const storage: typeof needs.storage = {
      ...needs.storage,
      transact: (work, options) => {
        areUpkeep.push(options?.isUpkeep ?? false);
        return needs.storage.transact(work, options);
      },
    };
    const reconcile = reconcileAccount(withTeller({ ...needs, storage }), openNotFoundWatch());

    await inTime(world, reconcile(world.accountId));

    expect(await readTo()).toBe(told[0]!.at);
    // The number at the venue, the execution, its place.
    expect(areUpkeep).toEqual([false, false, true]);
  });

  it("are booked up to two minutes before the last one known", async () => {
    const { told, world, reconcile, readTo } = await telling();
    const at = instant((await readTo()) - 2 * MINUTE_MS);
    told.push(executionAt(at));

    await reconcile();

    expect(await world.storage.read.positions.of(world.accountId)).toMatchObject([
      { ticker: MSFT, quantity: 10 },
    ]);
  });

  it("are read again for as long as it is unclear what one of them is of", async () => {
    const { told, world, needs, reconcile, readTo } = await telling();
    const lost = withBroker(needs, SILENT);
    await inTime(world, placeOrder(lost)(manualDraft(world)));
    expect(await ordersOf(world)).toMatchObject([{ status: "unknown" }]);
    const before = await readTo();
    await world.clock.pass(1_000);
    const { clock } = world;
    const unclear = { ticker: AAPL, brokerOrderId: "whose", executionId: "unclear" };
    told.push(executionAt(clock.now(), unclear));
    told.push(executionAt(instant(clock.now() + 1), { executionId: "clear" }));

    await reconcile();

    expect(await world.storage.read.positions.of(world.accountId)).toMatchObject([
      { ticker: MSFT },
    ]);
    expect(await readTo()).toBe(before);
  });
});

describe("a cancel that was lost on its way", () => {
  it("is asked for again, also where no worker hears the broker", async () => {
    const { world, needs } = await resting();
    const { accountId, venue } = world;
    const { clientKey } = (await ordersOf(world))[0]!;
    venue.faults = { ...NO_FAULTS, lostRequest: 1 };
    await inTime(world, cancelOrder(needs)({ accountId, clientKey }));
    venue.faults = NO_FAULTS;
    expect(venue.orders).toMatchObject([{ state: "working" }]);

    await inTime(world, reconcileAccount(needs, openNotFoundWatch())(accountId));

    expect(venue.orders).toMatchObject([{ state: "canceled" }]);
  });
});

describe("an order that was written down and whose sender died", () => {
  it("is denied once nobody can be about to send it, and keeps nothing aside", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const { accountId, clock, storage } = world;
    const order = manualOrder(manualDraft(world), "A".repeat(20), dollars(1_000), clock.now());
    await storage.transact(({ orders }) => orders.add(order));
    const reconcile = reconcileAccount(needs, openNotFoundWatch());
    await clock.pass(14_000);
    await inTime(world, reconcile(accountId));
    expect(await ordersOf(world)).toMatchObject([{ status: "intent" }]);
    await clock.pass(2_000);

    await inTime(world, reconcile(accountId));

    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });
});

/** A broker that answers no order, and knows of none. */
const SILENT = {
  submit: async () => ({ kind: "unknown", message: "No answer." }),
} as unknown as Broker;

/** A broker that finds no order, and tells of executions what is put into `told`. */
async function telling() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const { accountId, storage } = world;
  const broker = await needs.brokers.connect(accountId);
  const told: Execution[] = [];
  const teller: Broker = {
    ...broker,
    ordersSince: async () => [],
    find: async () => {
      throw new BrokerUnavailable("network", "Away.");
    },
    executionsSince: async (since) => told.filter(({ at }) => since <= at),
  };
  const withTeller = (by: TradingNeeds) => withBroker(by, teller);
  const reconcile = reconcileAccount(withTeller(needs), openNotFoundWatch());
  return {
    world,
    needs,
    told,
    withTeller,
    reconcile: () => inTime(world, reconcile(accountId)),
    readTo: async () => (await storage.read.accounts.byId(accountId))!.executionsReadTo,
  };
}

const executionAt = (at: Instant, facts: Partial<Execution> = {}): Execution => ({
  executionId: "late",
  brokerOrderId: "theirs",
  ticker: MSFT,
  side: "buy",
  quantity: shares(10),
  price: price(1_000_000),
  fee: NO_MONEY,
  at,
  ...facts,
});

/** A broker at which an order arrives and is filled right after the first list was read there. */
const orderingBetweenReads = (world: World, needs: TradingNeeds, broker: Broker): Broker =>
  betweenReads(broker, async () => {
    void placeOrder(needs)(manualDraft(world));
    while (world.venue.executions.length === 0) await world.clock.sleep(50);
  });

/** A broker at which something happens right after the first list was read there. */
function betweenReads(broker: Broker, happen: () => Promise<void>): Broker {
  let hasHappened = false;
  const thenHappen =
    <Row>(read: (since: Instant) => Promise<readonly Row[]>) =>
    async (since: Instant): Promise<readonly Row[]> => {
      const rows = await read(since);
      if (hasHappened) return rows;
      hasHappened = true;
      await happen();
      return rows;
    };
  return {
    ...broker,
    ordersSince: thenHappen(broker.ordersSince),
    executionsSince: thenHappen(broker.executionsSince),
  };
}
