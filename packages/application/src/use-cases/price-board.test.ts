import { MINUTE_MS, type Print } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { AAPL, inTime, MSFT, openTestWorld } from "../testing/trading-world.ts";

describe("a price board", () => {
  it("follows what it is told to watch and tells who listens", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { prices } = world.open();
    const heard: Print[] = [];
    prices.listen((prints) => heard.push(...prints));
    prices.watch([AAPL]);
    await clock.pass(3_000);

    expect(heard.map(({ ticker }) => ticker)).toEqual([AAPL, AAPL, AAPL]);
    expect(prices.latest(AAPL)?.price).toBe(market.priceAt(AAPL, clock.now()));
    expect(prices.latest(MSFT)).toBeUndefined();
    expect(prices.feed()).toMatchObject({ isConnected: true, lastNewsAt: clock.now() });
  });

  it("knows yesterday's close", async () => {
    const { clock, ...world } = await openTestWorld();
    const { prices } = world.open();
    prices.watch([AAPL]);
    await clock.pass(6_000);

    expect(prices.previousClose(AAPL)).toBeDefined();
  });

  it("tells a symbol without a market from one without a price at the moment", async () => {
    const world = await openTestWorld();
    const { prices } = world.open();

    expect(await inTime(world, prices.ask("NOPE" as never))).toBe("unknown-symbol");
    expect(await inTime(world, prices.ask(AAPL))).toMatchObject({ ticker: AAPL });
  });

  it("notes what it sets aside with a line a symbol and minute, however many prints that is", async () => {
    const world = await openTestWorld({ tickers: [AAPL, MSFT] });
    const behind = world.start({ clockAheadMs: -MINUTE_MS });
    await world.clock.pass(3 * MINUTE_MS);

    const told = world.log.lines.filter(({ event }) => event === "price-set-aside");
    for (const ticker of [AAPL, MSFT]) {
      const counts = told
        .filter(({ facts }) => facts.ticker === ticker)
        .map(({ facts }) => facts.count);
      expect(counts.length).toBeGreaterThanOrEqual(3);
      expect(counts.length).toBeLessThanOrEqual(4);
      expect(counts[0]).toBe(1);
      for (const count of counts.slice(1)) expect(count).toBeGreaterThanOrEqual(50);
    }
    await inTime(world, behind.stop());
  });

  it("lets no listener's failure reach the others", async () => {
    const world = await openTestWorld();
    const { prices } = world.open();
    let heard = 0;
    prices.listen(() => {
      throw new Error("deaf");
    });
    prices.listen(() => {
      heard += 1;
    });
    prices.watch([AAPL]);
    await world.clock.pass(2_000);

    expect(heard).toBe(2);
  });
});
