import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { mutedBroker, type Question } from "../../testing/muted-broker.ts";
import { stopped } from "../../testing/started-worker.ts";
import { holding, ownStops } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime, manualDraft } from "../../testing/trading-world.ts";
import type { World, WorldShape } from "../../testing/world/world.ts";
import { missingThere } from "../account/reconciled.ts";
import { placeOrder } from "../placing/place-order.ts";

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

  it("are sold no further by a worker that begins meanwhile, at its first price", async () => {
    const { market, process, sellsThere, world } = await holdingTwelve();
    heldThere(world, 11);
    market.stand(91);
    await world.clock.pass(2 * MINUTE_MS);
    await stopped(world, process);

    market.stand(89);
    const next = world.start();
    await world.clock.pass(5_000);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([11]);
    await stopped(world, next);
  });

  it("are offered by no stop at the broker, until books and broker agree again", async () => {
    const { process, stopsThere, world } = await holding(12);
    expect(stopsThere()).toMatchObject([{ quantity: 12 }]);
    heldThere(world, 5);
    await world.clock.pass(2 * MINUTE_MS);

    expect(stopsThere()).toEqual([]);
    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["canceled"]);

    heldThere(world, 12);
    await world.clock.pass(MINUTE_MS);
    expect(stopsThere()).toMatchObject([{ quantity: 12 }]);
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

    const missing = (before: ReturnType<typeof of> | undefined, now: ReturnType<typeof of>) =>
      missingThere(before, now, new Map(), () => false);

    expect(missing(undefined, of(12, 7))).toEqual(new Map());
    expect(missing(of(12, 7), of(5, 0))).toEqual(new Map([[AAPL, 5]]));
    expect(missing(of(5, 7), of(12, 7))).toEqual(new Map());
    expect(missing(of(12, 7), of(7, 12))).toEqual(new Map());
    // The trade that was missing is told, and the books agree with what the answer says.
    const five = new Map([[AAPL, shares(5)]]);
    expect(missingThere(of(12, 7), { drift: [] }, five, () => true)).toEqual(new Map());
    expect(missingThere(of(12, 7), of(7, 12), five, () => true)).toEqual(five);
  });
});

describe("the rule, while the broker tells of its holdings and not of its trades", () => {
  it("sells no more than the broker has", async () => {
    const { market, process, sellsThere, world } = await untold("executionsSince");
    heldThere(world, 5);
    await world.clock.pass(2 * MINUTE_MS);

    market.stand(85);
    await world.clock.pass(MINUTE_MS);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([5]);
    expect(world.venue.violations).toEqual([]);
    await stopped(world, process);
  });

  it("sells no more than that either once the broker tells all, and explains nothing", async () => {
    const { market, mute, nextAnswer, process, sellsThere, world } =
      await untold("executionsSince");
    heldThere(world, 5);
    await world.clock.pass(3 * MINUTE_MS);
    mute.clear();
    await nextAnswer(1);

    market.stand(85);
    await world.clock.pass(5_000);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([5]);
    await stopped(world, process);
  });

  it("goes by the books where the broker does not tell those either", async () => {
    const { market, process, sellsThere, world } = await untold("executionsSince", "positions");
    await world.clock.pass(2 * MINUTE_MS);

    market.stand(85);
    await world.clock.pass(MINUTE_MS);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([12]);
    await stopped(world, process);
  });

  it("takes one answer of fewer for a fill on its way", async () => {
    const { market, nextAnswer, process, sellsThere, world } = await untold("executionsSince");
    await world.clock.pass(3 * MINUTE_MS);
    await nextAnswer();
    heldThere(world, 5);
    await nextAnswer();
    heldThere(world, 12);

    market.stand(85);
    await world.clock.pass(5_000);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([12]);
    await stopped(world, process);
  });

  it("holds nothing back for what an order by hand had sold, once that is told", async () => {
    const { market, nextAnswer, process, sellsThere, world } = await untold("executionsSince");
    const sale = {
      ticker: AAPL,
      side: "sell",
      quantity: shares(7),
      limit: price(1_050_000),
    } as const;
    await inTime(world, placeOrder(process.needs)(manualDraft(world, sale)));
    heldThere(world, 5);
    await world.clock.pass(3 * MINUTE_MS);
    await nextAnswer();
    heldThere(world, 12);
    world.venue.trade(world.venue.orders[0]!.brokerOrderId, sale.quantity, sale.limit);
    market.stand(88);
    await world.clock.pass(5_000);

    expect(sellsThere().map(({ quantity }) => quantity)).toEqual([7, 5]);
    await stopped(world, process);
  });
});

describe("a stop at the broker, while it tells of its holdings and not of its trades", () => {
  it("is not placed anew for shares that the broker has not", async () => {
    const { process, stopsThere, world } = await untoldWith({}, "executionsSince");
    await world.clock.pass(3 * MINUTE_MS);
    heldThere(world, 5);
    await world.clock.pass(30_000);
    expect(stopsThere()).toHaveLength(1);

    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    await world.clock.pass(30_000);

    // Whoever lets accounts sell short would take another.
    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["canceled"]);
    heldThere(world, 12);
    await world.clock.pass(30_000);
    expect(stopsThere()).toHaveLength(1);
    await stopped(world, process);
  });
});

const holdingTwelve = () => holding(12, { stopAtBroker: false });

/** Twelve shares at a broker that fails to answer these questions from now on. */
async function untold(...questions: readonly Question[]) {
  return untoldWith({ stopAtBroker: false }, ...questions);
}

async function untoldWith(shape: Partial<WorldShape>, ...questions: readonly Question[]) {
  const { around, asked, mute } = mutedBroker();
  const held = await holding(12, { ...shape, around });
  for (const question of questions) mute.add(question);
  /** Passes the time until holdings were asked for with all else, and by themselves. */
  const nextAnswer = async (times = 2) => {
    const before = asked("positions");
    while (asked("positions") < before + times) await held.world.clock.pass(500);
    await held.world.clock.pass(1_000);
  };
  return { ...held, mute, nextAnswer };
}

const heldThere = ({ venue }: World, count: number) =>
  venue.positions.set(AAPL, { quantity: shares(count), costBasis: dollars(100 * count) });
