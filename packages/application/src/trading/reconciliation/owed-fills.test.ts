import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { OrderReport } from "../../ports/broker.ts";
import { resting } from "../../testing/reconciled-account.ts";
import { inTime, ordersOf, withBroker } from "../../testing/trading-world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { reconcileAccount } from "./reconcile-account.ts";
import { FILLS_UNTOLD } from "./resolve-unanswered.ts";

/** A buy of ten shares of which the broker says so much, and tells no execution. */
async function owing(change: Partial<OrderReport>) {
  const { needs, world } = await resting();
  const broker = await needs.brokers.connect(world.accountId);
  const told = async (since: Parameters<typeof broker.ordersSince>[0]) =>
    (await broker.ordersSince(since)).map((report) => ({ ...report, ...change }));
  const reconcile = reconcileAccount(
    withBroker(needs, { ...broker, ordersSince: told, executionsSince: async () => [] }),
    openNotFoundWatch(),
  );
  return {
    world,
    needs,
    async look(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        await world.clock.pass(MINUTE_MS);
        await inTime(world, reconcile(world.accountId));
      }
    },
    order: async () => (await ordersOf(world))[0]!,
  };
}

describe("an order that ended with shares traded of which no execution is told", () => {
  it.each<[OrderReport["state"], number]>([
    ["canceled", 4],
    ["filled", 10],
  ])("keeps its cash aside until its day is over, and not for ever: %s", async (state, filled) => {
    const { look, order, world } = await owing({ state, filled: shares(filled) });
    await look(20);
    expect((await order()).reservedCash).toBeGreaterThan(0);
    await world.clock.pass(14 * 60 * MINUTE_MS);

    await look(10);
    expect((await order()).reservedCash).toBeGreaterThan(0);
    await look(10);

    expect(await order()).toMatchObject({
      ...{ status: "canceled", filled: 0, reservedCash: 0, lastMessage: FILLS_UNTOLD },
    });
    expect(world.log.lines.filter(({ event }) => event === "order-ended-untold")).toHaveLength(1);
  });

  it("is filled when they are told after all", async () => {
    const { look, needs, order, world } = await owing({ state: "filled", filled: shares(10) });
    await world.clock.pass(14 * 60 * MINUTE_MS);
    await look(20);
    const [there] = world.venue.orders;
    world.venue.trade(there!.brokerOrderId, there!.quantity, there!.limit!);

    await inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId));

    expect(await order()).toMatchObject({ status: "filled", filled: 10 });
    expect(await order()).not.toHaveProperty("lastMessage");
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
  });
});
