import { describe, expect, it } from "vitest";
import { executionOf, reportOf, withOrder } from "../../testing/executed-order.ts";
import { dollars, inTime, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { recordActivity } from "../activities/record-activity.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { recordOrderReport } from "../fills/record-order-report.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { noteForeign } from "../reconciliation/note-foreign.ts";
import { dropAutomatedIntents } from "../reconciliation/resolve-unanswered.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** What is done, and never answered. */
const unanswered = ({ storage, ...needs }: TradingNeeds): TradingNeeds => ({
  ...needs,
  storage: {
    ...storage,
    async transact(work) {
      await storage.transact(work);
      throw new Error("the connection broke");
    },
  },
});

const heardBy = (world: World): readonly string[] => {
  const heard: string[] = [];
  world.announcer.listen(({ accountId, topic }) => heard.push(`${accountId} ${topic}`));
  return heard;
};

const fails = (world: World, work: Promise<unknown>) =>
  inTime(world, expect(work).rejects.toThrow("broke"));

describe("a commit that got no answer", () => {
  it("is announced where it may have booked an activity", async () => {
    const world = await openTestWorld();
    const heard = heardBy(world);
    const { needs } = world.open();
    const amount = dollars(-8);
    const fee = { id: "fee", kind: "fee", at: world.clock.now(), amount } as const;

    await fails(world, recordActivity(unanswered(needs))(world.accountId, fee));

    expect(heard).toEqual([`${world.accountId} account`]);
  });

  it("is announced where it may have booked a fill, or brought an order on", async () => {
    const { clientKey, needs, world } = await withOrder();
    const { accountId } = world;
    const heard = heardBy(world);

    const report = reportOf(world, clientKey, { state: "suspended" });
    await fails(world, recordOrderReport(unanswered(needs))(accountId, report));
    expect(heard).toEqual([`${accountId} orders`]);

    const execution = executionOf(world, { clientKey });
    await fails(world, recordExecution(unanswered(needs))(accountId, execution));
    expect(heard.slice(1)).toEqual([`${accountId} orders`, `${accountId} account`]);
  });

  it("is announced where it may have ended an order, by wish or because nobody sent it", async () => {
    const { clientKey, needs, world } = await withOrder();
    const { accountId, storage } = world;
    const heard = heardBy(world);

    await fails(world, cancelOrder(unanswered(needs))({ accountId, clientKey }));
    expect(heard).toEqual([`${accountId} orders`]);

    const [order] = await storage.read.orders.latest(accountId, 1);
    await storage.transact(({ orders }) =>
      orders.add({
        ...order!,
        clientKey: "NEVERSENTNEVERSENT22",
        origin: "automated",
        status: "intent",
      }),
    );
    await fails(world, dropAutomatedIntents(unanswered(needs), accountId));
    expect(heard.slice(1)).toEqual([`${accountId} orders`]);
  });

  it("is announced where it may have changed what else the broker holds", async () => {
    const world = await openTestWorld();
    const heard = heardBy(world);
    const account = (await world.storage.read.accounts.byId(world.accountId))!;
    const holdings = [{ symbol: "BTCUSD", kind: "coin", quantity: "0.5" }] as const;

    const noting = noteForeign(unanswered(world.open().needs), account, { holdings, orders: [] });
    await fails(world, noting);

    expect(heard).toEqual([`${world.accountId} account`]);
  });

  it("is announced to nobody where there is no such account", async () => {
    const world = await openTestWorld();
    const heard = heardBy(world);
    const { needs } = world.open();
    const fee = { id: "fee", kind: "fee", at: world.clock.now(), amount: dollars(-8) } as const;

    await fails(world, recordActivity(unanswered(needs))("nobody", fee));

    expect(heard).toEqual([]);
  });
});
