import { instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { resting } from "../../testing/reconciled-account.ts";
import { someOrder } from "../../testing/storage-rows.ts";
import { dollars, inTime, ordersOf } from "../../testing/trading-world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { reconcileAccount } from "./reconcile-account.ts";
import { NOT_SHOWN } from "./resolve-unanswered.ts";

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

  it("ends no sooner than the day on which it was missed, where it was good until canceled", async () => {
    const { world, forgetful } = await resting();
    const at = world.clock.now();
    await oneByOne(world.storage).orders.add(
      someOrder(world.accountId, {
        ticker: world.tickers[1]!,
        side: "sell",
        origin: "external",
        status: "working",
        brokerOrderId: "gone",
        stop: dollars(5) as number as Price,
        timeInForce: "until-canceled",
        createdAt: instant(at - 72 * 60 * 60_000),
        updatedAt: instant(at - 72 * 60 * 60_000),
      }),
    );
    const reconcile = reconcileAccount(forgetful, openNotFoundWatch());
    const stop = async () =>
      (await ordersOf(world)).find(({ brokerOrderId }) => brokerOrderId === "gone")?.status;
    const look = async () => {
      for (let round = 0; round < 6; round += 1) {
        await world.clock.pass(20_000);
        await inTime(world, reconcile(world.accountId));
      }
    };

    await look();
    await look();
    expect(await stop()).toBe("suspended");
    await world.clock.pass(14 * 60 * 60_000);
    await look();
    expect(await stop()).toBe("expired");
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
