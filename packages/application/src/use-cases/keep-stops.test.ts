import { bps, price } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { describe, expect, it } from "vitest";

import type { World, WorldShape } from "../simulation/world.ts";
import { type HandMarket, handMarket } from "../testing/hand-market.ts";
import { AAPL, holdShares, openTestWorld, ordersOf } from "../testing/trading-world.ts";
import { toggleAutomation } from "./toggle-automation.ts";

describe("a stop at the broker", () => {
  it("rests for all shares at the rule's stop price once they are held", async () => {
    const { stopsThere, world } = await holding(10);

    expect(await stopsThere()).toMatchObject([
      { quantity: 10, stop: price(900_000), timeInForce: "until-canceled", side: "sell" },
    ]);
    expect((await ownStops(world)).map(({ reason, status }) => [reason, status])).toEqual([
      ["resting-stop", "working"],
    ]);
  });

  it("is taken back when automation goes off", async () => {
    const { process, stopsThere, world } = await holding(10);
    const { accountId, userId } = world;

    await toggleAutomation(process.needs)({ accountId, userId, enabled: false });
    await world.clock.pass(10_000);

    expect(await stopsThere()).toEqual([]);
    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["canceled"]);
  });
});

const ownStops = async (world: World): Promise<readonly Order[]> =>
  (await ordersOf(world)).filter(isOwnStop);

/** An account that holds shares bought at $100 each, with a stop at a tenth less, and its worker. */
async function holding(count: number, shape: Partial<WorldShape> = {}) {
  let market: HandMarket | undefined;
  const world = await openTestWorld({
    tickers: [AAPL],
    market(clock) {
      market = handMarket(clock, [AAPL], 100);
      return market;
    },
    stopAtBroker: true,
    strategy: { stopLossEnabled: true, stopLossBps: bps(1_000) },
    ...shape,
  });
  await holdShares(world, AAPL, count, true);
  const process = world.start();
  await world.clock.pass(30_000);
  return {
    market: market!,
    process,
    world,
    stopsThere: async () =>
      world.venue.orders.filter(({ state, stop }) => state === "working" && stop !== undefined),
    open: async () => (await ordersOf(world)).filter(isOpen),
  };
}
