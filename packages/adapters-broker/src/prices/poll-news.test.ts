import { VirtualClock } from "@sevenfold/application/broker-kit/simulated/virtual-clock";
import type { Clock } from "@sevenfold/application/ports/clock";
import {
  type MarketDataTrouble,
  MarketDataUnavailable,
  type MarketNews,
} from "@sevenfold/application/ports/market-data";
import { drain } from "@sevenfold/application/testing/trading-world";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it, onTestFinished } from "vitest";

import type { Look } from "./polled.ts";
import { polledMarketData } from "./polled-market-data.ts";
import { YAHOO } from "./yahoo/yahoo-market-data.ts";

/** A Friday, 14:00 in New York. */
const OPEN = instant(Date.UTC(2026, 10, 20, 19));
const CLOSED = instant(Date.UTC(2026, 10, 21, 19));
const TICKERS = [..."ABCDEFGH"] as Ticker[];

describe("what is followed by asking", () => {
  it("is asked for in rounds, the most important first, as many as may be followed", async () => {
    const { asked, clock, heard } = opened(OPEN, ["H", "G"] as Ticker[]);
    await clock.pass(4_500);

    expect(asked.map(({ symbols }) => symbols)).toEqual(["H,G", "A,B", "C", "H,G", "A,B"]);
    expect(heard.filter(({ kind }) => kind === "limited")).toEqual([
      {
        ...{ kind: "limited", polled: [..."HGABC"], unserved: [..."DEF"], polledEveryMs: 3_000 },
        message: "Yahoo is asked for 5 symbols, each every 3 seconds. It does not follow 3 more.",
      },
    ]);
    expect(heard.filter(({ kind }) => kind === "connected")).toHaveLength(1);
    expect(heard.filter((news) => news.kind === "prices" && news.polled)).toHaveLength(5);
  });

  it("is asked for less often while the market is closed", async () => {
    const { asked, clock } = opened(CLOSED);
    await clock.pass(25_000);
    expect(asked.map(({ at }) => at - CLOSED)).toEqual([0, 10_000, 20_000]);
  });

  it("is said to be away three times within half a minute, and then less and less often", async () => {
    const { asked, clock, heard, provider } = opened(OPEN);
    provider.trouble = { reason: "network" };
    await clock.pass(10 * 60_000);

    expect(heard.filter(({ kind }) => kind === "disconnected")).toHaveLength(asked.length);
    expect(asked.map(({ at }) => (at - OPEN) / 1_000)).toEqual([...[0, 5, 15, 35, 75, 155, 315]]);
    provider.trouble = undefined;
    await clock.pass(6 * 60_000);
    expect(heard.at(-1)?.kind).toBe("prices");
  });

  it("leaves no more than three calls an hour to keys that are refused", async () => {
    const { asked, clock, provider } = opened(OPEN);
    provider.trouble = { reason: "credentials" };
    await clock.pass(60 * 60_000);
    const before = asked.length;
    await clock.pass(60 * 60_000);
    expect(asked.length - before).toBeLessThanOrEqual(3);
  });

  it("goes on without what is withheld, and tries it again another day", async () => {
    const { asked, clock, heard, provider } = opened(OPEN);
    provider.withheld = ["A"] as Ticker[];
    await clock.pass(10_000);
    expect(heard.findLast(({ kind }) => kind === "limited")).toMatchObject({
      ...{ polled: [..."BCDEF"], unserved: ["A", "G", "H"] },
    });
    expect(asked.slice(1).some(({ symbols }) => symbols.includes("A"))).toBe(false);

    provider.withheld = [];
    await clock.pass(7 * 3_600_000);
    expect(heard.findLast(({ kind }) => kind === "limited")).toMatchObject({
      polled: [..."ABCDE"],
    });
  });

  it("tries it again that day also where the clock ran years ahead as it was withheld", async () => {
    const { clock, heard, provider, wall } = opened(OPEN);
    wall.aheadMs = 10 * 365 * 24 * 3_600_000;
    provider.withheld = ["A"] as Ticker[];
    await clock.pass(10_000);
    wall.aheadMs = 0;
    provider.withheld = [];
    await clock.pass(7 * 3_600_000);

    expect(heard.findLast(({ kind }) => kind === "limited")).toMatchObject({
      polled: [..."ABCDE"],
    });
  });

  it("ends with what it did not foresee", async () => {
    const { clock, ended, provider } = opened(OPEN);
    provider.bug = new TypeError("a bug");
    await clock.pass(1_000);
    await expect(ended).rejects.toThrow("a bug");
  });
});

function opened(startsAt: Instant, preferred: readonly Ticker[] = []) {
  const clock = new VirtualClock(startsAt, drain);
  const asked: { readonly symbols: string; readonly at: Instant }[] = [];
  const provider: { trouble?: MarketDataTrouble | undefined; withheld: Ticker[]; bug?: Error } = {
    withheld: [],
  };
  const look = async (tickers: readonly Ticker[]): Promise<Look> => {
    asked.push({ symbols: tickers.join(), at: clock.now() });
    if (provider.bug) throw provider.bug;
    if (provider.trouble) throw new MarketDataUnavailable(provider.trouble, "Away.");
    const withheld = provider.withheld.filter((ticker) => tickers.includes(ticker));
    const prints = tickers.map((ticker) => ({ ticker, price: price(10_000), at: clock.now() }));
    return { prints, quotes: [], withheld };
  };
  const wall = { aheadMs: 0 };
  const stepping: Clock = {
    now: () => instant(clock.now() + wall.aheadMs),
    monotonicMs: () => clock.monotonicMs(),
    sleep: (...how) => clock.sleep(...how),
  };
  const marketData = polledMarketData({
    ...{ provider: YAHOO, calendar: NYSE_CALENDAR, clock: stepping, look, bars: async () => [] },
    polling: { symbolsPerLook: 2, everyMs: 1_000, followedMax: 5 },
  });
  marketData.watch(TICKERS);
  marketData.prefer(preferred);
  const heard: MarketNews[] = [];
  const ending = new AbortController();
  const ended = (async () => {
    for await (const news of marketData.news(ending.signal)) heard.push(news);
  })();
  ended.catch(() => undefined);
  onTestFinished(() => ending.abort());
  return { asked, clock, ended, heard, provider, wall };
}
