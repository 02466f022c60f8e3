import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { Broker } from "../ports/broker.ts";
import { NO_FAULTS } from "../simulation/fault-plan.ts";
import type { World } from "../simulation/world.ts";
import { dollars, inTime, manualDraft, openTestWorld, ordersOf } from "../testing/trading-world.ts";
import { openNotFoundWatch } from "./not-found-watch.ts";
import { placeOrder } from "./place-order.ts";
import { reconcileAccount } from "./reconcile-account.ts";
import { NOT_SHOWN } from "./settle-unanswered.ts";
import type { TradingNeeds } from "./trading-needs.ts";

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
});

describe("an order the broker showed once and shows no more", () => {
  it("is said to be missing, and ends only when its day is over", async () => {
    const { world, forgetful } = await resting();
    const reconcile = reconcileAccount(forgetful, openNotFoundWatch());
    const look = async (times: number) => {
      for (let round = 0; round < times; round += 1) {
        await world.clock.pass(20_000);
        await inTime(world, reconcile(world.accountId));
      }
    };

    await look(4);
    const [missing] = await ordersOf(world);
    expect(missing).toMatchObject({ status: "suspended", lastMessage: NOT_SHOWN });
    expect(missing?.reservedCash).toBeGreaterThan(0);
    await look(20);
    expect(await ordersOf(world)).toMatchObject([{ status: "suspended" }]);
    expect(world.log.lines.filter(({ event }) => event === "order-missing-at-broker")).toHaveLength(
      1,
    );
    await world.clock.pass(14 * 60 * 60_000);
    await look(4);

    expect(await ordersOf(world)).toMatchObject([
      { status: "expired", reservedCash: 0, lastMessage: NOT_SHOWN },
    ]);
  });

  it("is booked when a fill of it is told after all", async () => {
    const { world, forgetful, needs } = await resting();
    const reconcile = reconcileAccount(forgetful, openNotFoundWatch());
    for (let round = 0; round < 5; round += 1) {
      await world.clock.pass(20_000);
      await inTime(world, reconcile(world.accountId));
    }
    await world.clock.pass(14 * 60 * 60_000);
    for (let round = 0; round < 4; round += 1) {
      await world.clock.pass(20_000);
      await inTime(world, reconcile(world.accountId));
    }
    const [order] = world.venue.orders;
    world.venue.trade(order!.brokerOrderId, order!.quantity, order!.limit!);

    await inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId));

    expect(await ordersOf(world)).toMatchObject([{ filled: 10 }]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
  });
});

/** A buy that rests at the venue, and a broker that has forgotten it. */
async function resting() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const limit = dollars(5) as number as Price;
  await inTime(world, placeOrder(needs)(manualDraft(world, { limit })));
  const broker = await needs.brokers.connect(world.accountId);
  const forgetful = withBroker(needs, {
    ...broker,
    find: async () => undefined,
    ordersSince: async () => [],
  });
  return { world, needs, forgetful };
}

const withBroker = (needs: TradingNeeds, broker: Broker): TradingNeeds => ({
  ...needs,
  brokers: { ...needs.brokers, connect: async () => broker },
});

/** A broker at which an order arrives and is filled right after the first list was read there. */
function orderingBetweenReads(world: World, needs: TradingNeeds, broker: Broker): Broker {
  let isPlaced = false;
  const thenOrder =
    <Row>(read: (since: number) => Promise<readonly Row[]>) =>
    async (since: number): Promise<readonly Row[]> => {
      const rows = await read(since);
      if (isPlaced) return rows;
      isPlaced = true;
      void placeOrder(needs)(manualDraft(world));
      while (world.venue.executions.length === 0) await world.clock.sleep(50);
      return rows;
    };
  return {
    ...broker,
    ordersSince: thenOrder(broker.ordersSince as never),
    executionsSince: thenOrder(broker.executionsSince as never),
  };
}
