import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps, type Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import { transactionsPerIdleMinute } from "../../testing/idle-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { firstOrder, off, stopped, symbolsOf, viewOf } from "../../testing/started-worker.ts";
import { someUser } from "../../testing/storage-rows.ts";
import {
  AAPL,
  dollars,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { syncPositions } from "../reconciliation/sync-positions.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";

describe("the worker", () => {
  it("reads what it follows again when announcements may have gone by unheard", async () => {
    const world = await openTestWorld();
    await world.storage.transact(({ watchlist }) => watchlist.remove(world.userId, AAPL));
    const process = world.start();
    const followed = () => symbolsOf(world, process).map(({ ticker }) => ticker);
    await world.clock.pass(MINUTE_MS + 100);
    await world.storage.transact(({ watchlist }) =>
      watchlist.add(world.userId, AAPL, world.clock.now()),
    );
    await world.clock.pass(100);
    expect(followed()).not.toContain(AAPL);

    world.announcer.missed();
    await world.clock.pass(100);

    expect(followed()).toContain(AAPL);
    await stopped(world, process);
  });

  it("costs an idle account few transactions, however many fills the day has", async () => {
    const transactions = await transactionsPerIdleMinute({ fills: 150, isOrderResting: true });

    expect(transactions).toBe(12);
  });

  it("pings, values the account every minute and says why nothing trades", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(3 * MINUTE_MS + 1_000);

    const { read } = world.storage;
    const ping = await read.workers.latest();
    expect(world.clock.now() - ping!.at).toBeLessThan(10_000);
    expect(ping).toMatchObject({ brokerConnected: true, marketDataActive: true });
    expect(await read.equity.since(world.accountId, 0 as Instant, 100)).toHaveLength(3);
    const decisions = await read.decisions.latest(world.accountId, { limit: 100 });
    expect(new Set(decisions.map(({ verdict, gate }) => `${verdict} ${gate}`))).toEqual(
      new Set(["blocked automation-off"]),
    );
    await stopped(world, process);
  });

  it("follows what a user orders by hand", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(5_000);

    await inTime(world, placeOrder(process.needs)(manualDraft(world)));
    await world.clock.pass(10_000);

    const view = process.worker.accountView(world.accountId)!;
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
    expect(view.symbols.find(({ ticker }) => ticker === AAPL)?.trail?.since).toBe(
      world.venue.executions.at(-1)?.at,
    );
    expect(await world.storage.read.positions.of(world.accountId)).toMatchObject([
      { ticker: AAPL, quantity: 10, isManaged: true },
    ]);
    await stopped(world, process);
  });

  it("takes back what is open as automation goes off, and sends nothing more", async () => {
    const world = await openTestWorld();
    world.venue.isHalted = true;
    const process = world.start();
    await firstOrder(world);
    await inTime(world, placeOrder(process.needs)(manualDraft(world, { limit: FAR_BELOW })));
    await inTime(world, toggleAutomation(process.needs)(off(world)));
    await world.clock.pass(3_000);

    const states = (await ordersOf(world)).map(({ origin, status }) => `${origin} ${status}`);
    expect(states).toContain("automated canceled");
    expect(states).not.toContain("automated working");
    expect(states).toContain("manual working");
    const sent = world.venue.orders.length;
    await world.clock.pass(20 * MINUTE_MS);
    expect(world.venue.orders).toHaveLength(sent);
    await stopped(world, process);
  });

  it.each([false, true])("knows at once that automation was set to %s", async (enabled) => {
    const world = await openTestWorld({ automationEnabled: !enabled });
    const process = world.start();
    await world.clock.pass(3_000);
    const isHeldBack = () =>
      symbolsOf(world, process).every(({ verdict }) => verdict.gate === "automation-off");
    expect(isHeldBack()).toBe(enabled);
    const wish = { automationEnabled: enabled, strategy: {} };
    await inTime(world, changeSettings(process.needs)(world.userId, wish));

    await world.clock.pass(100);

    expect(isHeldBack()).toBe(!enabled);
    await stopped(world, process);
  });

  it("takes in what another process has booked, before it buys that once more", async () => {
    // The broker's own word of it is lost.
    const world = await openTestWorld({ faults: { ...NO_FAULTS, lostNotice: 1 } });
    const process = world.start();
    await world.clock.pass(3_000);
    const waitsTo = () =>
      symbolsOf(world, process).find(({ ticker }) => ticker === AAPL)!.verdict.reason;
    await inTime(world, placeOrder(process.needs)(manualDraft(world)));
    await world.clock.pass(2_000);
    expect(waitsTo()).toBe("trail-drop");

    await inTime(world, syncPositions(world.open().needs)(world.userId));

    expect(waitsTo()).toBe("trail-rise");
    await stopped(world, process);
  });

  it("holds back from a symbol as soon as its user orders it", async () => {
    // The broker's own word of it is lost.
    const world = await openTestWorld({ faults: { ...NO_FAULTS, lostNotice: 1 } });
    const process = world.start();
    await world.clock.pass(5_000);

    await inTime(world, placeOrder(process.needs)(manualDraft(world, { limit: FAR_BELOW })));

    const { verdict } = symbolsOf(world, process).find(({ ticker }) => ticker === AAPL)!;
    expect(verdict).toMatchObject({ verdict: "blocked", gate: "order-working" });
    await stopped(world, process);
  });

  it("opens a new session with a new baseline and without the halt", async () => {
    // A Wednesday, 23:30 in New York, on a venue that closes at midnight.
    const startsAt = instant(Date.UTC(2026, 2, 12, 3, 30));
    const world = await openTestWorld({ startsAt, limits: { dailyLossBps: bps(1) } });
    await holdShares(world, AAPL, 50, false);
    const process = world.start();
    await world.clock.pass(29 * MINUTE_MS);
    const before = viewOf(world, process);
    await world.clock.pass(2 * MINUTE_MS);

    const after = viewOf(world, process);
    expect(before.halted).toBe(true);
    expect(after.baseline).not.toBe(before.baseline);
    const account = (await world.storage.read.accounts.byId(world.accountId))!;
    expect(account).toMatchObject({ baseline: after.baseline, baselineDay: "2026-03-12" });
    await stopped(world, process);
  });

  it("leaves the shares alone that were found at the broker", async () => {
    const world = await openTestWorld({ strategy: { minCashReserve: dollars(1_000_000) } });
    await holdShares(world, AAPL, 50, false);
    const process = world.start();
    await world.clock.pass(40 * MINUTE_MS);

    expect(world.venue.orders).toEqual([]);
    const { verdict } = symbolsOf(world, process).find(({ ticker }) => ticker === AAPL)!;
    expect(verdict).toMatchObject({ verdict: "blocked", gate: "unmanaged" });
    await stopped(world, process);
  });

  it("removes demo visitors whose day is over and lets go of their accounts", async () => {
    const world = await openTestWorld();
    await world.storage.transact((tables) =>
      tables.users.change(world.userId, (user) => ({
        ...user,
        isDemo: true,
        expiresAt: (world.clock.now() + 2 * MINUTE_MS) as Instant,
      })),
    );
    const process = world.start();
    await world.clock.pass(MINUTE_MS);
    expect(process.worker.accountView(world.accountId)).toBeDefined();

    await world.clock.pass(3 * MINUTE_MS);

    expect(process.worker.accountView(world.accountId)).toBeUndefined();
    expect(await world.storage.read.users.byId(world.userId)).toBeUndefined();
    expect(world.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    await stopped(world, process);
  });

  it("removes demo visitors of whom many are over a few at a time, and all in the end", async () => {
    const atOnce: number[] = [];
    const counted = (storage: Storage): Storage => ({
      ...storage,
      async transact(work, options) {
        const before = await storage.read.users.countDemo();
        const value = await storage.transact(work, options);
        atOnce.push(before - (await storage.read.users.countDemo()));
        return value;
      },
    });
    const world = await openTestWorld({
      around: (ports) => ({ ...ports, storage: counted(ports.storage) }),
    });
    const { users } = oneByOne(world.storage);
    const expiresAt = world.clock.now();
    for (let demo = 0; demo < 75; demo += 1) await users.add(someUser({ isDemo: true, expiresAt }));
    const process = world.start();
    await world.clock.pass(3 * MINUTE_MS);

    expect(await world.storage.read.users.countDemo()).toBe(0);
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(10);
    await stopped(world, process);
  });
});

const FAR_BELOW = dollars(5) as number as Price;
