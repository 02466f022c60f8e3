import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { someOrder } from "@sevenfold/application/testing/storage-rows";
import type { Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const dollars = (amount: number) => money(Math.round(amount * 10_000));

/** A visitor with $1,000 in cash and shares of a symbol bought at $100, whose day began with $2,900. */
async function holder(symbol: string, count = 10) {
  const visitor = await world.visitor();
  const accountId = (await world.storage.read.accounts.selectedOf(visitor.user.id))!.id;
  const at = world.needs.clock.now();
  await world.storage.transact(async ({ accounts, equity, positions }) => {
    await accounts.change(accountId, (row) => ({
      ...row,
      cash: dollars(1_000),
      baseline: dollars(2_900),
      baselineDay: tradingDayOf(at),
    }));
    await equity.add(accountId, [{ at, equity: dollars(99_998.75) }]);
    await positions.put({
      accountId,
      ticker: symbol as Ticker,
      quantity: shares(count),
      costBasis: dollars(100 * count),
      isManaged: true,
      updatedAt: at,
    });
  });
  return visitor.browser;
}

describe("today's change", () => {
  it("is one figure in every call that tells it", async () => {
    world = await openHttpWorld();
    const browser = await holder("AAPL");
    const read = async (path: string) => (await browser.get(path)).json;

    const [account, day, summary, status] = [
      await read("/api/account"),
      await read("/api/portfolio/daily-change"),
      await read("/api/portfolio/summary"),
      await read("/api/worker/status"),
    ];

    expect(account.equity).toBe(3_000);
    expect(status.equity).toBe(3_000);
    expect(day).toMatchObject({
      dailyChange: 100,
      dailyChangePercent: 3.4483,
      unknownBecause: null,
    });
    expect(summary).toMatchObject({
      totalValue: 3_000,
      totalDayChange: day.dailyChange,
      totalDayChangePercent: day.dailyChangePercent,
      unknownBecause: null,
    });
  });

  it("is null, with why, where nobody recorded what the day began with", async () => {
    world = await openHttpWorld();
    const { browser, login } = await world.member();
    // Two days later nobody was there to record a close.
    world.passTime(2 * 86_400_000);
    await browser.post("/api/login", login);

    const unknownBecause = "No equity was recorded at the previous close.";
    expect((await browser.get("/api/portfolio/daily-change")).json).toMatchObject({
      dailyChange: null,
      dailyChangePercent: null,
      unknownBecause,
    });
    expect((await browser.get("/api/portfolio/summary")).json).toMatchObject({
      totalDayChange: null,
      totalDayChangePercent: null,
      unknownBecause,
    });
  });
});

describe("what protects an account if everything dies now", () => {
  it("is told of each holding, and of the stop that comes to rest at the broker", async () => {
    world = await openHttpWorld();
    const browser = await holder("AAPL");
    const read = async () => (await browser.get("/api/positions/protection")).json;
    await oneByOne(world.storage).workers.ping({
      workerId: "worker-1",
      at: world.needs.clock.now(),
      brokerConnected: true,
      marketDataActive: true,
    });

    expect(await read()).toEqual({
      says: "Nothing: nobody sells your position until Sevenfold is back.",
      positions: [
        {
          ticker: "AAPL",
          shares: 10,
          kind: "none",
          protectedShares: 0,
          says: "Nothing: until Sevenfold is back, nobody sells it.",
        },
      ],
    });

    const [account] = await world.storage.read.accounts.active();
    await oneByOne(world.storage).orders.add(
      someOrder(account!.id, {
        side: "sell",
        origin: "external",
        quantity: shares(6),
        status: "working",
        stop: price(951_200),
      }),
    );
    world.passTime(2_000);
    expect(await read()).toMatchObject({
      says: "A stop at the broker protects 6 of your 10 shares.",
      positions: [{ kind: "part", protectedShares: 6 }],
    });
  });
});

describe("an account of which a price is unknown", () => {
  it("shows no value of before, and no start, for what it is worth now", async () => {
    world = await openHttpWorld();
    const browser = await holder("IBM");
    const read = async (path: string) => (await browser.get(path)).json;

    expect(await read("/api/account")).toMatchObject({ equity: null, cash: 1_000 });
    expect(await read("/api/portfolio")).toMatchObject({ progressPct: null });
    expect(await read("/api/portfolio/summary")).toMatchObject({
      totalValue: null,
      totalGainLoss: null,
      totalGainLossPercent: null,
      totalDayChange: null,
      unknownBecause: "A holding has no price at the moment.",
      totalCostBasis: 1_000,
    });
    expect(await read("/api/portfolio/daily-change")).toMatchObject({
      dailyChange: null,
      change24h: null,
    });
    expect(await read("/api/goals/performance")).toMatchObject({
      goal: { current: null, progressPct: null },
      totals: { ytdReturnPct: null, unrealizedPL: null },
      tickers: [{ ticker: "IBM", totalPL: null, totalPLPercent: null }],
    });
    expect((await read("/api/brokers"))[0].equity).toBeNull();
    expect((await read("/api/worker/status")).equity).toBeNull();
  });
});
