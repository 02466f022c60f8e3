import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, MINUTE_MS, type Print } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { AAPL, inTime, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import { openNewsQueue } from "./news-queue.ts";
import { openPriceBoard } from "./price-board.ts";

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
    // Long before the board would have looked again by itself.
    prices.watch([MSFT]);
    await clock.pass(1_000);
    expect(prices.previousClose(MSFT)).toBeDefined();
  });

  it("tells a symbol without a market from one without a price at the moment", async () => {
    const world = await openTestWorld();
    const { prices } = world.open();

    expect(await inTime(world, prices.ask("NOPE" as never))).toBe("unknown-symbol");
    expect(await inTime(world, prices.ask(AAPL))).toMatchObject({ ticker: AAPL });
  });

  it("has no price of a symbol whose prints are dated ahead of our clock, and takes it for listed", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    const aheadMs = 3_000;
    const latest = async () => {
      const at = instant(clock.now() + aheadMs);
      return { prints: [{ ticker: AAPL, price: market.priceAt(AAPL, at), at }], quotes: [] };
    };
    const marketData = { ...market, latest };
    const prices = openPriceBoard({ ...needs, marketData, calendar: NYSE_CALENDAR });

    expect(await inTime({ clock }, prices.ask(AAPL))).toBe("no-price");
    expect(await inTime({ clock }, prices.ask(MSFT))).toBe("unknown-symbol");
    await inTime({ clock }, prices.stop());
  });

  it("has no price of a symbol whose first print is far from its quote, and takes it for listed", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    const at = clock.now();
    const quotes = [{ ticker: AAPL, bid: price(999_900), ask: price(1_000_100), at }];
    let told: Print = { ticker: AAPL, price: price(10_000), at };
    const marketData = { ...market, latest: async () => ({ prints: [told], quotes }) };
    const prices = openPriceBoard({ ...needs, marketData, calendar: NYSE_CALENDAR });
    const ask = () => inTime({ clock }, prices.ask(AAPL));

    expect([await ask(), await ask(), await ask()]).toEqual(Array(3).fill("no-price"));

    told = { ticker: AAPL, price: price(1_000_000), at: clock.now() };
    expect(await ask()).toMatchObject({ price: 1_000_000 });
    await inTime({ clock }, prices.stop());
  });

  it("compares a first print with no quote that is wide apart", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    const at = clock.now();
    const quotes = [{ ticker: AAPL, bid: price(500_000), ask: price(2_000_000), at }];
    const print = { ticker: AAPL, price: price(700_000), at };
    const marketData = { ...market, latest: async () => ({ prints: [print], quotes }) };
    const prices = openPriceBoard({ ...needs, marketData, calendar: NYSE_CALENDAR });

    expect(await inTime({ clock }, prices.ask(AAPL))).toMatchObject({ price: 700_000 });
    await inTime({ clock }, prices.stop());
  });

  it("keeps no quote that is crossed, and takes one that is locked", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    const at = clock.now();
    let quotes = [{ ticker: AAPL, bid: price(1_000_100), ask: price(1_000_000), at }];
    const print = { ticker: AAPL, price: price(1_000_000), at };
    const marketData = { ...market, latest: async () => ({ prints: [print], quotes }) };
    const open = async () => {
      const prices = openPriceBoard({ ...needs, marketData, calendar: NYSE_CALENDAR });
      const known = await inTime({ clock }, prices.ask(AAPL));
      await inTime({ clock }, prices.stop());
      return known;
    };

    expect(await open()).not.toHaveProperty("bid");
    quotes = [{ ticker: AAPL, bid: price(1_000_000), ask: price(1_000_000), at }];
    expect(await open()).toMatchObject({ bid: 1_000_000, ask: 1_000_000 });
  });

  it("has no halt by a line that is another one now, once trading shows that it is over", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    const queue = openNewsQueue();
    const marketData = {
      ...market,
      news: (signal: AbortSignal) => queue.taken(signal),
    };
    const prices = openPriceBoard({ ...needs, marketData, calendar: ALWAYS_CALENDAR });
    prices.watch([AAPL]);
    queue.push({ kind: "connected" });
    const halt = { ticker: AAPL, at: clock.now(), state: "halted", because: "LUDP" } as const;
    queue.push({ kind: "halts", statuses: [halt] });
    const traded = async () => {
      await clock.pass(1_000);
      const [at, ticker] = [clock.now(), AAPL];
      const prints = [{ ticker, price: price(1_000_000), at }];
      const quotes = [{ ticker, bid: price(999_900), ask: price(1_000_100), at }];
      queue.push({ kind: "prices", prints, quotes });
      await clock.pass(1_000);
      return prices.halts.has(AAPL);
    };

    expect([await traded(), await traded()]).toEqual([true, true]);
    queue.push({ kind: "connected" });
    expect([await traded(), await traded()].at(-1)).toBe(false);
    await inTime({ clock }, prices.stop());
  });

  it("finds a line that stands and says nothing, says so, and opens it anew", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    let lines = 0;
    let isSilent = false;
    const marketData: typeof needs.marketData = {
      ...market,
      async *news(signal) {
        lines += 1;
        for await (const news of market.news(signal))
          if (!isSilent || news.kind !== "prices") yield news;
      },
    };
    const prices = openPriceBoard({ ...needs, marketData, calendar: ALWAYS_CALENDAR });
    prices.watch([AAPL]);
    await clock.pass(5_000);
    isSilent = true;
    await clock.pass(19_000);
    expect(prices.feed()).toMatchObject({ isConnected: true });

    await clock.pass(1_500);

    expect(prices.feed()).toMatchObject({
      isConnected: false,
      message: "No price has come for 20 seconds.",
    });
    isSilent = false;
    await clock.pass(3_000);
    expect(prices.feed()).toMatchObject({ isConnected: true, failures: 0 });
    expect(prices.latest(AAPL)!.at).toBeGreaterThan(clock.now() - 3_000);
    expect(lines).toBe(2);
  });

  it("takes prices it asked for beside a stream for no sign that the stream lives", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    let lines = 0;
    const marketData: typeof needs.marketData = {
      ...market,
      async *news(signal) {
        lines += 1;
        yield { kind: "connected" };
        while (!signal.aborted) {
          await clock.sleep(5_000, signal);
          const prints = [
            { ticker: AAPL, price: market.priceAt(AAPL, clock.now()), at: clock.now() },
          ];
          yield { kind: "prices", prints, quotes: [], polled: true };
        }
      },
    };
    const prices = openPriceBoard({ ...needs, marketData, calendar: ALWAYS_CALENDAR });
    prices.watch([AAPL]);
    await clock.pass(24_000);

    expect(lines).toBe(2);
    expect(prices.latest(AAPL)!.at).toBeGreaterThan(clock.now() - 10_000);
  });

  it("takes no silence for a broken line while the market is closed", async () => {
    const { clock, market, ...world } = await openTestWorld({
      startsAt: instant(Date.UTC(2026, 2, 11, 2)),
    });
    const { needs } = world.open();
    let lines = 0;
    const marketData: typeof needs.marketData = {
      ...market,
      async *news() {
        lines += 1;
        yield { kind: "connected" };
        await clock.sleep(600_000);
      },
    };
    const prices = openPriceBoard({ ...needs, marketData, calendar: NYSE_CALENDAR });
    prices.watch([AAPL]);
    await clock.pass(120_000);

    expect(prices.feed()).toMatchObject({ isConnected: true });
    expect(lines).toBe(1);
  });

  it("compares a first price with the last one known from before", async () => {
    const { clock, market, ...world } = await openTestWorld();
    const { needs } = world.open();
    const last = market.priceAt(AAPL, clock.now());
    const prices = openPriceBoard({ ...needs, marketData: market, calendar: ALWAYS_CALENDAR });
    prices.expect(AAPL, price(last * 2));
    expect(prices.latest(AAPL)).toBeUndefined();
    prices.watch([AAPL]);
    await clock.pass(1_500);
    expect(prices.latest(AAPL)).toBeUndefined();

    // Three that agree are a price, whatever was known before.
    await clock.pass(3_000);
    const { at, price: accepted } = prices.latest(AAPL)!;
    expect(accepted).toBe(market.priceAt(AAPL, at));
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
