import { getEventListeners } from "node:events";
import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import { describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import { type ScriptedProvider, scriptedProvider } from "../../testing/scripted-prices.ts";
import { AAPL, drain, MSFT } from "../../testing/trading-world.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { type FailoverNeeds, openFailover } from "./failover.ts";
import { openPriceBoard } from "./price-board.ts";

/** A Wednesday, 10:00 in New York. */
const STARTS_AT = Date.UTC(2026, 2, 11, 14) as Instant;
const SAYS = { AAPL: 200, MSFT: 400 };

/** A board of three providers: two that stream, and one that is asked. */
function threeProviders({
  startsAt = STARTS_AT,
  ...wanted
}: Partial<FailoverNeeds> & { readonly startsAt?: Instant } = {}) {
  const clock = new VirtualClock(startsAt, drain);
  const log = recordingLog();
  const first = scriptedProvider(clock, { id: "first" }, SAYS);
  const second = scriptedProvider(clock, { id: "second" }, SAYS);
  const backup = scriptedProvider(clock, { id: "backup", streams: false }, SAYS);
  const needs = { calendar: ALWAYS_CALENDAR, clock, log, ...wanted };
  const marketData = openFailover({ ...needs, providers: [first, second, backup] });
  const board = openPriceBoard({ ...needs, marketData });
  const heard: Print[] = [];
  const anew: Ticker[] = [];
  board.listen((prints, begun) => {
    heard.push(...prints);
    anew.push(...(begun ?? []));
  });
  onTestFinished(() => {
    void board.stop();
  });
  const used = () => board.feed().providers?.find(({ isActive }) => isActive)?.provider.id;
  const healthOf = (id: string) =>
    board.feed().providers?.find(({ provider }) => provider.id === id)?.health;
  return { anew, backup, board, clock, first, healthOf, heard, log, marketData, second, used };
}

/** Prices of one provider come in. */
async function watching(world: ReturnType<typeof threeProviders>): Promise<void> {
  world.board.watch([AAPL]);
  await world.clock.pass(5_000);
}

describe("a market with several providers", () => {
  it("asks nobody for anything before somebody wants a price", async () => {
    const { backup, board, clock, first, second } = threeProviders();
    await clock.pass(60_000);
    expect([first.opened, second.opened, backup.opened]).toEqual([0, 0, 0]);
    expect(board.feed()).toMatchObject({ isConnected: false, isForOrders: false });
  });

  it("says who told each price", async () => {
    const world = threeProviders();
    await watching(world);
    expect(world.board.latest(AAPL)).toMatchObject({ price: 2_000_000, from: { id: "first" } });
    expect(world.board.feed()).toMatchObject({ isForOrders: true });
    expect(world.healthOf("first")).toBe("healthy");
    expect(world.healthOf("backup")).toBe("standby");
  });

  it("S1: finds a stream that stands and says nothing within 20 seconds, and trades on it no more", async () => {
    const world = threeProviders();
    await watching(world);
    world.first.mood = "silent";
    await world.clock.pass(21_000);
    expect(world.board.feed()).toMatchObject({ isForOrders: false, isConnected: false });
    expect(world.healthOf("first")).toBe("warning");
    expect(world.board.feed().message).toContain("No price has come for 2");
  });

  it("S1: takes a handshake in the market's hours for no sign of prices", async () => {
    const world = threeProviders();
    world.first.mood = "silent";
    await watching(world);
    expect(world.board.feed()).toMatchObject({ isConnected: true, isForOrders: false });
  });

  it("is well by its handshake while the market is closed", async () => {
    const saturday = Date.UTC(2026, 2, 14, 14) as Instant;
    const world = threeProviders({ calendar: NYSE_CALENDAR, startsAt: saturday });
    world.first.mood = "silent";
    await watching(world);
    await world.clock.pass(120_000);
    expect(world.board.feed()).toMatchObject({ isConnected: true, isForOrders: true, failures: 0 });
  });

  it("S13: switches after the third failure, and comes back after a minute without one", async () => {
    const world = threeProviders();
    await watching(world);
    world.first.mood = "away";
    await world.clock.pass(6_000);
    expect(world.used()).toBe("second");
    expect(world.healthOf("first")).toBe("critical");
    expect(world.board.latest(AAPL)?.from.id).toBe("second");

    world.first.mood = "well";
    await world.clock.pass(50_000);
    expect(world.used()).toBe("second");
    await world.clock.pass(15_000);
    expect(world.used()).toBe("first");
  });

  it("S13: switches no more than six times an hour, and says until when", async () => {
    const world = threeProviders();
    await watching(world);
    for (let turn = 0; turn < 6; turn += 1) {
      world.first.mood = "away";
      await world.clock.pass(10_000);
      world.first.mood = "well";
      await world.clock.pass(70_000);
    }
    const switches = world.log.lines.filter(({ event }) => event === "price-provider-switched");
    expect(switches).toHaveLength(6);
    world.first.mood = "away";
    await world.clock.pass(10_000);
    expect(world.used()).toBe("first");
    const until = world.board.feed().noSwitchUntil ?? 0;
    expect(until).toBeGreaterThan(world.clock.now());
    await world.clock.pass(until - world.clock.now() + 2_000);
    expect(world.used()).toBe("second");
  });

  it("trades on no provider that is only asked now and then, unless it is said that it may", async () => {
    for (const isForOrders of [undefined, () => true]) {
      const world = threeProviders(isForOrders && { isForOrders });
      await watching(world);
      world.first.mood = "away";
      world.second.mood = "away";
      await world.clock.pass(10_000);
      expect(world.used()).toBe("backup");
      expect(world.board.feed().isConnected).toBe(true);
      expect(world.board.feed().isForOrders).toBe(isForOrders !== undefined);
    }
  });

  it("S14: keeps the last prices while all are away, and lets nobody trade on them", async () => {
    const world = threeProviders();
    await watching(world);
    for (const one of [world.first, world.second, world.backup]) one.mood = "away";
    await world.clock.pass(30_000);
    world.heard.length = 0;
    await world.clock.pass(60_000);
    expect(world.heard).toEqual([]);
    expect(world.board.latest(AAPL)?.price).toBe(2_000_000);
    expect(world.board.feed()).toMatchObject({ isConnected: false, isForOrders: false });
    expect(world.board.feed().providers?.map(({ health }) => health)).toEqual([
      "critical",
      "critical",
      "critical",
    ]);

    world.backup.mood = "well";
    await world.clock.pass(5_000);
    expect(world.used()).toBe("backup");
  });

  it("S15: says what a plan does not serve, and only of the one in use", async () => {
    const world = threeProviders();
    await watching(world);
    const limits = {
      kind: "limited",
      polled: [AAPL],
      unserved: [MSFT],
      polledEveryMs: 10_000,
      message: "The plan streams no more.",
    } as const;
    world.first.aside.push(limits);
    await world.clock.pass(2_000);
    expect(world.board.feed().servedLess).toMatchObject({ polled: [AAPL], unserved: [MSFT] });
    world.first.aside.push({ ...limits, polled: [], unserved: [] });
    await world.clock.pass(2_000);
    expect(world.board.feed()).not.toHaveProperty("servedLess");
  });

  it("enters nothing in a symbol two providers disagree about, until they agree", async () => {
    const world = threeProviders();
    await watching(world);
    expect(world.board.isDisputed(AAPL)).toBe(false);
    world.second.says.set(AAPL, 203);
    await world.clock.pass(3_000);
    expect(world.board.isDisputed(AAPL)).toBe(true);
    expect(world.board.feed().disputed).toEqual([AAPL]);
    world.second.says.set(AAPL, 201);
    await world.clock.pass(3_000);
    expect(world.board.isDisputed(AAPL)).toBe(false);
  });

  it("S13: begins a trail anew where a switch moved the price far, once three prints agree on it", async () => {
    const world = threeProviders();
    await watching(world);
    world.second.says.set(AAPL, 190);
    world.first.mood = "away";
    await world.clock.pass(4_200);
    expect(world.used()).toBe("second");
    world.heard.length = 0;
    await world.clock.pass(1_000);
    expect(world.heard.length).toBeLessThan(2);
    await world.clock.pass(4_000);
    expect(world.anew).toEqual([AAPL]);
    expect(world.board.latest(AAPL)).toMatchObject({ price: 1_900_000, from: { id: "second" } });
  });

  it("S13: goes on as before where a switch moved the price by little", async () => {
    const world = threeProviders();
    await watching(world);
    world.second.says.set(AAPL, 199);
    world.first.mood = "away";
    await world.clock.pass(10_000);
    expect(world.anew).toEqual([]);
    expect(world.board.latest(AAPL)?.price).toBe(1_990_000);
  });

  it("S9: takes a jump of a secondary provider for true once three prints agree on it", async () => {
    const world = threeProviders();
    await watching(world);
    world.first.mood = "away";
    await world.clock.pass(8_000);
    world.second.says.set(AAPL, 212);
    await world.clock.pass(2_000);
    expect(world.board.latest(AAPL)?.price).toBe(2_000_000);
    await world.clock.pass(1_000);
    expect(world.board.latest(AAPL)?.price).toBe(2_120_000);
  });

  it("ends every line as its listener leaves, and lets go of the signal it was given", async () => {
    const clock = new VirtualClock(STARTS_AT, drain);
    const lines: AbortSignal[] = [];
    const providers = ["first", "second"].map((id): ScriptedProvider => {
      const sound = scriptedProvider(clock, { id }, SAYS);
      const news = (signal: AbortSignal) => {
        lines.push(signal);
        return sound.news(signal);
      };
      return { ...sound, news };
    });
    const needs = { calendar: ALWAYS_CALENDAR, clock, log: recordingLog(), providers };
    const leaving = new AbortController();
    const kinds: string[] = [];
    const listening = (async () => {
      for await (const { kind } of openFailover(needs).news(leaving.signal)) kinds.push(kind);
    })();
    await clock.pass(2_000);
    expect(kinds).toEqual(["connected"]);
    expect(lines.map(({ aborted }) => aborted)).toEqual([false, false]);

    leaving.abort();
    await listening;

    expect(lines.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(getEventListeners(leaving.signal, "abort")).toEqual([]);
  });

  it("asks the others for prices and bars while the one in use does not answer", async () => {
    const { first, marketData } = threeProviders();
    first.mood = "away";
    expect(await marketData.latest([AAPL])).toMatchObject({ from: { id: "second" } });
    const wanted = { ticker: AAPL, interval: "day", start: STARTS_AT, end: STARTS_AT } as const;
    await expect(marketData.bars(wanted)).resolves.toEqual([]);
  });

  it("never gives bars that are adjusted in another way than the preferred one's", async () => {
    const clock = new VirtualClock(STARTS_AT, drain);
    const providers: ScriptedProvider[] = [
      scriptedProvider(clock, { id: "first" }, SAYS),
      scriptedProvider(clock, { id: "other", adjusted: "total" }, SAYS),
    ];
    providers[0]!.mood = "away";
    const needs = { calendar: ALWAYS_CALENDAR, clock, log: recordingLog(), providers };
    const wanted = { ticker: AAPL, interval: "day", start: STARTS_AT, end: STARTS_AT } as const;
    await expect(openFailover(needs).bars(wanted)).rejects.toThrow("It does not answer.");
  });
});
