import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { inTime, manualDraft, ordersOf } from "../../testing/trading-world.ts";
import { namesOf, unanswered } from "../../testing/unanswered-order.ts";
import type { World } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { releasedAccount } from "../safeguards/reduce-account.ts";

const HOURS_MS = 6 * 60 * MINUTE_MS;

/** Left by its writer as it was written down, that long before the time it arrived. */
const leave = (
  world: World,
  { clientKey }: Order,
  agoMs: number,
  status: Order["status"] = "submitting",
) =>
  world.storage.transact(({ orders }) =>
    orders.change(clientKey, ({ lastMessage: _, ...row }) => ({
      ok: true,
      value: {
        ...row,
        status,
        createdAt: instant(row.createdAt - agoMs),
        updatedAt: instant(row.updatedAt - agoMs),
      },
    })),
  );

async function left(agoMs: number, status?: Order["status"]) {
  const there = await unanswered();
  const [order] = await ordersOf(there.world);
  await leave(there.world, order!, agoMs, status);
  return { ...there, order: order! };
}

const standing = async ({ accountId, storage, venue }: World) => {
  const account = await storage.read.accounts.byId(accountId);
  const positions = await storage.read.positions.of(accountId);
  return {
    apart: account!.cash - venue.cash,
    held: positions.map(({ quantity }) => quantity),
    reductions: account!.reductions?.map(({ because }) => because) ?? [],
  };
};

describe("an order that was left while it was being sent, at a broker that returns no keys", () => {
  it("is the buy that arrives hours after it was written down", async () => {
    const { world, reconcile } = await left(HOURS_MS);

    await reconcile();

    expect(await namesOf(world)).toEqual(["manual filled"]);
    expect(await standing(world)).toEqual({ apart: 0, held: [10], reductions: [] });
  });

  it("is the sale that arrives hours after it was written down", async () => {
    const { world, needs, reconcile } = await unanswered();
    await reconcile();
    await inTime(world, placeOrder(needs)({ ...manualDraft(world), side: "sell" }));
    const sale = (await ordersOf(world)).find(({ side }) => side === "sell");
    await leave(world, sale!, HOURS_MS);
    await world.clock.pass(10_000);

    await reconcile();

    expect(await namesOf(world)).toEqual(["manual filled", "manual filled"]);
    expect(await standing(world)).toEqual({ apart: 0, held: [], reductions: [] });
  });

  it.each(["submitting", "cancel-pending"] as const)(
    "is nobody's while its answer may still come, and ours after that: %s",
    async (status) => {
      // Written down by a clock that is a minute ahead.
      const { world, reconcile } = await left(-MINUTE_MS, status);

      await reconcile();
      expect(await namesOf(world)).toEqual([`manual ${status}`]);

      await world.clock.pass(2 * MINUTE_MS);
      await reconcile();
      expect(await namesOf(world)).toEqual(["manual filled"]);
      expect(await standing(world)).toEqual({ apart: 0, held: [10], reductions: [] });
    },
  );

  it.each([
    ["hours before it arrived", HOURS_MS],
    ["by a clock that was ahead", -MINUTE_MS],
  ])("is a question where two may be it, written down %s", async (_, agoMs) => {
    const { world, reconcile, placeElsewhere } = await left(agoMs);
    placeElsewhere();
    await world.clock.pass(2 * MINUTE_MS);

    for (let round = 0; round < 4; round += 1) {
      await reconcile();
      await world.clock.pass(15_000);
    }
    expect(await namesOf(world)).toEqual(["manual suspended"]);
    expect((await standing(world)).reductions).toContain("books-contradicted");

    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => releasedAccount(row, world.clock.now())),
    );
    await reconcile();
    expect(await namesOf(world)).toEqual(["external filled", "manual filled"]);
    expect(await standing(world)).toMatchObject({ apart: 0, held: [20] });
  });

  it("is the one that came in time where there is such a one, and nobody is asked", async () => {
    const { world, order, reconcile, placeElsewhere } = await left(0);
    placeElsewhere();
    const [ours, other] = world.venue.orders;
    Object.assign(other!, { submittedAt: instant(ours!.submittedAt - MINUTE_MS) });
    await world.clock.pass(MINUTE_MS);

    await reconcile();

    expect(await namesOf(world)).toEqual(["external filled", "manual filled"]);
    expect(await world.storage.read.orders.byKey(order.clientKey)).toMatchObject({
      brokerOrderId: ours!.brokerOrderId,
    });
    expect(await standing(world)).toEqual({ apart: 0, held: [20], reductions: [] });
  });

  it("leaves what came in time for another of ours to that one", async () => {
    const { world, order, reconcile } = await left(HOURS_MS);
    await world.storage.transact((tables) => tables.orders.add({ ...order, clientKey: "IN-TIME" }));

    await reconcile();

    const orders = await ordersOf(world);
    expect(orders.find(({ clientKey }) => clientKey === "IN-TIME")?.status).toBe("filled");
    expect((await standing(world)).reductions).toEqual([]);
  });

  it("is not one that came to nothing", async () => {
    const { world, order, reconcile } = await left(HOURS_MS);
    const [there] = world.venue.orders;
    Object.assign(there!, { state: "canceled", filled: 0 });
    world.venue.executions.length = 0;

    await reconcile();

    const ours = await world.storage.read.orders.byKey(order.clientKey);
    expect(ours?.brokerOrderId).toBeUndefined();
  });

  it("is one that rests there unfilled", async () => {
    const { world, order, reconcile } = await left(HOURS_MS);
    const [there] = world.venue.orders;
    Object.assign(there!, { state: "working", filled: 0 });
    world.venue.executions.length = 0;

    await reconcile();

    const ours = await world.storage.read.orders.byKey(order.clientKey);
    expect(ours?.brokerOrderId).toBe(there!.brokerOrderId);
  });

  it("is not one that came at another time, where it is known when it was sent", async () => {
    const { world, reconcile } = await left(HOURS_MS, "unknown");

    await reconcile();

    expect(await namesOf(world)).toEqual(["external filled", "manual unknown"]);
  });

  it("is not one of the time before the books", async () => {
    const { world, order, reconcile } = await left(HOURS_MS);
    const [there] = world.venue.orders;
    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => ({
        ...row,
        booksFrom: instant(there!.submittedAt + 1),
      })),
    );

    await reconcile();

    const ours = await world.storage.read.orders.byKey(order.clientKey);
    expect(ours?.brokerOrderId).toBeUndefined();
  });
});
