import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import { ok } from "@sevenfold/domain/result";
import { describe, expect, it } from "vitest";
import type { OrderReport } from "../../ports/broker.ts";
import { holding, ownStops } from "../../testing/stopped-holding.ts";

const A_DAY_MS = 86_400_000;
const price = (amount: number) => (amount * 10_000) as Price;

describe("a stop that the broker changed while it rested", () => {
  it("is known at the price that a dividend left it at, and is put where the rule's is again", async () => {
    const { change, stopsThere, world } = await overnight();
    const [before] = stopsThere();

    change({ stop: price(89) });
    await world.clock.pass(3 * MINUTE_MS);

    expect(
      (await ownStops(world)).find(({ brokerOrderId }) => brokerOrderId === before?.brokerOrderId),
    ).toMatchObject({
      status: "canceled",
      stop: price(89),
      lastMessage: expect.stringContaining("$89"),
    });
    expect(stopsThere()).toMatchObject([{ quantity: 10, stop: price(90) }]);
  });

  it("is ours still where another stands in its place, which is put where the rule's is again", async () => {
    const { stopsThere, world } = await replaced({ stop: price(89) });
    const { clock } = world;
    await clock.pass(3 * MINUTE_MS);

    expect(await ownStops(world)).toContainEqual(
      expect.objectContaining({ brokerOrderId: "successor", status: "canceled" }),
    );
    expect(stopsThere()).toMatchObject([{ quantity: 10, stop: price(90) }]);
    expect(stopsThere()).toHaveLength(1);
  });

  it("goes on resting where another stands in its place that fits", async () => {
    const { stopsThere, world } = await replaced();
    const { clock, venue } = world;
    await clock.pass(30 * MINUTE_MS);

    expect(stopsThere()).toMatchObject([{ brokerOrderId: "successor" }]);
    venue.trade("successor", shares(10), price(90));
    await clock.pass(2 * MINUTE_MS);
    expect(await ownStops(world)).toContainEqual(
      expect.objectContaining({ brokerOrderId: "successor", status: "filled", filled: 10 }),
    );
    const { accounts, fills } = world.storage.read;
    expect(await accounts.byId(world.accountId)).toMatchObject({ cash: venue.cash });
    const [fill] = await fills.latest(world.accountId, 1);
    expect(fill).toMatchObject({ side: "sell", reason: "resting-stop" });
  });

  it("is taken back where a split made it larger than what is held", async () => {
    const { change, stopsThere, world } = await overnight();

    change({ quantity: shares(40) });
    await world.clock.pass(3 * MINUTE_MS);

    expect(stopsThere()).toMatchObject([{ quantity: 10, stop: price(90) }]);
  });
});

async function overnight() {
  const there = await holding(10);
  const [stop] = await ownStops(there.world);
  await there.world.storage.transact((tables) =>
    tables.orders.change(stop!.clientKey, (order) =>
      ok({ ...order, createdAt: instant(order.createdAt - A_DAY_MS) }),
    ),
  );
  return {
    ...there,
    /** Without a word of it on the stream. */
    change(facts: Partial<OrderReport>) {
      const { orders } = there.world.venue;
      const index = orders.findIndex(
        ({ state, stop }) => state === "working" && stop !== undefined,
      );
      orders[index] = { ...orders[index]!, ...facts };
    },
  };
}

/** The broker has ended the stop and put another one in its place, under a number of its own. */
async function replaced(changes: Partial<OrderReport> = {}) {
  const there = await overnight();
  const { clock, venue } = there.world;
  const { clientKey: _, ...before } = there.stopsThere()[0]!;
  const { brokerOrderId: replaces } = before;
  venue.end(replaces, "canceled");
  const submittedAt = clock.now();
  venue.orders.push({ ...before, ...changes, brokerOrderId: "successor", replaces, submittedAt });
  return there;
}
