import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime } from "../../testing/trading-world.ts";

/** Ten shares at $100, which the stop has sold at $89. */
async function sold() {
  const { market, process, sellsThere, world } = await holding(10, { stopAtBroker: false });
  const { clock, venue } = world;
  market.stand(89);
  await clock.pass(MINUTE_MS);
  expect(sellsThere()).toHaveLength(1);
  const sale = venue.executions.at(-1)!;
  expect(sale).toMatchObject({ side: "sell", quantity: 10 });
  const symbol = () =>
    process.worker.accountView(world.accountId)?.symbols.find(({ ticker }) => ticker === AAPL);
  return {
    market,
    process,
    sellsThere,
    world,
    takeBack(lateMs: number) {
      const { executionId } = sale;
      const at = clock.now();
      befall(venue, { kind: "bust", id: "bust", at, executionId }, at, { lateMs });
    },
    markOf: () => symbol()?.mark,
    trailOf: () => symbol()?.trail,
  };
}

describe("a sale of all shares that is taken back", () => {
  it("leaves the shares with a trail that begins anew at its price", async () => {
    const { market, process, sellsThere, takeBack, trailOf, world } = await sold();
    market.stand(99);
    await world.clock.pass(MINUTE_MS);
    market.stand(91);
    await world.clock.pass(MINUTE_MS);
    expect(trailOf()).toMatchObject({ high: dollars(99) });
    takeBack(0);
    await world.clock.pass(2 * MINUTE_MS);

    expect(trailOf()).toMatchObject({ high: dollars(91), low: dollars(89) });
    expect(sellsThere()).toHaveLength(1);
    market.stand(89.5);
    await world.clock.pass(MINUTE_MS);
    expect(sellsThere()).toHaveLength(2);
    await inTime(world, process.stop());
  });

  it("sells nothing by prices of other shares, where a split is not told yet", async () => {
    const { market, process, sellsThere, takeBack, trailOf, world } = await sold();
    const { clock, storage, venue } = world;
    takeBack(2 * MINUTE_MS);
    const at = clock.now();
    const split = { kind: "split", id: "split", at, ticker: AAPL } as const;
    const told = { before: shares(10), after: shares(20), ratio: { from: 1, to: 2 } };
    befall(venue, { ...split, ...told }, at, { lateMs: 5 * MINUTE_MS });
    market.stand(46);
    await clock.pass(4 * MINUTE_MS);
    expect(await storage.read.positions.of(world.accountId)).toMatchObject([{ quantity: 10 }]);
    expect(sellsThere()).toHaveLength(1);

    await clock.pass(3 * MINUTE_MS);
    expect(await storage.read.positions.of(world.accountId)).toMatchObject([{ quantity: 20 }]);
    expect(sellsThere()).toHaveLength(1);
    expect(trailOf()).toMatchObject({ high: dollars(46), low: dollars(44.5) });

    // By the measure of the new shares the stop is where it was: a tenth below what they cost.
    market.stand(44.9);
    await clock.pass(MINUTE_MS);
    expect(sellsThere()).toHaveLength(2);
    await inTime(world, process.stop());
  });

  it("is valued by no price of other shares, where a split that left none is not told yet", async () => {
    const { market, markOf, process, takeBack, world } = await sold();
    const { clock, storage, venue } = world;
    takeBack(2 * MINUTE_MS);
    const at = clock.now();
    const split = { kind: "split", id: "split", at, ticker: AAPL } as const;
    const told = { before: shares(10), after: shares(0), ratio: { from: 20, to: 1 } };
    befall(venue, { ...split, ...told }, at, { lateMs: 5 * MINUTE_MS });
    market.stand(1_780);
    await clock.pass(4 * MINUTE_MS);
    expect(await storage.read.positions.of(world.accountId)).toMatchObject([{ quantity: 10 }]);
    expect(markOf()).toBe(dollars(89));

    await clock.pass(3 * MINUTE_MS);
    expect(await storage.read.positions.of(world.accountId)).toEqual([]);
    await inTime(world, process.stop());
  });
});
