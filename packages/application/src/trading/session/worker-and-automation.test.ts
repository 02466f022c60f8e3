import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { MarketData } from "../../ports/market-data.ts";
import { firstOrder, off, stopped, symbolsOf } from "../../testing/started-worker.ts";
import { inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { startWorker } from "./run-worker.ts";

describe("toggleAutomation", () => {
  it("switches off without a worker, and on only with one", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();

    const isOff = await inTime(world, toggleAutomation(needs)(off(world)));
    const isOn = await inTime(world, toggleAutomation(needs)({ ...off(world), enabled: true }));

    expect(isOff).toMatchObject({ ok: true, value: { enabled: false } });
    expect(isOn).toMatchObject({ ok: false, refusal: { kind: "worker-offline" } });
  });

  it("takes back what is open as it goes off, also where no worker lives", async () => {
    const world = await openTestWorld();
    world.venue.isHalted = true;
    const worker = world.start();
    await firstOrder(world);
    worker.life.end();

    await inTime(world, toggleAutomation(world.open().needs)(off(world)));
    await world.clock.pass(2_000);

    expect(world.venue.orders[0]).toMatchObject({ state: "canceled" });
  });

  it("needs a subscription or a trial to switch on", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await world.storage.transact((tables) =>
      tables.users.change(world.userId, (user) => ({ ...user, subscriptionStatus: "past_due" })),
    );
    const process = world.start();
    await world.clock.pass(6_000);

    const isOn = await inTime(
      world,
      toggleAutomation(process.needs)({ ...off(world), enabled: true }),
    );

    expect(isOn).toMatchObject({ ok: false, refusal: { kind: "subscription-required" } });
    await stopped(world, process);
  });

  it("lets what is due trade at once, unless trails start fresh", async () => {
    const asTheyAre = await switchedOnWhenDue(false);
    const fresh = await switchedOnWhenDue(true);

    expect(asTheyAre.dueAtOnce).toBeGreaterThan(0);
    expect(asTheyAre.orders).toBeGreaterThan(0);
    expect(fresh).toEqual({ dueAtOnce: 0, orders: 0 });
  });

  it("hears what is switched off in the midst of its taking the account up", async () => {
    const { world, process: before } = await openWhenDue();
    const isOn = { ...off(world), enabled: true };
    expect(await inTime(world, toggleAutomation(before.needs)(isOn))).toMatchObject({ ok: true });
    await stopped(world, before);
    const keysOf = async () => (await ordersOf(world)).map(({ clientKey }) => clientKey);
    const keysBefore = await keysOf();

    await world.clock.pass(2 * MINUTE_MS);
    let isOff = false;
    const process = world.open();
    const marketData: MarketData = {
      ...process.needs.marketData,
      // Its settings have been read by now, and it is not followed yet.
      async bars(wanted) {
        if (!isOff) await toggleAutomation(process.needs)(off(world));
        isOff = true;
        return process.needs.marketData.bars(wanted);
      },
    };
    const worker = startWorker({ ...process.needs, marketData }, { workerId: "hurried" });
    await world.clock.pass(3_000);

    expect(isOff).toBe(true);
    expect(await keysOf()).toEqual(keysBefore);
    await Promise.all([worker.stop(), process.stop(), world.clock.pass(15_000)]);
  });
});

/** A worker with automation off, as some symbol is past its trigger. */
async function openWhenDue() {
  const world = await openTestWorld({ automationEnabled: false });
  const process = world.start();
  const isDue = () => symbolsOf(world, process).some(({ verdict }) => verdict.distanceBps === 0);
  await world.clock.pass(MINUTE_MS);
  while (!isDue()) await world.clock.pass(5_000);
  // Well past the trigger, so that it is still due a moment later, and between two savings of trails.
  await world.clock.pass(22_000);
  return { world, process };
}

/** Switches automation on as some symbol is at its trigger, and lets three seconds pass. */
async function switchedOnWhenDue(startFresh: boolean) {
  const { world, process } = await openWhenDue();
  const told = await inTime(
    world,
    toggleAutomation(process.needs)({ ...off(world), enabled: true, startFresh }),
  );
  await world.clock.pass(3_000);
  const orders = (await ordersOf(world)).length;
  await stopped(world, process);
  return { dueAtOnce: told.ok ? told.value.dueAtOnce : Number.NaN, orders };
}
