import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { describe, expect, it, onTestFinished } from "vitest";
import type { MarketNews } from "../../ports/market-data.ts";
import { AAPL, inTime, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import { openNewsQueue } from "../prices/news-queue.ts";
import { openPriceBoard } from "../prices/price-board.ts";
import { keepSeat } from "./keep-seat.ts";

describe("what a worker says of itself", () => {
  it("tells of a halt at once, and of what was told while it said so", async () => {
    const { clock, say, seen } = await seated();
    await clock.pass(10_000);
    expect(await seen()).toEqual([]);

    say("halted");
    await clock.pass(10);
    expect(await seen()).toEqual([[AAPL, false]]);

    say("trading");
    await clock.pass(10);
    expect(await seen()).toEqual([[AAPL, true]]);
  });

  it("is told every five seconds otherwise", async () => {
    const { clock, pings } = await seated();
    await clock.pass(1_000);
    pings.length = 0;
    await clock.pass(20_000);
    expect(pings).toHaveLength(4);
  });

  it("tells a halt that is heard while a ping is written", async () => {
    const { clock, during, say, seen } = await seated();
    await clock.pass(1_000);
    during(() => say("halted"));
    await clock.pass(4_500);
    expect(await seen()).toEqual([[AAPL, false]]);
  });

  it("is the same whatever symbols halt that nobody watches", async () => {
    const { clock, pings, say } = await seated();
    await clock.pass(1_000);
    pings.length = 0;
    say("halted", MSFT);
    await clock.pass(10);
    expect(pings).toEqual([]);
  });
});

/** A worker whose real market has one provider, which says what a test pushes. */
async function seated() {
  const world = await openTestWorld();
  const { clock, market, storage } = world;
  const { needs } = world.open();
  const queue = openNewsQueue();
  const marketData = { ...market, news: (signal: AbortSignal) => queue.taken(signal) };
  const common = { clock: needs.clock, log: needs.log, calendar: ALWAYS_CALENDAR };
  const prices = openPriceBoard({ ...common, marketData });
  prices.watch([AAPL]);
  const pings: number[] = [];
  let meanwhile: (() => void) | undefined;
  const transact: typeof storage.transact = async (work, options) => {
    pings.push(clock.now());
    const done = await storage.transact(work, options);
    const now = meanwhile;
    meanwhile = undefined;
    now?.();
    await clock.sleep(1);
    return done;
  };
  const ending = new AbortController();
  const there = { ...needs, storage: { ...storage, transact }, realMarket: { marketData, prices } };
  const keeping = keepSeat(
    there,
    { followed: () => [], unsteady: () => [], workerId: "w" },
    ending.signal,
  );
  onTestFinished(async () => {
    ending.abort();
    await inTime(world, keeping);
    await inTime(world, prices.stop());
  });
  return {
    ...{ clock, pings },
    say(state: "halted" | "trading", ticker = AAPL) {
      const status = { ticker, at: clock.now(), state, because: "LUDP" };
      const news: MarketNews = { kind: "halts", statuses: [status] };
      queue.push(news);
    },
    /** Happens while the next ping is on its way. */
    during(work: () => void) {
      meanwhile = work;
    },
    async seen() {
      const ping = await storage.read.workers.latest();
      return (ping?.exchangeHalts ?? []).map(({ resumedAt, ticker }) => [
        ...[ticker, resumedAt !== undefined],
      ]);
    },
  };
}
