import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { anotherAccount, stopped } from "../../testing/started-worker.ts";
import { AAPL, inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { startWorker } from "./run-worker.ts";

describe("a worker and the market", () => {
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
});

/** A Wednesday, 17:00 in New York: the exchange has closed, prices go on. */
const AFTER_HOURS = instant(Date.UTC(2026, 2, 11, 21));
const afterHours = () => ({ calendar: NYSE_CALENDAR, limits: { allowAfterHours: true } });

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
