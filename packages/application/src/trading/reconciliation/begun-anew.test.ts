import { MINUTE_MS } from "@sevenfold/domain/market";
import { bps, type Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { resumeBroker } from "../../brokers/pause-broker.ts";
import { stopped } from "../../testing/started-worker.ts";
import { dollars, inTime, manualDraft, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";

const NEW_CASH = dollars(100_000);

describe("a paper account that its broker begins anew while it is traded (B21)", () => {
  it.each([
    ["another", "SIMULATED-2"],
    ["its old", "SIMULATED-1"],
  ])(
    "is stopped, under %s number, and goes on from what is there once its user says so",
    async (_, accountNumber) => {
      const { world, worker } = await trading();
      const { accountId, storage, userId, venue } = world;
      const before = await standing(world);
      beginAnew(world, accountNumber);

      await world.clock.pass(2 * MINUTE_MS);

      expect(await standing(world)).toMatchObject({
        account: { status: "error", statusReason: "venue-reset", cash: before.account?.cash },
        fills: before.fills,
        held: before.held,
        isOn: false,
      });
      await world.clock.pass(10 * MINUTE_MS);
      expect(venue.orders).toEqual([]);

      const { needs } = world.open();
      await inTime(world, resumeBroker(needs)({ accountId, userId }));
      await world.clock.pass(MINUTE_MS);

      expect(await standing(world)).toMatchObject({
        account: { status: "active", cash: NEW_CASH, startEquity: NEW_CASH },
        fills: before.fills,
        held: [],
        isOn: false,
      });
      expect(venue.orders).toEqual([]);
      expect(await storage.read.orders.open(accountId)).toEqual([]);

      await toggleAutomation(needs)({ accountId, userId, enabled: true });
      await world.clock.pass(20 * MINUTE_MS);
      await toggleAutomation(needs)({ accountId, userId, enabled: false });
      await world.clock.pass(MINUTE_MS);

      expect(venue.orders.length).toBeGreaterThan(0);
      expect(venue.violations).toEqual([]);
      const after = await standing(world);
      expect(after.account?.cash).toBe(venue.cash);
      expect(after.held).toEqual(
        [...venue.positions].map(([ticker, { quantity }]) => `${ticker} ${quantity}`).sort(),
      );
      expect(after.account?.reductions).toBeUndefined();
      await stopped(world, worker);
    },
  );
});

/** An account that holds something, with stops of ours and an order of its user's at rest. */
async function trading() {
  const world = await openTestWorld({
    stopAtBroker: true,
    strategy: { stopLossEnabled: true, stopLossBps: bps(1_000) },
    limits: { coolDownSec: 60 },
  });
  const worker = world.start();
  await world.clock.pass(5 * MINUTE_MS);
  const limit = dollars(5) as number as Price;
  await inTime(world, placeOrder(worker.needs)(manualDraft(world, { limit })));
  for (let minute = 0; minute < 30 && world.venue.positions.size === 0; minute += 1)
    await world.clock.pass(MINUTE_MS);
  expect(world.venue.positions.size).toBeGreaterThan(0);
  return { world, worker };
}

/** Other cash, and nothing of what was there: no holding, no order, no trade. */
function beginAnew({ venue }: World, accountNumber: string): void {
  venue.accountNumber = accountNumber;
  venue.cash = NEW_CASH;
  venue.positions.clear();
  venue.forgotten = venue.orders.length + venue.executions.length;
  venue.orders.splice(0);
  venue.executions.splice(0);
}

async function standing({ accountId, storage: { read } }: World) {
  const held = await read.positions.of(accountId);
  return {
    account: await read.accounts.byId(accountId),
    fills: (await read.fills.latest(accountId, 500)).length,
    held: held.map(({ quantity, ticker }) => `${ticker} ${quantity}`).sort(),
    isOn: (await read.settings.of(accountId))?.automationEnabled,
  };
}
