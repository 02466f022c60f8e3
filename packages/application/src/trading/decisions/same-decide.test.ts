import type * as Decide from "@sevenfold/domain/decide";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { BarColumns } from "../../research/backtest/bar-columns.ts";
import { runBacktest } from "../../research/backtest/run-backtest.ts";
import { AAPL, openTestWorld } from "../../testing/trading-world.ts";

const fault = vi.hoisted(() => ({ isPlanted: false }));

// Not a double: the one decide there is, with a fault that can be planted in it.
vi.mock("@sevenfold/domain/decide", async (load) => {
  const real = await load<typeof Decide>();
  return {
    ...real,
    decide: (...facts: Parameters<typeof Decide.decide>) =>
      fault.isPlanted ? [] : real.decide(...facts),
  };
});

afterEach(() => {
  fault.isPlanted = false;
});

describe("decide", () => {
  it("is what both the worker and the backtest trade by", async () => {
    expect(await tradesOfWorker()).toBeGreaterThan(0);
    expect(await tradesOfBacktest()).toBeGreaterThan(0);

    fault.isPlanted = true;

    expect(await tradesOfWorker()).toBe(0);
    expect(await tradesOfBacktest()).toBe(0);
  });
});

async function tradesOfWorker(): Promise<number> {
  const world = await openTestWorld();
  const process = world.start();
  await world.clock.pass(15 * MINUTE_MS);
  await Promise.all([process.stop(), world.clock.pass(15_000)]);
  return world.storage.read.fills.countSince(world.accountId, 0 as Instant);
}

/** Over the minutes of the same market. */
async function tradesOfBacktest(): Promise<number> {
  const { accountId, clock, market, storage } = await openTestWorld();
  const settings = (await storage.read.settings.of(accountId))!;
  const { cash } = (await storage.read.accounts.byId(accountId))!;
  const bars = Array.from({ length: 240 }, (_, minute) => {
    const opensAt = clock.now() + minute * MINUTE_MS;
    return { opensAt, price: market.priceAt(AAPL, opensAt as Instant) };
  });
  const columns: BarColumns = {
    ticker: AAPL,
    count: bars.length,
    opensAt: Float64Array.from(bars, ({ opensAt }) => opensAt),
    closesAt: Float64Array.from(bars, ({ opensAt }) => opensAt + MINUTE_MS),
    open: Float64Array.from(bars, ({ price }) => price),
    close: Float64Array.from(bars, ({ price }) => price),
    day: new Int32Array(bars.length),
  };
  return runBacktest([columns], { ...settings, cash, fill: "close" }).trades.length;
}
