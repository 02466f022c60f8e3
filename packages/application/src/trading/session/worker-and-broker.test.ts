import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { anotherAccount, firstOrder, stopped, symbolsOf } from "../../testing/started-worker.ts";
import {
  AAPL,
  dollars,
  holdShares,
  inTime,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { SILENT_MAX_MS } from "../orders/cancel-automated-orders.ts";
import { startWorker } from "./run-worker.ts";

describe("a worker and the brokers of its accounts", () => {
  it("takes up an account while the broker of another does not answer", async () => {
    const world = await openTestWorld();
    const other = await anotherAccount(world);
    const { needs, stop } = world.open();
    const brokers: typeof needs.brokers = {
      ...needs.brokers,
      connect: (id) =>
        id === world.accountId ? new Promise(() => undefined) : needs.brokers.connect(id),
    };

    const worker = startWorker({ ...needs, brokers }, { workerId: "w" });
    await world.clock.pass(2_000);

    expect(worker.accountView(world.accountId)).toBeUndefined();
    expect(worker.accountView(other)).toBeDefined();
    void worker.stop();
    await stop();
  });

  it("goes on with all else while the broker of one account never answers", async () => {
    const world = await openTestWorld();
    const { needs, stop } = world.open();
    const brokers: typeof needs.brokers = {
      ...needs.brokers,
      connect: (id) =>
        id === world.accountId ? new Promise(() => undefined) : needs.brokers.connect(id),
    };
    const worker = startWorker({ ...needs, brokers }, { workerId: "w" });
    await world.clock.pass(20_000);

    // Connected while the worker still waits for the first one.
    const other = await anotherAccount(world);
    await world.clock.pass(40_000);

    expect(worker.accountView(other)).toMatchObject({ isReady: true });
    const ping = await world.storage.read.workers.latest();
    expect(world.clock.now() - ping!.at).toBeLessThan(10_000);
    await inTime(world, worker.stop());
    await stop();
  });

  it("sends nothing from the moment its user's word at the broker runs out, until it is given", async () => {
    const world = await openTestWorld();
    const until = instant(world.clock.now() + 20 * MINUTE_MS);
    const authorise = (authorisedUntil: Instant) =>
      world.storage.transact((tables) =>
        tables.accounts.change(world.accountId, ({ statusReason: _, ...row }) => ({
          ...row,
          status: "active",
          lastValidatedAt: world.clock.now(),
          authorisedUntil,
        })),
      );
    await authorise(until);
    const process = world.start();
    await world.clock.pass(60 * MINUTE_MS);

    const sent = world.venue.orders.length;
    expect(sent).toBeGreaterThan(0);
    const latestAt = Math.max(...world.venue.orders.map(({ submittedAt }) => submittedAt));
    // The worker looks at its accounts every five seconds.
    expect(latestAt).toBeLessThan(until + 6_000);
    expect(await world.storage.read.accounts.byId(world.accountId)).toMatchObject({
      status: "error",
      statusReason: "needs-authorisation",
    });

    await authorise(instant(world.clock.now() + 120 * MINUTE_MS));
    await world.clock.pass(60 * MINUTE_MS);
    expect(world.venue.orders.length).toBeGreaterThan(sent);
    await stopped(world, process);
  });

  it("reads what another says of its orders, once it has said something of them itself", async () => {
    const world = await openTestWorld();
    world.venue.isHalted = true;
    const { needs, stop } = world.open();
    const { read } = needs.storage;
    let reads = 0;
    const orders: typeof read.orders = {
      ...read.orders,
      open(id) {
        reads += 1;
        return read.orders.open(id);
      },
    };
    const storage = { ...needs.storage, read: { ...read, orders } };
    const worker = startWorker({ ...needs, storage }, { workerId: "w" });
    await firstOrder(world);
    await world.clock.pass(100);
    const { userId } = (await read.accounts.byId(world.accountId))!;
    const before = reads;

    needs.announcer.announce({ accountId: world.accountId, topic: "orders", userId });
    await world.clock.pass(0);

    expect(reads).toBe(before + 1);
    await inTime(world, worker.stop());
    await stop();
  });

  it("takes back an order of its own of which nothing is heard any more", async () => {
    const world = await openTestWorld();
    world.venue.isHalted = true;
    const process = world.start();
    await firstOrder(world);
    const [sent] = world.venue.orders;

    await world.clock.pass(SILENT_MAX_MS - MINUTE_MS);
    expect(world.venue.orders[0]).toMatchObject({ state: "working" });
    await world.clock.pass(MINUTE_MS + 15_000);

    expect(await world.storage.read.orders.byKey(sent!.clientKey!)).toMatchObject({
      status: "canceled",
      reservedCash: 0,
    });
    await stopped(world, process);
  });

  it("waits longer with every refusal of its broker, also with a stop", async () => {
    const world = await openTestWorld({
      faults: { ...NO_FAULTS, rejected: 1 },
      strategy: { stopLossEnabled: true },
      tickers: [AAPL],
    });
    await holdShares(world, AAPL, 10, true);
    await world.storage.transact(async ({ positions }) => {
      const [held] = await positions.of(world.accountId);
      await positions.put({ ...held!, costBasis: dollars(10_000) });
    });
    const process = world.start();
    await world.clock.pass(10 * MINUTE_MS);

    const sent = (await ordersOf(world)).filter(({ side }) => side === "sell").toReversed();
    expect(sent.every(({ reason, status }) => `${reason} ${status}` === "stop-loss rejected")).toBe(
      true,
    );
    const waits = sent.slice(1).map((order, index) => order.createdAt - sent[index]!.createdAt);
    expect(waits.length).toBeGreaterThanOrEqual(4);
    for (const [index, wait] of waits.entries())
      expect(wait).toBeGreaterThanOrEqual(10_000 * 2 ** index);
    await stopped(world, process);
  });

  it("says in the journal that the broker refused, in its words, and never that it bought", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, rejected: 1 } });
    const process = world.start();
    for (let beat = 0; beat < 400 && (await ordersOf(world)).length < 2; beat += 1)
      await world.clock.pass(5_000);
    await world.clock.pass(15_000);
    await stopped(world, process);

    const { decisions } = world.storage.read;
    expect(await decisions.taken(world.accountId, 10)).toEqual([]);
    const lines = await decisions.latest(world.accountId, { limit: 500 });
    const refused = lines.filter(({ gate }) => gate === "broker-refused");
    expect(refused.length).toBeGreaterThanOrEqual(2);
    const [{ lastMessage } = { lastMessage: "" }] = await ordersOf(world);
    expect(refused[0]).toMatchObject({
      verdict: "blocked",
      reason: "trail-drop",
      said: lastMessage,
    });
  });

  it("asks again a moment later where it was denied, and starts no cool-down", async () => {
    const world = await openTestWorld({ tickers: [AAPL] });
    const { storage } = world;
    await oneByOne(storage).halts.halt({ reason: "a pause", since: world.clock.now() });
    const process = world.start();
    const denied = async () =>
      (await ordersOf(world)).filter(({ status }) => status === "denied").length;
    for (let beat = 0; beat < 400 && (await denied()) === 0; beat += 1)
      await world.clock.pass(5_000);
    const coolDown = () => symbolsOf(world, process)[0]?.coolDownUntil;
    expect(await denied()).toBe(1);
    await world.clock.pass(30_000);

    expect(coolDown()).toBe(0);
    const [line] = (await storage.read.decisions.latest(world.accountId, { limit: 500 })).filter(
      ({ gate }) => gate === "denied",
    );
    expect(line?.said).toBe("Trading is halted: a pause");
    await stopped(world, process);
  });
});
