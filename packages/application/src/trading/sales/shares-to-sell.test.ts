import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { begin, showing, sold, splitWorld } from "../../testing/sale-after-split.ts";
import {
  AAPL,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { placeOrder } from "../placing/place-order.ts";

describe("an emergency sale of which nothing is known to differ", () => {
  it("asks the broker before it sells, and sells no more than it shows, though nothing is known to differ", async () => {
    const { process, world } = await splitWorld();
    const id = await begin(world, process.needs);
    await world.clock.pass(8_000);
    expect(await sold(world, id)).toEqual([
      [AAPL, 0, "pending"],
      [MSFT, 10, "sold"],
    ]);
    await world.clock.pass(MINUTE_MS);

    expect((await sold(world, id))[0]).toEqual([AAPL, 5, "sold"]);
    expect((await ordersOf(world)).map(({ status }) => status)).toEqual(["filled", "filled"]);
    expect([...world.venue.positions.keys()]).toEqual([]);
    expect(world.venue.violations).toEqual([]);
    await inTime(world, process.stop());
  });

  it("sells all of what the broker shows late, as it does what was bought just now", async () => {
    const { process, world } = await splitWorld({ from: 1, to: 1 });
    const late = { ms: 6_000, shown: new Map([[AAPL, 3]]) };
    const id = await begin(world, showing(world, process.needs, late));
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([
      [AAPL, 10, "sold"],
      [MSFT, 10, "sold"],
    ]);
    expect(await ordersOf(world)).toHaveLength(2);
    await inTime(world, process.stop());
  });

  it("waits longer for what was bought just now, and sells it with the rest", async () => {
    const { process, world } = await splitWorld({ from: 1, to: 1 });
    await bought(world, process.needs, 3);
    const late = { ms: 40_000, shown: new Map([[AAPL, 10]]) };
    const id = await begin(world, showing(world, process.needs, late));
    await world.clock.pass(2 * MINUTE_MS);

    expect((await sold(world, id))[0]).toEqual([AAPL, 13, "sold"]);
    expect([...world.venue.positions.keys()]).toEqual([]);
    await inTime(world, process.stop());
  });

  it("gives up no holding that was bought just now and is not shown yet", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await bought(world, process.needs, 3);
    const late = { ms: 40_000, shown: new Map([[AAPL, 0]]) };
    const id = await begin(world, showing(world, process.needs, late));
    await world.clock.pass(2 * MINUTE_MS);

    expect(await sold(world, id)).toEqual([[AAPL, 3, "sold"]]);
    await inTime(world, process.stop());
  });

  it("waits a minute for it and no longer", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await bought(world, process.needs, 3);
    const late = { ms: 10 * MINUTE_MS, shown: new Map([[AAPL, 0]]) };
    const id = await begin(world, showing(world, process.needs, late));
    await world.clock.pass(2 * MINUTE_MS);

    expect(await sold(world, id)).toEqual([[AAPL, 0, "failed"]]);
    expect((await ordersOf(world)).map(({ side }) => side)).toEqual(["buy"]);
    await inTime(world, process.stop());
  });
});

async function bought(world: World, needs: TradingNeeds, count: number): Promise<void> {
  const buy = { ticker: AAPL, side: "buy", quantity: shares(count) } as const;
  const placing = placeOrder(needs)(manualDraft(world, buy));
  expect(await inTime(world, placing)).toMatchObject({ ok: true });
  const isFilled = async () => (await ordersOf(world))[0]?.status === "filled";
  for (let second = 0; second < 30 && !(await isFilled()); second += 1)
    await world.clock.pass(1_000);
  expect(await isFilled()).toBe(true);
}
