import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, inTime, manualDraft, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { SimulatedProcess, World } from "../../testing/world/world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { placeOrder } from "./place-order.ts";
import { watchedPlacing, watchOrders } from "./watch-orders.ts";

describe("an order by hand while no worker lives", () => {
  it("is known to be filled within seconds, by the process that sent it, which then asks no more", async () => {
    const { world, placed, asked } = await placedWhileHalted();
    expect((await ordersOf(world))[0]).toMatchObject({ status: "working", filled: 0 });
    world.venue.isHalted = false;
    const heard: string[] = [];
    world.announcer.listen(({ topic }) => heard.push(topic));

    await world.clock.pass(31_000);

    expect((await ordersOf(world))[0]).toMatchObject({ status: "filled", filled: 10 });
    expect(await held(world)).toBe(10);
    // What is pushed to the browsers follows from these.
    expect(heard).toEqual(expect.arrayContaining(["orders", "account"]));
    const before = asked();
    await world.clock.pass(10 * MINUTE_MS);
    expect(asked()).toBe(before);
    await inTime(world, placed.stop());
  });

  it("is booked once where two processes find it out", async () => {
    const { world, placed } = await placedWhileHalted();
    const other = watchOrders(world.open().needs);
    other.shown(world.accountId);
    world.venue.isHalted = false;

    await world.clock.pass(MINUTE_MS);

    expect(await world.storage.read.fills.latest(world.accountId, 10)).toHaveLength(
      world.venue.executions.length,
    );
    expect(await held(world)).toBe(10);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
    await inTime(world, Promise.all([placed.stop(), other.stop()]));
  });

  it("is found out also by a process that has only been asked to show it", async () => {
    const { world, placed } = await placedWhileHalted();
    await inTime(world, placed.stop());
    world.venue.isHalted = false;
    await world.clock.pass(MINUTE_MS);
    expect((await ordersOf(world))[0]).toMatchObject({ status: "working" });

    const next = watchOrders(world.open().needs);
    next.shown(world.accountId);
    await world.clock.pass(5_000);

    expect((await ordersOf(world))[0]).toMatchObject({ status: "filled" });
    await inTime(world, next.stop());
  });

  it("is asked for no more often for being looked at", async () => {
    const { world, placed, asked } = await placedWhileHalted();
    await world.clock.pass(2 * MINUTE_MS);
    const before = asked();

    for (let second = 0; second < 60; second += 1) {
      placed.shown(world.accountId);
      await world.clock.pass(1_000);
    }

    expect(asked() - before).toBeLessThanOrEqual(2);
    await inTime(world, placed.stop());
  });

  it("is left to the worker while one has the account, and taken up again when it died", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    world.venue.isHalted = true;
    const worker = world.start();
    await world.clock.pass(2_000);
    const { asked, needs } = counted(world.open());
    const watch = watchOrders(needs);
    await inTime(world, watchedPlacing(watch, placeOrder(needs))(manualDraft(world)));
    await world.clock.pass(2 * MINUTE_MS);
    expect(asked()).toBe(0);

    worker.life.end();
    await world.clock.pass(MINUTE_MS);
    world.venue.isHalted = false;
    await world.clock.pass(35_000);

    expect(asked()).toBeGreaterThan(0);
    expect((await ordersOf(world))[0]).toMatchObject({ status: "filled" });
    await inTime(world, watch.stop());
  });

  it("is not asked for of a broker that its user has paused", async () => {
    const { world, placed, asked } = await placedWhileHalted();
    await oneByOne(world.storage).accounts.change(world.accountId, (row) => ({
      ...row,
      status: "disabled",
      statusReason: "paused",
    }));
    await world.clock.pass(1_000);
    const before = asked();

    await world.clock.pass(2 * MINUTE_MS);

    expect(asked()).toBe(before);
    await inTime(world, placed.stop());
  });
});

/** Ten shares of AAPL wanted while the venue matches nothing. */
async function placedWhileHalted() {
  const world = await openTestWorld({ automationEnabled: false });
  world.venue.isHalted = true;
  const { asked, needs } = counted(world.open());
  const watch = watchOrders(needs);
  const place = watchedPlacing(watch, placeOrder(needs));
  const answer = await inTime(world, place(manualDraft(world, { quantity: shares(10) })));
  expect(answer).toMatchObject({ ok: true });
  return { world, placed: watch, asked };
}

/** How often its broker was asked how the account stands. */
function counted({ needs }: SimulatedProcess) {
  let count = 0;
  const connect: TradingNeeds["brokers"]["connect"] = async (accountId) => {
    const broker = await needs.brokers.connect(accountId);
    return {
      ...broker,
      account() {
        count += 1;
        return broker.account();
      },
    };
  };
  return { needs: { ...needs, brokers: { ...needs.brokers, connect } }, asked: () => count };
}

const held = async ({ accountId, storage }: World) =>
  (await storage.read.positions.of(accountId)).find(({ ticker }) => ticker === AAPL)?.quantity;
