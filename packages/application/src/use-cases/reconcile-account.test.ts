import { describe, expect, it } from "vitest";

import type { Broker } from "../ports/broker.ts";
import { NO_FAULTS } from "../simulation/fault-plan.ts";
import type { World } from "../simulation/world.ts";
import { inTime, manualDraft, openTestWorld, ordersOf } from "../testing/trading-world.ts";
import { openNotFoundWatch } from "./not-found-watch.ts";
import { placeOrder } from "./place-order.ts";
import { reconcileAccount } from "./reconcile-account.ts";
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
