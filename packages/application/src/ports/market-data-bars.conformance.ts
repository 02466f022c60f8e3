import type { Instant } from "@sevenfold/domain/market";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import { expect } from "vitest";
import type { BenchBar, PriceCase } from "./market-data-bench.conformance.ts";

const MINUTE_MS = 60_000;
/** A week of a summer and one of a winter: the clocks are an hour apart. */
const days = (...dates: readonly number[]) => dates.map((day) => instantOfNewYork(2026, 11, day));
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = days(16, 17, 18, 19, 20) as [
  Instant,
  Instant,
  Instant,
  Instant,
  Instant,
];

const bar = (start: Instant, close: number): BenchBar => ({
  ...{ start, open: close - 1, high: close + 1, low: close - 2, close, volume: 1_000 },
});
const later = (at: Instant, minutes: number) => (at + minutes * MINUTE_MS) as Instant;

export const BAR_CASES: readonly PriceCase[] = [
  {
    rule: "bars/within",
    promise:
      "gives the days that start in the time asked for, at New York's midnight, oldest first",
    needs: ["by-hand"],
    async run({ marketData, hand, tickers: { first: ticker } }) {
      const summer = instantOfNewYork(2026, 10, 30);
      hand!.days(
        ticker,
        [summer, MONDAY, TUESDAY, WEDNESDAY, THURSDAY].map((at) => bar(at, 100)),
      );
      const wanted = { ticker, interval: "day", start: summer, end: WEDNESDAY } as const;
      expect((await marketData.bars(wanted)).map(({ start }) => start)).toEqual([
        summer,
        MONDAY,
        TUESDAY,
      ]);
    },
  },
  {
    rule: "bars/prices",
    promise: "gives their prices exactly, and whole shares",
    needs: ["by-hand"],
    async run({ marketData, hand, tickers: { first: ticker } }) {
      const traded = { open: 10.01, high: 12.3456, low: 9.99, close: 11.5, volume: 123_456 };
      hand!.days(ticker, [{ start: MONDAY, ...traded }]);
      const wanted = { ticker, interval: "day", start: MONDAY, end: TUESDAY } as const;
      expect(await marketData.bars(wanted)).toEqual([
        {
          start: MONDAY,
          open: 100_100,
          high: 123_456,
          low: 99_900,
          close: 115_000,
          volume: 123_456,
        },
      ]);
    },
  },
  {
    rule: "bars/garbage",
    promise: "leaves out bars that lack a price or contradict themselves (S8)",
    needs: ["by-hand"],
    async run({ marketData, hand, tickers: { first: ticker } }) {
      hand!.days(ticker, [
        bar(MONDAY, 100),
        { ...bar(TUESDAY, 101), low: 500 },
        { ...bar(WEDNESDAY, 102), close: -3 },
        { ...bar(THURSDAY, 103), high: 0 },
        bar(FRIDAY, 104),
      ]);
      const end = instantOfNewYork(2026, 11, 21);
      const found = await marketData.bars({ ticker, interval: "day", start: MONDAY, end });
      expect(found.map(({ start }) => start)).toEqual([MONDAY, FRIDAY]);
    },
  },
  {
    rule: "bars/split",
    promise: "gives prices before a split in shares of after it (S11)",
    needs: ["by-hand"],
    async run({ marketData, hand, tickers: { first: ticker } }) {
      expect(marketData.provider.adjusted).toBe("split");
      hand!.days(ticker, [bar(MONDAY, 400), bar(TUESDAY, 100), bar(WEDNESDAY, 101)]);
      hand!.split(ticker, TUESDAY, 4);
      const wanted = { ticker, interval: "day", start: MONDAY, end: TUESDAY } as const;
      expect(await marketData.bars(wanted)).toMatchObject([{ close: 1_000_000, volume: 4_000 }]);
    },
  },
  {
    rule: "bars/minutes",
    promise: "gives the minutes that start in the time asked for, all of them, oldest first",
    needs: ["by-hand", "minutes"],
    async run({ marketData, hand, tickers: { first: ticker } }) {
      const opens = instantOfNewYork(2026, 11, 19, 9, 30);
      const starts = [0, 1, 2, 4, 5, 6, 7].map((minute) => later(opens, minute));
      hand!.minutes(
        ticker,
        starts.map((start, row) => bar(start, 100 + row)),
      );
      const found = await marketData.bars({
        ...{ ticker, interval: "minute", start: later(opens, 1), end: later(opens, 7) },
      });
      expect(found.map(({ start }) => start)).toEqual(starts.slice(1, -1));
      expect(found[0]).toMatchObject({ open: 1_000_000, close: 1_010_000 });
    },
  },
  {
    rule: "bars/none",
    promise: "gives no bars where there are none, and none of a symbol that it does not know",
    async run({ marketData, now, tickers: { unknown } }) {
      const end = (Math.floor(now() / MINUTE_MS) * MINUTE_MS) as Instant;
      const start = (end - 3 * 24 * 60 * MINUTE_MS) as Instant;
      const found = await marketData
        .bars({ ticker: unknown, interval: "day", start, end })
        .catch((error: unknown) => {
          expect(error).toMatchObject({ trouble: { reason: "not-found" } });
          return [];
        });
      expect(found).toEqual([]);
    },
  },
  {
    rule: "bars/other-symbol",
    promise: "takes no other symbol's bars for the ones that were asked for (S8)",
    needs: ["by-hand"],
    async run(bench) {
      const { marketData, hand, tickers } = bench;
      hand!.days(tickers.first, [bar(MONDAY, 100)]);
      bench.break("other-symbol");
      const wanted = {
        ticker: tickers.first,
        interval: "day",
        start: MONDAY,
        end: TUESDAY,
      } as const;
      expect(await marketData.bars(wanted).catch(() => [])).toEqual([]);
    },
  },
];
