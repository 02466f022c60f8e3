import { MINUTE_MS } from "@sevenfold/domain/market";
import { bps, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import type { Activity } from "../../ports/activity.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime, MSFT, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";

const split = (world: World, change: Partial<Activity> = {}): Activity =>
  ({
    kind: "split",
    id: "split-1",
    at: world.clock.now(),
    ticker: AAPL,
    ratio: { from: 1, to: 10 },
    before: shares(10),
    after: shares(100),
    ...change,
  }) as Activity;

const opened = () => holding(10, { stopAtBroker: false, cash: dollars(20_000) });

const standing = async ({ accountId, storage, venue }: World) => {
  const account = await storage.read.accounts.byId(accountId);
  const [held] = await storage.read.positions.of(accountId);
  return {
    cash: account!.cash - venue.cash,
    held: held?.quantity,
    costBasis: held?.costBasis,
    isManaged: held?.isManaged,
    baseline: account!.baseline,
    startEquity: account!.startEquity,
    reductions: account!.reductions?.map(({ because }) => because) ?? [],
  };
};

const soldOf = async (world: World) =>
  (await ordersOf(world)).filter(({ side }) => side === "sell").length;

describe("a split of a holding", () => {
  it("rescales trail and cost, and sells nothing on the stop", async () => {
    const { market, process, world } = await opened();
    const before = await standing(world);
    befall(world.venue, split(world), world.clock.now());
    market.stand(10);
    await world.clock.pass(3 * MINUTE_MS);

    expect(await soldOf(world)).toBe(0);
    expect(await standing(world)).toMatchObject({
      held: 100,
      costBasis: dollars(1_000),
      isManaged: true,
      baseline: before.baseline,
      reductions: [],
    });
    const view = process.worker.accountView(world.accountId);
    expect(view).toMatchObject({ halted: false, equity: dollars(21_000) });
    expect(view?.symbols.find(({ ticker }) => ticker === AAPL)?.trail).toMatchObject({
      high: dollars(10),
      low: dollars(10),
    });

    // By its own measure the stop is where it was: a tenth below what it cost.
    market.stand(8.9);
    await world.clock.pass(MINUTE_MS);
    expect(await soldOf(world)).toBe(1);
    await inTime(world, process.stop());
  });

  it("that is told late halts its symbol meanwhile, and sells nothing", async () => {
    const { market, process, world } = await opened();
    befall(world.venue, split(world), world.clock.now(), { lateMs: 5 * MINUTE_MS });
    market.stand(10);
    await world.clock.pass(3 * MINUTE_MS);

    expect(await soldOf(world)).toBe(0);
    expect(process.worker.accountView(world.accountId)).toMatchObject({ halted: false });
    expect((await standing(world)).reductions).toEqual(["holdings-differ"]);
    expect(world.log.lines.filter(({ event }) => event === "symbol-halted")).toHaveLength(1);

    await world.clock.pass(4 * MINUTE_MS);
    expect(await standing(world)).toMatchObject({ held: 100, reductions: [] });
    expect(await soldOf(world)).toBe(0);
    market.stand(8.9);
    await world.clock.pass(MINUTE_MS);
    expect(await soldOf(world)).toBe(1);
    await inTime(world, process.stop());
  });

  it("is told apart from a fall: that sells as soon as the broker shows the same shares", async () => {
    const { market, process, world } = await opened();
    market.stand(50);
    await world.clock.pass(MINUTE_MS);

    expect(await soldOf(world)).toBe(1);
    await inTime(world, process.stop());
  });

  it("with a fraction keeps the cost of whole shares on them, and the rest is what cash was paid for", async () => {
    const { market, process, world } = await opened();
    const now = world.clock.now();
    const reverse = { ratio: { from: 4, to: 1 }, after: shares(2) };
    befall(world.venue, split(world, reverse), now);
    befall(
      world.venue,
      { kind: "cash-in-lieu", id: "lieu", at: now, ticker: AAPL, amount: dollars(200) },
      now,
    );
    market.stand(400);
    await world.clock.pass(2 * MINUTE_MS);

    // 10 shares for $1,000 became 2.5: two of them cost $800, and $200 was paid for $200 of cost.
    expect(await standing(world)).toMatchObject({ cash: 0, held: 2, costBasis: dollars(800) });
    expect(await soldOf(world)).toBe(0);
    await inTime(world, process.stop());
  });

  it("of a ratio nobody told and no company chooses leaves the holding to its owner", async () => {
    const { market, process, world } = await opened();
    const { ratio: _, ...odd } = split(world, { after: shares(1_013) }) as never as {
      ratio: object;
    };
    befall(world.venue, odd as never as Activity, world.clock.now());
    market.stand(1);
    await world.clock.pass(2 * MINUTE_MS);

    expect(await standing(world)).toMatchObject({ held: 1_013, isManaged: false });
    await inTime(world, process.stop());
  });
});

describe("money from outside", () => {
  it("is no gain when it comes and no loss when it goes: the halt does not fire", async () => {
    const { process, world } = await holding(10, {
      stopAtBroker: false,
      cash: dollars(20_000),
      limits: { dailyLossBps: bps(500) },
    });
    await world.clock.pass(MINUTE_MS);
    const before = await standing(world);
    for (const [id, amount] of [
      ["in", 7_000],
      ["out", -15_000],
    ] as const)
      befall(
        world.venue,
        {
          kind: amount < 0 ? "withdrawal" : "deposit",
          id,
          at: world.clock.now(),
          amount: dollars(amount),
        },
        world.clock.now(),
      );
    await world.clock.pass(3 * MINUTE_MS);

    const view = process.worker.accountView(world.accountId);
    expect(view).toMatchObject({ halted: false, baseline: before.baseline! - dollars(8_000) });
    expect(await standing(world)).toMatchObject({
      cash: 0,
      baseline: before.baseline! - dollars(8_000),
      startEquity: before.startEquity - dollars(8_000),
      reductions: [],
    });
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account).toMatchObject({ status: "active" });
    await inTime(world, process.stop());
  });
});

describe("cash that nothing explains", () => {
  it("holds the account back with the difference said, until it is told", async () => {
    const { process, world } = await opened();
    const fee: Activity = {
      kind: "fee",
      id: "fee",
      at: world.clock.now(),
      amount: dollars(-3),
    };
    befall(world.venue, fee, world.clock.now(), { lateMs: 4 * MINUTE_MS });
    await world.clock.pass(3 * MINUTE_MS);

    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.reductions).toMatchObject([
      {
        because: "cash-differs",
        about:
          "Cash: $19,997.00 there, $20,000.00 here; no activity the broker told of explains $3.00.",
      },
    ]);
    // What the broker does not let us spend is not spent.
    expect(account?.unavailableCash).toBe(dollars(3));

    await world.clock.pass(3 * MINUTE_MS);
    const after = await world.storage.read.accounts.byId(world.accountId);
    expect(after?.reductions).toBeUndefined();
    expect(after?.unavailableCash).toBeUndefined();
    expect(after?.cash).toBe(world.venue.cash);
    await inTime(world, process.stop());
  });
});

describe("shares that come and go", () => {
  it("keep their trail and cost under a new name, and are nobody's to trade after a spin-off", async () => {
    const { market, process, world } = await opened();
    market.stand(102);
    await world.clock.pass(MINUTE_MS);
    market.stand(101);
    await world.clock.pass(2 * MINUTE_MS);
    const now = world.clock.now();
    befall(
      world.venue,
      {
        kind: "name-change",
        id: "name",
        at: now,
        ticker: AAPL,
        becomes: MSFT,
        before: shares(10),
        after: shares(10),
      },
      now,
    );
    befall(world.venue, { kind: "spin-off", id: "spin", at: now, ticker: AAPL, shares: 3 }, now);
    await world.clock.pass(2 * MINUTE_MS);

    const held = await world.storage.read.positions.of(world.accountId);
    expect(held).toMatchObject([
      { ticker: AAPL, quantity: 3, costBasis: 0, isManaged: false },
      { ticker: MSFT, quantity: 10, costBasis: dollars(1_000), isManaged: true },
    ]);
    const trails = await world.storage.read.trails.of(world.accountId);
    const trail = { high: dollars(102), low: dollars(100) };
    expect(trails?.trails.find(({ ticker }) => ticker === MSFT)).toMatchObject(trail);
    const view = process.worker.accountView(world.accountId);
    expect(view?.symbols.find(({ ticker }) => ticker === MSFT)?.trail).toMatchObject(trail);
    expect((await standing(world)).reductions).toEqual([]);
    await inTime(world, process.stop());
  });

  it("end for cash", async () => {
    const { process, world } = await opened();
    const now = world.clock.now();
    befall(
      world.venue,
      {
        kind: "cash-merger",
        id: "merger",
        at: now,
        ticker: AAPL,
        quantity: shares(10),
        amount: dollars(1_234.56),
      },
      now,
    );
    await world.clock.pass(2 * MINUTE_MS);

    expect(await world.storage.read.positions.of(world.accountId)).toEqual([]);
    expect(await standing(world)).toMatchObject({ cash: 0, reductions: [] });
    await inTime(world, process.stop());
  });
});

describe("an execution that was taken back", () => {
  it("leaves the books as if it had never been", async () => {
    const { process, world } = await opened();
    world.venue.buyElsewhere(AAPL, shares(4), dollars(101) as never);
    await world.clock.pass(2 * MINUTE_MS);
    const [execution] = world.venue.executions;
    expect((await standing(world)).held).toBe(14);

    const now = world.clock.now();
    befall(
      world.venue,
      { kind: "bust", id: "bust", at: now, executionId: execution!.executionId },
      now,
    );
    await world.clock.pass(2 * MINUTE_MS);

    expect(await standing(world)).toMatchObject({
      cash: 0,
      held: 10,
      costBasis: dollars(1_000),
      reductions: [],
    });
    const totals = await world.storage.read.fills.totalsSince(world.accountId, 0 as never);
    expect(totals).toEqual([]);
    await inTime(world, process.stop());
  });
});
