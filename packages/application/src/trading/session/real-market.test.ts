import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { bps, type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it, onTestFinished } from "vitest";
import type { TradingStatus } from "../../ports/market-data.ts";
import { type ScriptedProvider, scriptedProvider } from "../../testing/scripted-prices.ts";
import {
  AAPL,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { readHoldings } from "../../views/read-holdings.ts";
import { readWorkerStatus } from "../../views/read-worker-status.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { placeOrder } from "../placing/place-order.ts";
import { previewOrder } from "../placing/preview-order.ts";
import { openFailover } from "../prices/failover.ts";
import { openPriceBoard, type PriceBoard } from "../prices/price-board.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { startWorker } from "./run-worker.ts";

const RULE = {
  tickers: [AAPL],
  strategy: { buyDropBps: bps(400), sellRiseBps: bps(400) },
  limits: { coolDownSec: 0 },
} as const;
/** Far from what the built-in exchange of these worlds ever asks. */
const DOLLARS = 1_000;

interface RealWorld extends World {
  readonly first: ScriptedProvider;
  readonly second: ScriptedProvider;
  readonly needs: TradingNeeds;
  /** Another worker with a board of its own, that knows what the last one put on record. */
  restart(): Promise<PriceBoard>;
  /** Another worker begins beside this one; what is answered ends this one, and the other takes over. */
  standBy(): Promise<() => Promise<PriceBoard>>;
}

/** An account at a broker's paper venue, whose market has two providers here. */
async function realWorld(): Promise<RealWorld> {
  const world = await openTestWorld(RULE);
  await world.storage.transact((tables) =>
    tables.accounts.change(world.accountId, (row) => ({ ...row, venue: "paper" })),
  );
  const process = world.open();
  const { clock, log } = process.needs;
  const first = scriptedProvider(clock, { id: "first" }, { AAPL: DOLLARS });
  const second = scriptedProvider(clock, { id: "second", streams: false }, { AAPL: DOLLARS });
  const common = { calendar: ALWAYS_CALENDAR, clock, log };
  const begin = (isAlone = true) => {
    const marketData = openFailover({ ...common, providers: [first, second] });
    const prices = openPriceBoard({ ...common, marketData });
    const needs: TradingNeeds = { ...process.needs, realMarket: { marketData, prices } };
    started += 1;
    const worker = startWorker(needs, { workerId: `w${started}`, isAlone });
    const stop = async () => {
      await inTime(world, worker.stop());
      await inTime(world, prices.stop());
    };
    return { needs, prices, stop };
  };
  let started = 0;
  let now = begin();
  onTestFinished(async () => {
    await now.stop();
    await inTime(world, process.stop());
  });
  await world.clock.pass(10_000);
  return {
    ...world,
    ...{ first, second },
    get needs() {
      return now.needs;
    },
    async restart() {
      await now.stop();
      now = begin();
      await world.clock.pass(1_000);
      return now.prices;
    },
    async standBy() {
      const other = begin(false);
      await world.clock.pass(10_000);
      return async () => {
        await now.stop();
        now = other;
        await world.clock.pass(20_000);
        return now.prices;
      };
    },
  };
}

const trailOfAccount = async ({ accountId, storage }: World) =>
  (await storage.read.trails.of(accountId))?.trails.find(({ ticker }) => ticker === AAPL);

describe("an account at a real venue", () => {
  it("is followed on its own market's prices, and values what it holds by them", async () => {
    const world = await realWorld();
    await holdShares(world, AAPL, 2, true);
    await world.clock.pass(10_000);
    expect(await trailOfAccount(world)).toMatchObject({ high: 10_000_000, low: 10_000_000 });
    expect(await readHoldings(world.needs)(world.userId)).toMatchObject({
      value: { positions: [{ ticker: AAPL, price: 10_000_000 }] },
    });
  });

  it("enters when its own market falls, and the journal says who told the price and when", async () => {
    const world = await realWorld();
    world.first.says.set(AAPL, DOLLARS * 0.95);
    await world.clock.pass(1_000);
    const fellAt = world.clock.now();
    await world.clock.pass(10_000);
    expect((await ordersOf(world)).map(({ side }) => side)).toContain("buy");
    const taken = await world.storage.read.decisions.taken(world.accountId, 10);
    const entered = taken.find(({ verdict }) => verdict === "entered");
    expect(entered).toMatchObject({ price: 9_500_000, provider: "first" });
    expect(Math.abs(entered!.pricedAt! - fellAt)).toBeLessThan(2_000);
  });

  it("S1: enters nothing and moves no trail while its market is silent, and heals by itself", async () => {
    const world = await realWorld();
    world.second.mood = "away";
    world.first.mood = "silent";
    await world.clock.pass(25_000);
    const { accountId, needs, userId } = world;
    expect(await toggleAutomation(needs)({ accountId, userId, enabled: true })).toMatchObject({
      refusal: { kind: "no-real-prices", prices: "shown" },
    });
    expect(await previewOrder(needs)(manualDraft(world))).toMatchObject({
      refusal: { kind: "no-real-prices", prices: "shown" },
    });
    world.first.says.set(AAPL, DOLLARS * 0.99);
    world.first.mood = "well";
    await world.clock.pass(30_000);
    expect(await previewOrder(needs)(manualDraft(world))).toMatchObject({ ok: true });
    expect(await trailOfAccount(world)).toMatchObject({ low: 9_900_000 });
  });

  it("S13: takes no decision and moves no trail by a provider that may only be shown", async () => {
    const world = await realWorld();
    world.second.says.set(AAPL, DOLLARS * 0.995);
    world.first.mood = "away";
    await world.clock.pass(10_000);
    world.second.says.set(AAPL, DOLLARS * 0.955);
    await world.clock.pass(20_000);
    expect(await ordersOf(world)).toEqual([]);
    expect(await trailOfAccount(world)).toMatchObject({ low: 10_000_000 });
    const status = await readWorkerStatus(world.needs)(world.userId);
    expect(status).toMatchObject({ value: { venuePrices: "shown", dueAtOnce: [] } });
  });

  it("S14: takes a market sell by hand on kept prices, and no market buy", async () => {
    const world = await realWorld();
    await holdShares(world, AAPL, 2, true);
    for (const one of [world.first, world.second]) one.mood = "away";
    await world.clock.pass(20_000);
    const sell = manualDraft(world, { side: "sell", quantity: shares(1) });
    const buy = manualDraft(world, { quantity: shares(1) });
    expect(await inTime(world, placeOrder(world.needs)(buy))).toMatchObject({
      refusal: { kind: "no-real-prices" },
    });
    expect(await inTime(world, placeOrder(world.needs)(sell))).toMatchObject({ ok: true });
  });

  it("forgets a price that its market took back: the trail is as it would have been", async () => {
    const world = await realWorld();
    world.first.says.set(AAPL, DOLLARS * 1.03);
    await world.clock.pass(1_000);
    const at = world.clock.now();
    world.first.says.set(AAPL, DOLLARS);
    await world.clock.pass(10_000);
    expect(await trailOfAccount(world)).toMatchObject({ high: 10_300_000 });
    const print = { ticker: AAPL, price: 10_300_000 as never, at };
    world.first.aside.push({ kind: "taken-back", prints: [print] });
    await world.clock.pass(10_000);
    expect(await trailOfAccount(world)).toMatchObject({ high: 10_000_000, low: 10_000_000 });
  });

  it("enters nothing in a symbol that two providers disagree about", async () => {
    const world = await realWorld();
    const board = world.needs.realMarket!.prices;
    board.isDisputed = () => true;
    world.first.says.set(AAPL, DOLLARS * 0.95);
    await world.clock.pass(10_000);
    expect((await ordersOf(world)).every(({ status }) => status === "denied")).toBe(true);
    expect(await ordersOf(world)).not.toEqual([]);
  });

  it("B18: orders nothing in a symbol that its exchange halted, until it trades and a new quote is there", async () => {
    const world = await realWorld();
    const say = (state: TradingStatus["state"]) => {
      const because = "LUDP: Volatility Trading Pause";
      const status = { ticker: AAPL, at: world.clock.now(), state, because };
      world.first.aside.push({ kind: "halts", statuses: [status] });
    };
    say("halted");
    world.first.says.set(AAPL, DOLLARS * 0.95);
    await world.clock.pass(10_000);
    expect(await ordersOf(world)).toEqual([]);
    const status = await readWorkerStatus(world.needs)(world.userId);
    expect(status).toMatchObject({
      value: { feed: { halts: [{ ticker: AAPL, because: "LUDP: Volatility Trading Pause" }] } },
    });
    const buy = manualDraft(world, { quantity: shares(1) });
    expect(await previewOrder(world.needs)(buy)).toMatchObject({
      refusal: { kind: "exchange-halt", hasResumed: false },
    });

    say("trading");
    await world.clock.pass(10_000);
    expect(await ordersOf(world)).toEqual([]);
    expect(await previewOrder(world.needs)(buy)).toMatchObject({
      refusal: { kind: "exchange-halt", hasResumed: true },
    });

    const price = (dollars: number) => (dollars * 10_000) as Price;
    const quote = { ticker: AAPL, bid: price(949), ask: price(951), at: world.clock.now() };
    world.first.aside.push({ kind: "prices", prints: [], quotes: [quote] });
    await world.clock.pass(10_000);
    expect((await ordersOf(world)).map(({ side }) => side)).toContain("buy");
  });

  it("B18: orders nothing after a restart in the midst of a halt, until it trades and a new quote is there", async () => {
    const world = await realWorld();
    const because = "LUDP: Volatility Trading Pause";
    const status = { ticker: AAPL, at: world.clock.now(), state: "halted", because } as const;
    world.first.aside.push({ kind: "halts", statuses: [status] });
    await world.clock.pass(10_000);
    const board = await world.restart();
    expect([...board.halts.keys()]).toEqual([AAPL]);
    const buy = manualDraft(world, { quantity: shares(1) });
    expect(await previewOrder(world.needs)(buy)).toMatchObject({
      refusal: { kind: "exchange-halt" },
    });
    // Nobody tells the end: a trade shows it, and a quote since has to follow.
    world.first.says.set(AAPL, DOLLARS * 0.95);
    await world.clock.pass(10_000);
    expect(await ordersOf(world)).toEqual([]);
    expect(await previewOrder(world.needs)(buy)).toMatchObject({
      refusal: { kind: "exchange-halt", hasResumed: true },
    });

    const price = (dollars: number) => (dollars * 10_000) as Price;
    const quote = { ticker: AAPL, bid: price(949), ask: price(951), at: world.clock.now() };
    world.first.aside.push({ kind: "prices", prints: [], quotes: [quote] });
    await world.clock.pass(10_000);
    expect((await ordersOf(world)).map(({ side }) => side)).toContain("buy");
    await world.clock.pass(40_000);
    expect([...(await world.restart()).halts.keys()]).toEqual([]);
  });

  it("B18: orders nothing of a halted symbol where it stood by, following nobody, as the halt was told", async () => {
    const world = await realWorld();
    const takeOver = await world.standBy();
    const status = { ticker: AAPL, at: world.clock.now(), because: "T1: News Pending" } as const;
    world.first.aside.push({ kind: "halts", statuses: [{ ...status, state: "halted" }] });
    await world.clock.pass(10_000);
    const board = await takeOver();
    expect([...board.halts.keys()]).toEqual([AAPL]);
    expect(await previewOrder(world.needs)(manualDraft(world))).toMatchObject({
      refusal: { kind: "exchange-halt" },
    });
  });

  it("B18: sells by rule nothing of a halted symbol, and lets its owner sell", async () => {
    const world = await realWorld();
    await holdShares(world, AAPL, 2, true);
    await world.clock.pass(10_000);
    const status = { ticker: AAPL, at: world.clock.now(), because: "T1: News Pending" } as const;
    world.first.aside.push({ kind: "halts", statuses: [{ ...status, state: "halted" }] });
    world.first.says.set(AAPL, DOLLARS * 1.05);
    await world.clock.pass(10_000);
    expect(await ordersOf(world)).toEqual([]);
    const sell = manualDraft(world, { side: "sell", quantity: shares(1) });
    expect(await inTime(world, placeOrder(world.needs)(sell))).toMatchObject({ ok: true });
    await world.clock.pass(10_000);
    const price = (dollars: number) => (dollars * 10_000) as Price;
    const at = world.clock.now();
    const quote = { ticker: AAPL, bid: price(1_049), ask: price(1_051), at };
    const goesOn = { ...status, at, state: "trading" } as const;
    world.first.aside.push({ kind: "halts", statuses: [goesOn] });
    world.first.aside.push({ kind: "prices", prints: [], quotes: [quote] });
    await world.clock.pass(10_000);
    expect((await ordersOf(world)).filter(({ origin }) => origin === "automated")).toMatchObject([
      { side: "sell" },
    ]);
  });
});
