import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { begin, showing, sold, splitWorld } from "../../testing/sale-after-split.ts";
import { AAPL, inTime, MSFT, ordersOf } from "../../testing/trading-world.ts";

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
});
