import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { stopped } from "../../testing/started-worker.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { missingThere } from "../account/reconciled.ts";

const MINUTE_MS = 60_000;

describe("shares that the broker has fewer of than the books", () => {
  it("are sold no further than they are there", async () => {
    const { market, process, sellsThere, world } = await holdingTwelve();
    heldThere(world, 11);
    await world.clock.pass(2 * MINUTE_MS);

    market.stand(85);
    await world.clock.pass(MINUTE_MS);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([11]);
    // Nor what the books have left of it, before the broker is asked again.
    expect(world.venue.violations).toEqual([]);
    expect(world.venue.arrivals.size).toBe(1);
    await stopped(world, process);
  });

  it("are sold not at all where there are none, and so it is said", async () => {
    const { market, process, sellsThere, world } = await holdingTwelve();
    world.venue.positions.delete(AAPL);
    await world.clock.pass(2 * MINUTE_MS);

    market.stand(85);
    await world.clock.pass(MINUTE_MS);

    expect(sellsThere()).toEqual([]);
    expect(world.venue.violations).toEqual([]);
    const [refused] = world.log.lines.filter(({ event }) => event === "intent-refused");
    expect(refused?.facts).toMatchObject({ kind: "none-there", held: 12 });
    await stopped(world, process);
  });

  it("are sold whole again once books and broker agree", async () => {
    const { market, process, sellsThere, world } = await holdingTwelve();
    world.venue.positions.delete(AAPL);
    await world.clock.pass(2 * MINUTE_MS);
    heldThere(world, 12);
    await world.clock.pass(MINUTE_MS);

    market.stand(85);
    await world.clock.pass(MINUTE_MS);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([12]);
    await stopped(world, process);
  });

  it("are those of two answers in a row, whatever their number", () => {
    const of = (ours: number, theirs: number) => ({
      drift: [{ ticker: AAPL, ours: shares(ours), theirs: shares(theirs) }],
    });

    expect(missingThere(undefined, of(12, 7))).toEqual(new Map());
    expect(missingThere(of(12, 7), of(5, 0))).toEqual(new Map([[AAPL, 5]]));
    expect(missingThere(of(5, 7), of(12, 7))).toEqual(new Map());
    expect(missingThere(of(12, 7), of(7, 12))).toEqual(new Map());
  });
});

const holdingTwelve = () => holding(12, { stopAtBroker: false });

const heldThere = ({ venue }: World, count: number) =>
  venue.positions.set(AAPL, { quantity: shares(count), costBasis: dollars(100 * count) });
