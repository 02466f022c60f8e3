import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { bps, type Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { MarketData } from "../ports/market-data.ts";
import { NO_FAULTS } from "../simulation/fault-plan.ts";
import type { SimulatedWorker, World } from "../simulation/world.ts";
import { transactionsPerIdleMinute } from "../testing/idle-account.ts";
import {
  AAPL,
  automatedDraft,
  dollars,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../testing/trading-world.ts";
import { SILENT_MAX_MS } from "./cancel-automated-orders.ts";
import { automatedOrder } from "./order-draft.ts";
import { placeOrder } from "./place-order.ts";
import { startWorker } from "./run-worker.ts";
import { syncPositions } from "./sync-positions.ts";
import { toggleAutomation } from "./toggle-automation.ts";

describe("the worker", () => {
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

  it("costs an idle account few transactions, however many fills the day has", async () => {
    const transactions = await transactionsPerIdleMinute({ fills: 150, isOrderResting: true });

    expect(transactions).toBeLessThanOrEqual(30);
  });

  it("asks once for what the market did, however many accounts it takes up", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const other = await anotherAccount(world);
    const first = world.start();
    await world.clock.pass(2 * MINUTE_MS);
    await stopped(world, first);
    await world.clock.pass(22 * MINUTE_MS);
    const { needs, stop } = world.open();
    const asked: Ticker[] = [];
    const marketData: typeof needs.marketData = {
      ...needs.marketData,
      bars: (wanted) => {
        asked.push(wanted.ticker);
        return needs.marketData.bars(wanted);
      },
    };

    const worker = startWorker({ ...needs, marketData }, { workerId: "w" });
    await world.clock.pass(2_000);

    const [one, two] = [world.accountId, other].map((id) => worker.accountView(id)!.symbols);
    expect(two!.map(({ trail }) => trail)).toEqual(one!.map(({ trail }) => trail));
    expect(asked.toSorted()).toEqual(world.tickers.toSorted());
    await inTime(world, worker.stop());
    await stop();
  });

  it("asks a provider that is away for no more than a few of the symbols", async () => {
    const tickers = [..."ABCDEFGHIJKLMNOPQRSTUVWX"].map((letter) => `${letter}X` as Ticker);
    const world = await openTestWorld({ automationEnabled: false, tickers });
    const first = world.start();
    await world.clock.pass(2 * MINUTE_MS);
    await stopped(world, first);
    await world.clock.pass(22 * MINUTE_MS);
    const { needs, stop } = world.open();
    let asked = 0;
    const marketData: typeof needs.marketData = {
      ...needs.marketData,
      async bars() {
        asked += 1;
        throw new Error("away");
      },
    };

    const worker = startWorker({ ...needs, marketData }, { workerId: "w" });
    await world.clock.pass(2_000);

    expect(worker.accountView(world.accountId)).toBeDefined();
    // As many as are asked at once.
    expect(asked).toBeLessThanOrEqual(10);
    await inTime(world, worker.stop());
    await stop();
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

  it("pings, values the account every minute and says why nothing trades", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(3 * MINUTE_MS);

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
    await storage.read.halts.halt({ reason: "a pause", since: world.clock.now() });
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
    await world.clock.pass(3_000);

    const symbol = symbolsOf(world, second).find((known) => known.ticker === ticker)!;
    expect(symbol.coolDownUntil).toBe(updatedAt + 600_000);
    await stopped(world, second);
  });

  it("sends after hours only limit orders, and only where that is allowed", async () => {
    const allowed = await openTestWorld({ startsAt: AFTER_HOURS, ...afterHours() });
    const forbidden = await openTestWorld({ startsAt: AFTER_HOURS, calendar: NYSE_CALENDAR });
    for (const world of [allowed, forbidden]) {
      const process = world.start();
      await world.clock.pass(30 * MINUTE_MS);
      await stopped(world, process);
    }

    expect(allowed.venue.orders.length).toBeGreaterThan(0);
    expect(allowed.venue.orders.every(({ limit }) => limit !== undefined)).toBe(true);
    expect(allowed.venue.orders.every(({ extendedHours }) => extendedHours)).toBe(true);
    expect(forbidden.venue.orders).toEqual([]);
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
    const world = await openTestWorld();
    const first = world.start({ isAlone: true });
    await world.clock.pass(5_000);
    const before = first.worker.accountView(world.accountId);
    first.life.end();

    const second = world.start({ isAlone: true });
    await world.clock.pass(2_000);

    expect(before?.isReady).toBe(true);
    expect(second.worker.accountView(world.accountId)?.isReady).toBe(true);
    await stopped(world, second);
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
});

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
/** A second account of the same user, with the same settings, at the same venue. */
async function anotherAccount({ accountId, storage }: World): Promise<string> {
  const id = "account-2";
  const account = (await storage.read.accounts.byId(accountId))!;
  const settings = (await storage.read.settings.of(accountId))!;
  await storage.transact(async (tables) => {
    await tables.accounts.add({ ...account, id, isSelected: false });
    await tables.settings.add({ ...settings, accountId: id });
  });
  return id;
}

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

const FAR_BELOW = dollars(5) as number as Price;

/** Lets time pass until the worker has sent something. */
async function firstOrder({ clock, venue }: World): Promise<void> {
  for (let beat = 0; beat < 360 && venue.orders.length === 0; beat += 1) await clock.pass(5_000);
}

/** A Wednesday, 17:00 in New York: the exchange has closed, prices go on. */
const AFTER_HOURS = instant(Date.UTC(2026, 2, 11, 21));
const afterHours = () => ({ calendar: NYSE_CALENDAR, limits: { allowAfterHours: true } });

const off = ({ accountId, userId }: World) => ({ accountId, userId, enabled: false });

const stopped = (world: World, process: SimulatedWorker) =>
  inTime(
    world,
    process.stop().then(() => undefined),
  );

const viewOf = (world: World, { worker }: SimulatedWorker) => worker.accountView(world.accountId)!;
const symbolsOf = (world: World, process: SimulatedWorker) => viewOf(world, process).symbols;

const entriesOf = async (world: World): Promise<number> =>
  (await ordersOf(world)).filter(({ attempts, side }) => 0 < attempts && side === "buy").length;

describe("an entry that waits for a bar pattern", () => {
  const SWINGING = { patternConfirmation: "require" } as const;

  it("does not come while none stands, and the journal says why", async () => {
    const world = await openTestWorld({ strategy: SWINGING });
    const process = world.start();
    await world.clock.pass(15 * MINUTE_MS);

    expect(await ordersOf(world)).toEqual([]);
    const decisions = await world.storage.read.decisions.latest(world.accountId, { limit: 500 });
    expect(decisions.map(({ gate }) => gate)).toContain("pattern");
    await stopped(world, process);
  });

  it("comes where one stands, and the journal names it", async () => {
    const world = await openTestWorld({
      strategy: SWINGING,
      patterns: {
        standing: (ticker) => (ticker === AAPL ? [{ name: "hammer", interval: "minute" }] : []),
        stop: async () => {},
      },
    });
    const process = world.start();
    await world.clock.pass(15 * MINUTE_MS);

    const bought = (await ordersOf(world)).filter(({ side }) => side === "buy");
    expect(new Set(bought.map(({ ticker }) => ticker))).toEqual(new Set([AAPL]));
    const taken = await world.storage.read.decisions.taken(world.accountId, 10);
    expect(taken.map(({ patterns }) => patterns)).toContainEqual(["hammer"]);
    await stopped(world, process);
  });
});
