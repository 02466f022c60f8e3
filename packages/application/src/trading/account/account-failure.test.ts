import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { someOrder } from "../../testing/storage-rows.ts";
import { AAPL, dollars, holdShares, inTime, openTestWorld } from "../../testing/trading-world.ts";
import type { SimulatedWorker, World } from "../../testing/world/world.ts";
import { readBroker } from "../reconciliation/read-broker.ts";
import { manageHolding } from "../settings/manage-holding.ts";
import { activated } from "./take-over-account.ts";

describe("the worker, of an account", () => {
  it("stops at once when the broker refuses the keys, and tries them three times an hour at most", async () => {
    const world = await openTestWorld();
    const process = world.start();
    await world.clock.pass(MINUTE_MS);
    world.venue.refusesKeys = true;
    await world.clock.pass(70_000);

    expect(await accountOf(world)).toMatchObject({ status: "error", statusReason: "keys-refused" });
    expect(process.worker.accountView(world.accountId)).toBeUndefined();
    const sent = world.venue.orders.length;
    const { reads } = world.venue;
    await world.clock.pass(60 * MINUTE_MS);
    expect(world.venue.reads - reads).toBeGreaterThan(0);
    expect(world.venue.reads - reads).toBeLessThanOrEqual(3);
    expect(world.venue.orders).toHaveLength(sent);
    await stopped(world, process);
  });

  it("goes on by itself once the keys are good again", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(5_000);
    world.venue.refusesKeys = true;
    await world.clock.pass(70_000);
    world.venue.refusesKeys = false;
    await world.clock.pass(25 * MINUTE_MS);

    expect(await accountOf(world)).toMatchObject({ status: "active" });
    expect(process.worker.accountView(world.accountId)?.isReady).toBe(true);
    await stopped(world, process);
  });

  it("goes on where the keys were replaced while it was asked under those of before", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { needs } = world.open();
    const { accountId, clock, storage, venue } = world;
    venue.refusesKeys = true;
    clock.stall(1_000);
    const read = inTime(world, readBroker(needs)(accountId));
    await oneByOne(storage).accounts.change(accountId, (row) => activated(row, clock.now()));

    expect(await read).toMatchObject({ refusal: { kind: "broker-unavailable" } });
    expect(await accountOf(world)).toMatchObject({ status: "active" });
  });

  it("stops when the venue shows another account than before", async () => {
    const world = await openTestWorld();
    await holdShares(world, AAPL, 50, true);
    const process = world.start();
    await world.clock.pass(5_000);
    world.venue.accountNumber = "ANOTHER";
    world.venue.positions.clear();
    await world.clock.pass(2 * MINUTE_MS);

    expect(await accountOf(world)).toMatchObject({ status: "error", statusReason: "venue-reset" });
    const { settings } = world.storage.read;
    expect((await settings.of(world.accountId))?.automationEnabled).toBe(false);
    expect(process.worker.accountView(world.accountId)).toBeUndefined();
    await stopped(world, process);
  });

  it("stops when all holdings turn into cash without a trade", async () => {
    const world = await openTestWorld({ strategy: { minCashReserve: dollars(1_000_000) } });
    await holdShares(world, AAPL, 50, false);
    const process = world.start();
    await world.clock.pass(5_000);
    world.venue.positions.clear();
    world.venue.cash = dollars(25_000);
    await world.clock.pass(3 * MINUTE_MS);

    expect(await accountOf(world)).toMatchObject({ status: "error", statusReason: "venue-reset" });
    expect(await world.storage.read.fills.latest(world.accountId, 10)).toEqual([]);
    await stopped(world, process);
  });

  it("stops automation when the broker tells of orders of ours that are not on record", async () => {
    const world = await openTestWorld({ strategy: { minCashReserve: dollars(1_000_000) } });
    const process = world.start();
    await world.clock.pass(5_000);
    // As if sent before the database was put back to how it was yesterday.
    world.venue.receive(someOrder(world.accountId, { clientKey: "A".repeat(20) }));
    await world.clock.pass(30_000);

    const { fills, settings } = world.storage.read;
    expect((await settings.of(world.accountId))?.automationEnabled).toBe(false);
    expect(await accountOf(world)).toMatchObject({ status: "active" });
    // What it did is a fact all the same.
    expect(await fills.latest(world.accountId, 10)).toHaveLength(1);
    await stopped(world, process);
  });

  it("takes it up anew, with its new connection, when it was let in anew", async () => {
    const world = await openTestWorld({ strategy: { minCashReserve: dollars(1_000_000) } });
    const process = world.start();
    await world.clock.pass(5_000);
    await holdShares(world, AAPL, 7, false);
    await oneByOne(world.storage).accounts.change(world.accountId, (row) => ({
      ...row,
      lastValidatedAt: world.clock.now(),
    }));
    process.needs.announcer.announce({ ...ids(world), topic: "accounts-changed" });
    await world.clock.pass(5_000);

    const view = process.worker.accountView(world.accountId)!;
    expect(view.isReady).toBe(true);
    expect(view.symbols.find(({ ticker }) => ticker === AAPL)?.verdict.gate).toBe("unmanaged");
    await stopped(world, process);
  });
});

describe("manageHolding", () => {
  it("lets the worker trade what it left alone before, and leave alone what is taken back", async () => {
    const world = await openTestWorld({ strategy: { minCashReserve: dollars(1_000_000) } });
    await holdShares(world, AAPL, 500, false);
    const process = world.start();
    await world.clock.pass(40 * MINUTE_MS);
    expect(world.venue.orders).toEqual([]);

    const wanted = { userId: world.userId, ticker: AAPL };
    await inTime(world, manageHolding(process.needs)({ ...wanted, isManaged: true }));
    await world.clock.pass(30 * MINUTE_MS);
    const sold = world.venue.orders.length;
    expect(sold).toBeGreaterThan(0);
    expect(world.venue.orders.every(({ side }) => side === "sell")).toBe(true);

    await inTime(world, manageHolding(process.needs)({ ...wanted, isManaged: false }));
    await world.clock.pass(40 * MINUTE_MS);
    expect(world.venue.orders).toHaveLength(sold);
    await stopped(world, process);
  });

  it("tells the worker at once", async () => {
    const world = await openTestWorld({ strategy: { minCashReserve: dollars(1_000_000) } });
    await holdShares(world, AAPL, 50, false);
    const process = world.start();
    await world.clock.pass(5_500);
    const gate = () =>
      process.worker.accountView(world.accountId)?.symbols.find(({ ticker }) => ticker === AAPL)
        ?.verdict.gate;
    expect(gate()).toBe("unmanaged");

    const wanted = { userId: world.userId, ticker: AAPL, isManaged: true };
    await manageHolding(process.needs)(wanted);
    await world.clock.pass(0);

    expect(gate()).not.toBe("unmanaged");
    await stopped(world, process);
  });

  it("knows no position that is not held", async () => {
    const world = await openTestWorld();
    const wanted = { userId: world.userId, ticker: AAPL, isManaged: true };

    expect(await manageHolding(world.open().needs)(wanted)).toEqual({
      ok: false,
      refusal: { kind: "position-not-found", ticker: AAPL },
    });
  });
});

const ids = ({ accountId, userId }: World) => ({ accountId, userId });

const accountOf = ({ accountId, storage }: World) => storage.read.accounts.byId(accountId);

const stopped = (world: World, process: SimulatedWorker) =>
  inTime(
    world,
    process.stop().then(() => undefined),
  );
