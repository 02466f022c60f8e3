import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { stopped, symbolsOf, viewOf } from "../../testing/started-worker.ts";
import {
  AAPL,
  automatedDraft,
  MSFT,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { SimulatedWorker, World } from "../../testing/world/world.ts";
import { automatedOrder } from "../account/order-draft.ts";

describe("a worker after another", () => {
  it("takes trails and cool-downs over a restart", async () => {
    const world = await openTestWorld();
    const first = world.start();
    await world.clock.pass(10 * MINUTE_MS);
    const before = symbolsOf(world, first);
    await stopped(world, first);

    const second = world.start();
    await world.clock.pass(2_000);
    const after = symbolsOf(world, second);

    expect(before.some(({ coolDownUntil }) => 0 < coolDownUntil)).toBe(true);
    for (const { ticker, trail, coolDownUntil } of before) {
      const now = after.find((symbol) => symbol.ticker === ticker)!;
      expect(now.trail?.since).toBe(trail?.since);
      expect(now.trail!.high).toBeGreaterThanOrEqual(trail!.high);
      expect(now.trail!.low).toBeLessThanOrEqual(trail!.low);
      expect(now.coolDownUntil).toBe(coolDownUntil);
    }
    await stopped(world, second);
  });

  it("widens its trails by what the market did while it was away", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const first = world.start();
    await world.clock.pass(2 * MINUTE_MS);
    await stopped(world, first);
    const away = [...Array(20).keys()].map((minute) =>
      world.market.priceAt(AAPL, (world.clock.now() + (minute + 0.9) * MINUTE_MS) as Instant),
    );
    await world.clock.pass(22 * MINUTE_MS);

    const second = world.start();
    await world.clock.pass(2_000);

    const trail = symbolsOf(world, second).find(({ ticker }) => ticker === AAPL)!.trail!;
    expect(trail.high).toBeGreaterThan(0.99 * Math.max(...away));
    expect(trail.low).toBeLessThan(1.01 * Math.min(...away));
    await stopped(world, second);
  });

  it("denies at once what a worker before it was about to send again, and no order that may have left", async () => {
    const world = await openTestWorld();
    const before = world.open();
    const draft = await automatedDraft(world, before);
    const at = world.clock.now();
    const intent = automatedOrder(draft, "WAITING", at);
    const sent = { ...intent, clientKey: "SENT", status: "submitting", attempts: 1 } as const;
    await world.storage.transact(async (tables) => {
      await tables.orders.add(intent);
      await tables.orders.add({ ...sent, ticker: MSFT });
      await tables.leases.release(world.accountId, "test-worker");
    });

    const process = world.start();
    await world.clock.pass(3_000);

    const orders = new Map((await ordersOf(world)).map((order) => [order.clientKey, order]));
    expect(orders.get("WAITING")).toMatchObject({ status: "denied", reservedCash: 0 });
    expect(orders.get("SENT")).toMatchObject({ status: "submitting" });
    await stopped(world, process);
  });

  it("cools down after an order the broker refused, also when it is killed right then", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, rejected: 1 } });
    const first = world.start();
    const refused = async () => (await ordersOf(world)).find(({ status }) => status === "rejected");
    for (let second = 0; second < 1_800 && !(await refused()); second += 1)
      await world.clock.pass(1_000);
    first.life.end();
    const { ticker, updatedAt } = (await refused())!;
    await world.clock.pass(20_000);

    const second = world.start();
    // By what is on record: its broker, which shows the order as well, is not asked yet.
    await world.clock.pass(100);

    const symbol = symbolsOf(world, second).find((known) => known.ticker === ticker)!;
    expect(symbol.coolDownUntil).toBe(updatedAt + 600_000);
    await stopped(world, second);
  });

  it("halts entries for the session once the day's loss is reached, also after a restart", async () => {
    const world = await openTestWorld({ limits: { dailyLossBps: bps(1), coolDownSec: 1 } });
    const first = world.start();
    await world.clock.pass(MINUTE_MS);
    for (let minute = 0; minute < 60 && !viewOf(world, first).halted; minute += 1)
      await world.clock.pass(MINUTE_MS);
    expect(viewOf(world, first).halted).toBe(true);
    await world.clock.pass(2_000);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.haltedDay).toBe("2026-03-11");
    first.life.end();
    await world.clock.pass(20_000);
    const entries = await entriesOf(world);

    const second = world.start();
    await world.clock.pass(30 * MINUTE_MS);

    expect(viewOf(world, second).halted).toBe(true);
    expect(await entriesOf(world)).toBe(entries);
    await stopped(world, second);
  });

  it("leaves an account to the worker that has its lease", async () => {
    const world = await openTestWorld();
    const first = world.start();
    await world.clock.pass(5_000);
    const second = world.start();
    await world.clock.pass(30_000);

    expect(first.worker.accountView(world.accountId)).toBeDefined();
    expect(second.worker.accountView(world.accountId)).toBeUndefined();
    first.life.end();
    await world.clock.pass(30_000);

    expect(second.worker.accountView(world.accountId)?.isReady).toBe(true);
    await stopped(world, second);
  });

  it("waits for no dead worker's lease where no other worker can be alive", async () => {
    const world = await openTestWorld({ others: [{ user: 0 }, { user: 0 }] });
    const ready = ({ worker }: SimulatedWorker) =>
      world.accounts.filter(({ accountId }) => worker.accountView(accountId)?.isReady).length;
    const first = world.start({ isAlone: true });
    await world.clock.pass(5_000);
    const before = ready(first);
    first.life.end();

    const second = world.start({ isAlone: true });
    await world.clock.pass(2_000);

    expect([before, ready(second)]).toEqual([3, 3]);
    await stopped(world, second);
  });
});

const entriesOf = async (world: World): Promise<number> =>
  (await ordersOf(world)).filter(({ attempts, side }) => 0 < attempts && side === "buy").length;
