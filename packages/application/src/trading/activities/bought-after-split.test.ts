import { MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime, manualDraft, ordersOf } from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { syncPositions } from "../reconciliation/sync-positions.ts";

describe("a split of a holding that is not told", () => {
  it("stays halted when what was bought since is taken back, until it is told", async () => {
    const { market, process, world } = await holding(10, {
      stopAtBroker: false,
      cash: dollars(20_000),
    });
    const { accountId, clock, log, storage, venue } = world;
    const lines = () => log.lines.map(({ event }) => event);
    const from = clock.now();
    const reverse = { ratio: { from: 20, to: 1 }, before: shares(10), after: shares(0) };
    befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...reverse }, from, {
      lateMs: 10 * MINUTE_MS,
    });
    market.stand(2_000);
    venue.buyElsewhere(AAPL, shares(1));
    await clock.pass(2 * MINUTE_MS);
    expect(lines()).toContain("symbol-halted");

    const { executionId } = venue.executions.at(-1)!;
    const now = clock.now();
    befall(venue, { kind: "bust", id: "bust-1", at: now, executionId }, now);
    await clock.pass(MINUTE_MS);
    market.stand(2_200);
    await clock.pass(MINUTE_MS);

    expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 10 }]);
    expect(lines()).not.toContain("symbol-goes-on");
    expect((await ordersOf(world)).filter(({ side }) => side === "sell")).toEqual([]);

    await clock.pass(8 * MINUTE_MS);
    expect(await storage.read.positions.of(accountId)).toEqual([]);
    expect(lines()).toContain("symbol-goes-on");
    await inTime(world, process.stop());
  });

  it.each([
    ["after its price has jumped", MINUTE_MS],
    ["before any price of after has come", 0],
  ])("leaves what is bought since alone, %s", async (_, pauseMs) => {
    const { market, process, world } = await holding(10, {
      stopAtBroker: false,
      cash: dollars(20_000),
      strategy: { mode: "HYBRID" },
    });
    const { clock, venue } = world;
    const from = clock.now();
    const reverse = { ratio: { from: 20, to: 1 }, before: shares(10), after: shares(0) };
    befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...reverse }, from, {
      lateMs: 10 * MINUTE_MS,
    });
    market.stand(2_000);
    await clock.pass(pauseMs);
    venue.buyElsewhere(AAPL, shares(1));
    await clock.pass(9 * MINUTE_MS);

    expect((await ordersOf(world)).filter(({ side }) => side === "sell")).toEqual([]);
    await inTime(world, process.stop());
  });

  it.each([
    ["after its price has jumped", 1_500],
    ["before any price of after has come", 0],
  ])("leaves what another process has booked since alone, %s", async (_, pauseMs) => {
    const { market, process, world } = await holding(10, {
      stopAtBroker: false,
      cash: dollars(20_000),
    });
    const { clock, venue } = world;
    const from = clock.now();
    const thirds = { ratio: { from: 1, to: 3 }, before: shares(10), after: shares(30) };
    befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...thirds }, from, {
      lateMs: 10 * MINUTE_MS,
    });
    venue.faults = { ...NO_FAULTS, lostNotice: 1 };
    market.stand(33);
    await clock.pass(pauseMs);
    venue.buyElsewhere(AAPL, shares(1));
    await clock.pass(600);

    await inTime(world, syncPositions(world.open().needs)(world.userId));
    venue.faults = NO_FAULTS;
    await clock.pass(9 * MINUTE_MS);

    expect((await ordersOf(world)).filter(({ side }) => side === "sell")).toEqual([]);
    await inTime(world, process.stop());
  });

  it("is halted by a worker that begins, before it decides on what another process has booked since", async () => {
    const { market, process, world } = await holding(10, {
      stopAtBroker: false,
      cash: dollars(20_000),
    });
    const { clock, log, venue } = world;
    await inTime(world, process.stop());
    const from = clock.now();
    const thirds = { ratio: { from: 1, to: 3 }, before: shares(10), after: shares(30) };
    befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...thirds }, from, {
      lateMs: 10 * MINUTE_MS,
    });
    market.stand(33);
    venue.buyElsewhere(AAPL, shares(1));
    await clock.pass(5_000);
    await inTime(world, syncPositions(world.open().needs)(world.userId));

    const next = world.start();
    await clock.pass(8 * MINUTE_MS);

    expect(log.lines.map(({ event }) => event)).toContain("symbol-halted");
    expect((await ordersOf(world)).filter(({ side }) => side === "sell")).toEqual([]);
    await inTime(world, next.stop());
  });

  it("is no fall to buy once it is told: the trail of what was bought since is of the new shares", async () => {
    const { market, process, world } = await holding(20, {
      stopAtBroker: false,
      cash: dollars(50_000),
    });
    const { accountId, clock, storage, venue } = world;
    const from = clock.now();
    const reverse = { ratio: { from: 20, to: 1 }, before: shares(20), after: shares(1) };
    befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...reverse }, from, {
      lateMs: 5 * MINUTE_MS,
    });
    market.stand(2_000);
    await clock.pass(1_000);
    venue.buyElsewhere(AAPL, shares(1));
    await clock.pass(5 * MINUTE_MS);
    for (const dollarsEach of [2_001, 2_002, 2_001, 2_003]) {
      market.stand(dollarsEach);
      await clock.pass(MINUTE_MS);
    }

    expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 2 }]);
    const trails = await storage.read.trails.of(accountId);
    expect(trails?.trails).toMatchObject([{ ticker: AAPL, high: price(20_030_000) }]);
    expect(await ordersOf(world)).toMatchObject([{ origin: "external" }]);
    await inTime(world, process.stop());
  });

  it("is halted under an order at work that cannot explain it, before that order ends", async () => {
    const { market, process, world } = await holding(10, {
      stopAtBroker: false,
      cash: dollars(20_000),
    });
    const { clock, log, venue } = world;
    venue.faults = { ...NO_FAULTS, lostRequest: 1 };
    market.stand(89);
    await clock.pass(5_000);
    venue.faults = NO_FAULTS;
    const from = clock.now();
    const tenfold = { ratio: { from: 1, to: 10 }, before: shares(10), after: shares(100) };
    befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...tenfold }, from, {
      lateMs: 10 * MINUTE_MS,
    });
    market.stand(8.9);
    // Its fill begins the trail anew: no price is far from that one any more.
    venue.buyElsewhere(AAPL, shares(1));
    await clock.pass(5 * MINUTE_MS);

    const told = log.lines
      .map(({ event }) => event)
      .filter((event) => ["order-never-arrived", "symbol-halted"].includes(event));
    expect(told).toEqual(["symbol-halted", "order-never-arrived"]);
    const sold = (await ordersOf(world)).filter(({ side }) => side === "sell");
    expect(sold).toMatchObject([{ quantity: 10, filled: 0, reason: "stop-loss" }]);
    await inTime(world, process.stop());
  });

  it("stays halted for a worker that begins, also where some of it was sold at the new price", async () => {
    const { market, process, world } = await holding(10, {
      stopAtBroker: false,
      cash: dollars(20_000),
    });
    const { clock, venue } = world;
    const from = clock.now();
    const thirds = { ratio: { from: 1, to: 3 }, before: shares(10), after: shares(30) };
    befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...thirds }, from, {
      lateMs: 10 * MINUTE_MS,
    });
    market.stand(33);
    await clock.pass(2 * MINUTE_MS);
    // Its fill begins the trail anew: no price is far from that one any more.
    const sale = manualDraft(world, { side: "sell", quantity: shares(7) });
    expect(await inTime(world, placeOrder(process.needs)(sale))).toMatchObject({ ok: true });
    await clock.pass(30_000);
    await inTime(world, process.stop());

    const next = world.start();
    await clock.pass(2 * MINUTE_MS);

    expect(next.worker.accountView(world.accountId)).toMatchObject({ isReady: true });
    const sold = (await ordersOf(world)).filter(({ side }) => side === "sell");
    expect(sold).toMatchObject([{ origin: "manual", quantity: 7, status: "filled" }]);
    await inTime(world, next.stop());
  });
});
