import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, ordersOf } from "../../testing/trading-world.ts";
import { namesOf, unanswered } from "../../testing/unanswered-order.ts";

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
