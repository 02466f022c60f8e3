import type { Ticker } from "@sevenfold/domain/market";
import { bps, NO_MONEY, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { MarketData } from "../../ports/market-data.ts";
import { AAPL, inTime, manualDraft, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { SimulatedWorker, World } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { openPriceBoard } from "../prices/price-board.ts";
import { syncPositions } from "../reconciliation/sync-positions.ts";
import { startWorker } from "./run-worker.ts";

const NVDA = "NVDA" as Ticker;
const COOL_DOWN_SEC = 600;

describe("a fill that another process has booked", () => {
  it("anchors the worker's trail and starts its cool-down, as a fill it hears itself does", async () => {
    const world = await openTestWorld({
      faults: { ...NO_FAULTS, lostNotice: 1 },
      strategy: { buyDropBps: bps(200), sellRiseBps: bps(200), minCashReserve: NO_MONEY },
      limits: { coolDownSec: COOL_DOWN_SEC },
    });
    const process = world.start();
    const sync = syncPositions(world.open().needs);
    for (let second = 0; second < 900 && world.venue.executions.length === 0; second += 1)
      await world.clock.pass(1_000);

    await inTime(world, sync(world.userId));
    await world.clock.pass(600);

    const [fill] = await world.storage.read.fills.latest(world.accountId, 1);
    const symbol = symbolOf(world, process, fill!.ticker);
    expect(symbol?.trail?.since).toBe(fill!.at);
    expect(symbol?.coolDownUntil).toBe(fill!.at + COOL_DOWN_SEC * 1_000);

    // What the worker saves from now on keeps both.
    await world.clock.pass(60_000);
    const stored = await world.storage.read.trails.of(world.accountId);
    const trail = stored?.trails.find(({ ticker }) => ticker === fill!.ticker);
    expect(trail).toMatchObject({
      since: fill!.at,
      coolDownUntil: fill!.at + COOL_DOWN_SEC * 1_000,
    });
    const again = (await ordersOf(world)).filter(({ ticker }) => ticker === fill!.ticker);
    expect(again).toHaveLength(1);
    await inTime(world, process.stop());
  });

  it("of a symbol off the list has its price followed from then on", async () => {
    for (const how of ["elsewhere", "by hand"] as const) {
      const world = await openTestWorld();
      await world.storage.transact(({ watchlist }) => watchlist.remove(world.userId, NVDA));
      const { needs } = world.open();
      const own = ownSubscription(world);
      const prices = openPriceBoard({
        ...needs,
        marketData: own,
        calendar: needs.calendarOf({} as never),
      });
      const worker = startWorker({ ...needs, marketData: own, prices }, { workerId: "w" });
      await world.clock.pass(20_000);

      if (how === "elsewhere") world.venue.buyElsewhere(NVDA, shares(10));
      else
        await inTime(world, placeOrder(world.open().needs)(manualDraft(world, { ticker: NVDA })));
      await world.clock.pass(75_000);

      const symbol = worker
        .accountView(world.accountId)
        ?.symbols.find(({ ticker }) => ticker === NVDA);
      const seen = [0, 1_000].map((ms) =>
        world.market.priceAt(NVDA, (world.clock.now() - ms) as never),
      );
      expect(seen, how).toContain(symbol?.trail?.last);
      await inTime(world, worker.stop());
    }
  });
});

describe("a symbol put back on the list", () => {
  it("starts its trail at its next price, and trades on no extreme of before", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(120_000);
    const before = symbolOf(world, process, AAPL)!.trail!;

    await world.storage.transact(({ watchlist }) => watchlist.remove(world.userId, AAPL));
    world.announcer.missed();
    for (let second = 0; second < 12; second += 1) {
      await world.clock.pass(1_000);
      expect(symbolOf(world, process, AAPL)!.trail, `${second}`).toBeUndefined();
    }
    await listed(world, ({ watchlist }) => watchlist.add(world.userId, AAPL, world.clock.now()));

    const { since } = symbolOf(world, process, AAPL)!.trail!;
    expect(since).toBeGreaterThan(before.since);
    await inTime(world, process.stop());

    // Nor where no worker was there as it left the list.
    await listed(world, ({ watchlist }) => watchlist.remove(world.userId, AAPL));
    const second = world.start();
    await world.clock.pass(15_000);
    await listed(world, ({ watchlist }) => watchlist.add(world.userId, AAPL, world.clock.now()));
    const again = symbolOf(world, second, AAPL)!.trail!;
    expect(again.since).toBeGreaterThan(since);
    await inTime(world, second.stop());

    // Nor where it left the list and came back while no worker was there.
    await listed(world, ({ watchlist }) => watchlist.remove(world.userId, AAPL));
    await world.clock.pass(60_000);
    const backAt = world.clock.now();
    await listed(world, ({ watchlist }) => watchlist.add(world.userId, AAPL, backAt));
    const third = world.start();
    await world.clock.pass(15_000);
    expect(symbolOf(world, third, AAPL)!.trail!.since).toBeGreaterThanOrEqual(backAt);
    await inTime(world, third.stop());
  });
});

const symbolOf = ({ accountId }: World, { worker }: SimulatedWorker, ticker: Ticker) =>
  worker.accountView(accountId)?.symbols.find((symbol) => symbol.ticker === ticker);

async function listed(world: World, change: Parameters<World["storage"]["transact"]>[0]) {
  await world.storage.transact(change);
  world.announcer.missed();
  await world.clock.pass(7_000);
}

/** The market as one process hears it: only what it has asked for. */
function ownSubscription({ market }: World): MarketData {
  const subscribed = new Set<Ticker>();
  return {
    ...market,
    watch(tickers) {
      for (const ticker of tickers) subscribed.add(ticker);
      market.watch(tickers);
    },
    async *news(signal) {
      for await (const news of market.news(signal))
        yield news.kind === "prices"
          ? { ...news, prints: news.prints.filter(({ ticker }) => subscribed.has(ticker)) }
          : news;
    },
  };
}
