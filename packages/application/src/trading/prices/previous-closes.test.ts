import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Bar, type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";
import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { ALL_AT_ONCE, type MarketData } from "../../ports/market-data.ts";
import { AAPL, drain } from "../../testing/trading-world.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { openPreviousCloses } from "./previous-closes.ts";

/** A Wednesday, 10:00 in New York. */
const START = instant(Date.UTC(2026, 2, 11, 14));
/** When Tuesday's session closed. */
const TUESDAYS_CLOSE = instant(Date.UTC(2026, 2, 10, 20));
const HOUR_MS = 60 * MINUTE_MS;

/** The bar of a day in March 2026, summer time since the 8th. */
function barOf(day: number, dollars: number): Bar {
  const close = units(dollars);
  const start = instant(Date.UTC(2026, 2, day, day < 9 ? 5 : 4));
  return { start, open: close, high: close, low: close, close, volume: 100 };
}

const units = (dollars: number): Price => price(dollars * 10_000);
const MONDAY = barOf(9, 109);
const TUESDAY = barOf(10, 110);
const WEDNESDAY = barOf(11, 111);

const MSFT = "MSFT" as Ticker;
const NVDA = "NVDA" as Ticker;
const TSLA = "TSLA" as Ticker;

const ending = { now: new AbortController() };
afterEach(() => ending.now.abort());

async function opened(bars: Bar[], { aheadMs = 0, answersAfterMs = 0, tickers = [AAPL] } = {}) {
  ending.now = new AbortController();
  const clock = new VirtualClock(START, drain);
  const ours = { aheadMs };
  const told: Clock = {
    now: () => instant(clock.now() + ours.aheadMs),
    monotonicMs: () => clock.monotonicMs(),
    sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
  };
  const provider = { isAway: false, asked: 0, askedAtOnce: 0 };
  const asked: Parameters<MarketData["bars"]>[0][] = [];
  const marketData: MarketData = {
    provider: { ...ALL_AT_ONCE, id: "test", name: "Test" },
    latest: async () => ({ prints: [], quotes: [] }),
    watch: () => {},
    prefer: () => {},
    async *news() {},
    async bars(wanted) {
      asked.push(wanted);
      provider.asked += 1;
      provider.askedAtOnce = Math.max(provider.askedAtOnce, provider.asked);
      if (0 < answersAfterMs) await clock.sleep(answersAfterMs);
      provider.asked -= 1;
      if (provider.isAway) throw new Error("ECONNREFUSED");
      return bars.filter(({ start }) => wanted.start <= start && start < wanted.end);
    },
  };
  const closes = openPreviousCloses(
    { calendar: NYSE_CALENDAR, clock: told, log: recordingLog(), marketData },
    () => tickers,
    ending.now.signal,
  );
  await clock.pass(1);
  const want = (ticker: Ticker) => {
    tickers.push(ticker);
    closes.wanted();
  };
  const close = (ticker: Ticker = AAPL) => closes.previousClose(ticker);
  const closeSince = (since: Instant) => closes.previousClose(AAPL, since);
  return { asked, clock, provider, close, closeSince, ended: closes.ended, ours, want };
}

describe("previous closes", () => {
  it("are asked for anew, once, for who needs one of no earlier than a moment ago", async () => {
    const { asked, clock, close, closeSince } = await opened([MONDAY, TUESDAY]);
    await clock.pass(10_000);
    expect(close()).toBe(TUESDAY.close);
    const [before, now] = [asked.length, clock.now()];

    expect(closeSince(now)).toBeUndefined();
    expect(closeSince(now)).toBeUndefined();
    await clock.pass(1);

    expect(closeSince(now)).toBe(TUESDAY.close);
    await clock.pass(30_000);
    expect(asked.length - before).toBe(1);
  });

  it("are asked for as seldom as ever by a provider that is away, whoever needs one", async () => {
    const { asked, clock, closeSince, provider } = await opened([MONDAY, TUESDAY]);
    await clock.pass(10_000);
    const [before, now] = [asked.length, clock.now()];
    provider.isAway = true;

    for (let second = 0; second < 30; second += 1) {
      expect(closeSince(now)).toBeUndefined();
      await clock.pass(1_000);
    }

    expect(asked.length - before).toBe(1);
  });

  it("are those of the session before the latest, whose own bar is never asked for", async () => {
    const { asked, clock, close } = await opened([MONDAY, TUESDAY, WEDNESDAY]);

    expect(close()).toBe(units(110));
    // Wednesday's session is over, but Thursday's has not opened.
    await clock.pass(12 * HOUR_MS);
    expect(close()).toBe(units(110));
    expect(new Set(asked.map(({ end }) => end))).toEqual(new Set([TUESDAYS_CLOSE]));

    await clock.pass(12 * HOUR_MS);
    expect(close()).toBe(units(111));
  });

  it("are unknown from an opening on until they are loaded anew", async () => {
    const { clock, close, provider } = await opened([MONDAY, TUESDAY, WEDNESDAY]);
    provider.isAway = true;
    await clock.pass(23.5 * HOUR_MS - 2);
    expect(close()).toBe(units(110));

    // Thursday opens: what is known is the close of the day before the last.
    await clock.pass(1);
    expect(close()).toBeUndefined();

    provider.isAway = false;
    await clock.pass(2 * MINUTE_MS);
    expect(close()).toBe(units(111));
  });

  it("are asked for at once of a symbol that somebody begins to look at", async () => {
    const { asked, clock, close, want } = await opened([MONDAY, TUESDAY]);
    want(MSFT);
    await clock.pass(1);
    expect(close(MSFT)).toBe(units(110));
    expect(asked.map((wanted) => wanted.ticker)).toEqual([AAPL, MSFT]);

    // Wanted while others are asked for: looked at once more, and then paused again.
    want(NVDA);
    want(TSLA);
    await clock.pass(1);
    expect(close(TSLA)).toBe(units(110));
    await clock.pass(2 * MINUTE_MS);
    expect(asked).toHaveLength(4);
    expect(clock.woken).toBeLessThan(30);
  });

  it("are asked for of a few symbols at once", async () => {
    const tickers = Array.from({ length: 20 }, (_, index) => `S${index}` as Ticker);
    const { clock, close, provider } = await opened([TUESDAY], { answersAfterMs: 1_000, tickers });

    await clock.pass(3_000);
    expect(tickers.map(close)).toEqual(tickers.map(() => TUESDAY.close));
    expect(provider.askedAtOnce).toBe(8);
  });

  it("are asked for no more once it ends, in the midst of a pause too", async () => {
    const { asked, clock, ended } = await opened([MONDAY, TUESDAY]);
    await clock.pass(7_000);
    ending.now.abort();

    await ended;
    await clock.pass(2 * HOUR_MS);
    expect(asked).toHaveLength(1);
  });

  it("are asked for anew once a clock is set right that was ahead", async () => {
    const bars = [MONDAY, TUESDAY, WEDNESDAY];
    const { asked, clock, close, ours, provider } = await opened(bars, { aheadMs: 24 * HOUR_MS });
    expect(close()).toBe(WEDNESDAY.close);
    const before = asked.length;

    ours.aheadMs = 0;
    provider.isAway = true;
    expect(close()).toBeUndefined();
    await clock.pass(55_000);
    // As seldom as ever by one that is away.
    expect(asked.length - before).toBe(1);

    provider.isAway = false;
    await clock.pass(MINUTE_MS);
    expect(close()).toBe(TUESDAY.close);
  });

  it("are asked for once an hour", async () => {
    const { asked, clock } = await opened([MONDAY, TUESDAY]);

    await clock.pass(HOUR_MS - MINUTE_MS);
    expect(asked).toHaveLength(1);
    await clock.pass(2 * MINUTE_MS);
    expect(asked).toHaveLength(2);
  });

  it("are asked for again within minutes while the provider still lacks the last session", async () => {
    const bars = [MONDAY];
    const { clock, close } = await opened(bars);
    expect(close()).toBe(units(109));

    bars.push(TUESDAY);
    await clock.pass(6 * MINUTE_MS);
    expect(close()).toBe(units(110));
  });
});
