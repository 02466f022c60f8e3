import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";
import type { Account } from "../ports/stores/account.ts";
import type { StoredTrail } from "../ports/stores/trail-store.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { SOME_VENUES } from "../testing/some-venues.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { AAPL, after, dollars, NOON, NVDA, seed } from "../testing/storage-rows.ts";
import { inTime, openTestWorld } from "../testing/trading-world.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { sentenceOf } from "../trading/safeguards/refusal.ts";
import { readWorkerStatus } from "./read-worker-status.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };
const units = (each: number) => price(Math.round(each * 10_000));

/** Last seen five seconds ago at 99 after a high of 100 and a low of 97. */
const TRAIL: Omit<StoredTrail, "ticker"> = {
  since: after(-3_600_000),
  high: units(100),
  low: units(97),
  last: units(99),
  lastAt: after(-5_000),
  coolDownUntil: 0 as Instant,
  sessionsBelow: 0,
  version: 0,
};

interface Scene {
  readonly prices?: Parameters<typeof stillPrices>[1];
  readonly trails?: readonly StoredTrail[];
  readonly account?: Partial<Account>;
  readonly held?: { readonly ticker: Ticker; readonly isManaged: boolean };
  readonly isOn?: boolean;
  readonly pingAgoMs?: number;
}

async function statusOf(scene: Scene) {
  const storage = inMemoryStorage();
  const { user, account } = await seed(storage, {
    ...(scene.account ? { account: scene.account } : {}),
    user: { subscriptionStatus: "active" },
  });
  await storage.transact(async (tables) => {
    for (const ticker of [NVDA, AAPL]) await tables.watchlist.add(user.id, ticker, after(-60_000));
    await tables.trails.save({
      accountId: account.id,
      savedAt: after(-5_000),
      trails: scene.trails ?? [],
    });
    if (scene.held)
      await tables.positions.put({
        accountId: account.id,
        ...scene.held,
        quantity: shares(10),
        costBasis: dollars(980),
        updatedAt: NOON,
      });
    if (scene.isOn)
      await tables.settings.change(account.id, user.id, (settings) => ({
        ...settings,
        automationEnabled: true,
      }));
  });
  if (scene.pingAgoMs !== undefined)
    await oneByOne(storage).workers.ping({
      workerId: "w",
      at: after(-scene.pingAgoMs),
      brokerConnected: true,
      marketDataActive: true,
    });
  const needs = {
    brokers: { venues: SOME_VENUES },
    clock,
    storage,
    prices: stillPrices(clock.now, scene.prices ?? {}),
    calendarOf: () => ALWAYS_CALENDAR,
  };
  const status = await readWorkerStatus(needs)(user.id);
  if (!status.ok) throw new Error(status.refusal.kind);
  const symbol = (wanted: Ticker) => status.value.symbols.find(({ ticker }) => ticker === wanted);
  return { ...status.value, aapl: symbol(AAPL), nvda: symbol(NVDA) };
}

describe("what holds an account back", () => {
  it("is told: the operator's halt, or what the account may only get smaller for", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const told = async () => {
      const status = await inTime(world, readWorkerStatus(needs)(world.userId));
      if (!status.ok) throw new Error(status.refusal.kind);
      return status.value.state.troubles.flatMap((trouble) =>
        "refusal" in trouble ? sentenceOf(trouble.refusal) : [],
      );
    };
    expect(await told()).toEqual([]);

    const at = world.clock.now();
    await oneByOne(world.storage).accounts.change(world.accountId, (row) => ({
      ...row,
      reductions: [{ because: "too-many-rejections", at }],
    }));
    const refused =
      "The broker refused several orders one after the other. " +
      "Only sells and cancels pass until automated trading is switched on again.";
    expect(await told()).toEqual([refused]);
    await oneByOne(world.storage).halts.halt({ reason: "maintenance", since: at });
    expect(await told()).toEqual(["Trading is halted: maintenance", refused]);
  });
});

describe("the worker's health", () => {
  it("is told by the worker that trades for the account, whatever another one says", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const { leases, workers } = oneByOne(world.storage);
    const at = world.clock.now();
    const ping = { at, brokerConnected: true, marketDataActive: true };
    const { accountId } = world;
    await leases.acquire({ accountId, owner: "own", durationMs: 15_000 });
    await workers.ping({
      ...{ ...ping, workerId: "own", marketDataActive: false },
      ...{ brokerConnected: false, disconnectedAccounts: [accountId] },
    });
    await workers.ping({ ...ping, workerId: "another", at: instant(at + 1) });
    const told = async () => {
      const status = await inTime(world, readWorkerStatus(needs)(world.userId));
      if (!status.ok) throw new Error(status.refusal.kind);
      const { hasBroker, isOnline, ping } = status.value.worker;
      return { hasBroker, isOnline, hasData: ping?.marketDataActive };
    };
    expect(await told()).toEqual({ hasBroker: false, isOnline: true, hasData: false });

    await world.clock.pass(30_000);
    await workers.ping({ ...ping, workerId: "another", at: world.clock.now() });

    expect(await told()).toEqual({ hasBroker: true, isOnline: true, hasData: true });
  });
});

describe("readWorkerStatus", () => {
  it("names watched and held symbols once, A to Z", async () => {
    const { symbols } = await statusOf({ held: { ticker: AAPL, isManaged: true } });

    expect(symbols.map(({ ticker }) => ticker)).toEqual([AAPL, NVDA]);
  });

  it("says how far a flat symbol is from its trigger, at the latest price", async () => {
    const { aapl, dueAtOnce } = await statusOf({
      isOn: true,
      trails: [{ ...TRAIL, ticker: AAPL }],
      prices: { AAPL: { price: 98, previousClose: 100 } },
    });

    expect(aapl).toMatchObject({
      price: units(98),
      change: dollars(-2),
      changePercent: -2,
      state: "armed",
      trail: {
        high: units(100),
        last: units(98),
        signal: "hold",
        trigger: { side: "buy", price: units(96) },
        triggerDistancePercent: 2.0408,
        explanation: "Waiting to buy at $96.00 or below: $98.00 has 2.0% to fall.",
      },
    });
    expect(dueAtOnce).toEqual([]);
  });

  it.each([
    { held: undefined, low: 97, side: "buy", price: 576.59, words: "at $576.59 or below" },
    { held: AAPL, low: 576.59, side: "sell", price: 599.66, words: "at $599.66 or above" },
  ] as const)("names as trigger the price its sentence names: $words", async (row) => {
    // 4% below 600.62 is 576.5952, 4% above 576.59 is 599.6536: neither is a price of the market.
    const { aapl } = await statusOf({
      isOn: true,
      ...(row.held && { held: { ticker: row.held, isManaged: true } }),
      trails: [
        { ...TRAIL, ticker: AAPL, high: units(600.62), low: units(row.low), last: units(590) },
      ],
      prices: { AAPL: { price: 590 } },
    });

    expect(aapl?.trail?.trigger).toEqual({ side: row.side, price: units(row.price) });
    expect(aapl?.trail?.explanation).toContain(row.words);
  });

  it("widens a trail by the price on the board, which the stored one has not seen", async () => {
    const { aapl } = await statusOf({
      trails: [{ ...TRAIL, ticker: AAPL }],
      prices: { AAPL: { price: 103 } },
    });

    expect(aapl?.trail).toMatchObject({ high: units(103), low: units(97), last: units(103) });
  });

  it("names what would trade at once, also while automation is off", async () => {
    const { aapl, dueAtOnce, settings } = await statusOf({
      trails: [
        { ...TRAIL, ticker: AAPL },
        { ...TRAIL, ticker: NVDA, coolDownUntil: after(90_000) },
      ],
      prices: { AAPL: { price: 95 }, NVDA: { price: 95 } },
    });

    expect(settings.automationEnabled).toBe(false);
    expect(dueAtOnce).toEqual([{ ticker: AAPL, side: "buy" }]);
    expect(aapl?.trail).toMatchObject({
      signal: "buy",
      triggerDistancePercent: -1.0526,
      explanation: "Automatic trading is off.",
    });
  });

  it("shows a cool-down with the seconds that are left", async () => {
    const { nvda } = await statusOf({
      isOn: true,
      trails: [{ ...TRAIL, ticker: NVDA, coolDownUntil: after(90_500) }],
      prices: { NVDA: { price: 95 } },
    });

    expect(nvda).toMatchObject({ state: "cooldown", coolDownRemainingSec: 91 });
    expect(nvda?.trail?.explanation).toBe("Cooling down for 2 more minutes.");
  });

  it("waits to sell what is held at a rise from the low", async () => {
    const { aapl } = await statusOf({
      isOn: true,
      held: { ticker: AAPL, isManaged: true },
      trails: [{ ...TRAIL, ticker: AAPL }],
      prices: { AAPL: { price: 100 } },
    });

    expect(aapl?.trail?.trigger).toEqual({ side: "sell", price: units(100.88) });
    expect(aapl?.position).toMatchObject({ unrealized: dollars(20) });
  });

  it("names no trigger for a holding that was not handed over", async () => {
    const { aapl } = await statusOf({
      isOn: true,
      held: { ticker: AAPL, isManaged: false },
      trails: [{ ...TRAIL, ticker: AAPL }],
      prices: { AAPL: { price: 100 } },
    });

    expect(aapl?.trail).toMatchObject({
      trigger: undefined,
      triggerDistancePercent: undefined,
      explanation: "This holding was found at the broker; hand it over to have it traded.",
    });
  });

  it("says what a price waits for that has fallen far at once, and names no trigger of before", async () => {
    const scene = { trails: [{ ...TRAIL, ticker: AAPL }], prices: { AAPL: { price: 25 } } };
    const { aapl, dueAtOnce } = await statusOf({ isOn: true, ...scene });

    expect(aapl?.trail).toMatchObject({
      last: units(99),
      trigger: undefined,
      triggerDistancePercent: undefined,
      explanation:
        "It fell from $99.00 to $25.00 at once: its previous close has to tell first whether that " +
        "was a split. Where none does within a minute, the trail starts anew.",
    });
    expect(dueAtOnce).toEqual([]);
    const off = await statusOf(scene);
    expect(off.aapl?.trail?.explanation).toBe("Automatic trading is off.");
  });

  it("halts what is flat after the day's loss, and lets what is held be left", async () => {
    const { aapl, nvda, isHalted } = await statusOf({
      isOn: true,
      account: { haltedDay: tradingDayOf(NOON) },
      held: { ticker: AAPL, isManaged: true },
      prices: { AAPL: { price: 99 } },
    });

    expect(isHalted).toBe(true);
    expect([aapl?.state, nvda?.state]).toEqual(["armed", "halted"]);
  });

  it("makes up neither price nor equity", async () => {
    const { aapl, equity } = await statusOf({ held: { ticker: AAPL, isManaged: true } });

    expect(equity).toBeUndefined();
    expect(aapl).toMatchObject({ price: undefined, change: undefined, trail: undefined });
  });

  it("takes a worker for offline that has said nothing for 30 seconds", async () => {
    expect((await statusOf({})).worker.isOnline).toBe(false);
    expect((await statusOf({ pingAgoMs: 29_999 })).worker.isOnline).toBe(true);
    expect((await statusOf({ pingAgoMs: 30_000 })).worker.isOnline).toBe(false);
  });
});
