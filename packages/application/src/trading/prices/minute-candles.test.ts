import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { PATTERN_BARS_MAX } from "@sevenfold/domain/pattern";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  closeBefore,
  type MinuteCandle,
  noCandles,
  putHistory,
  takePrice,
} from "./minute-candles.ts";

const START = instant(Date.UTC(2026, 2, 11, 14));

const prints = fc
  .array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 100_000 }),
      price: fc.integer({ min: 100, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((steps) => {
    let at: number = START;
    return steps.map(({ afterMs, price }) => {
      at += afterMs;
      return { price: price as Price, at: at as Instant };
    });
  });

/** Written from the rule: what was traded in a minute, and nothing else, makes its bar. */
function naiveCandles(heard: readonly { price: Price; at: Instant }[]): MinuteCandle[] {
  const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);
  const last = minuteOf(heard.at(-1)!.at);
  const missed = heard[0]!.at % MINUTE_MS === 0 ? -1 : minuteOf(heard[0]!.at);
  const minutes = [...new Set(heard.map(({ at }) => minuteOf(at)))];
  return minutes
    .filter((minute) => minute !== last && minute !== missed)
    .map((minute) => {
      const own = heard.filter(({ at }) => minuteOf(at) === minute).map(({ price }) => price);
      return {
        start: (minute * MINUTE_MS) as Instant,
        open: own[0]!,
        high: Math.max(...own) as Price,
        low: Math.min(...own) as Price,
        close: own.at(-1)!,
      };
    })
    .slice(-PATTERN_BARS_MAX);
}

const candle = (minute: number, close = 100): MinuteCandle => ({
  start: (START + minute * MINUTE_MS) as Instant,
  open: 100 as Price,
  high: 110 as Price,
  low: 90 as Price,
  close: close as Price,
});

describe("minute candles", () => {
  it("are what was traded in each whole minute, and no more of them than a pattern needs", () => {
    fc.assert(
      fc.property(prints, (heard) => {
        const candles = noCandles();
        for (const { price, at } of heard) takePrice(candles, price, at);

        expect(candles.whole).toEqual(naiveCandles(heard));
      }),
    );
  });

  it("are whole once their minute is over, also when nothing is traded after it", () => {
    const candles = noCandles();
    takePrice(candles, 100 as Price, START);
    closeBefore(candles, (START + MINUTE_MS - 1) as Instant);
    expect(candles.whole).toHaveLength(0);

    closeBefore(candles, (START + MINUTE_MS) as Instant);
    expect(candles.whole).toHaveLength(1);
  });

  it("do not change by a price that comes after its minute", () => {
    const candles = noCandles();
    takePrice(candles, 100 as Price, START);
    takePrice(candles, 101 as Price, (START + MINUTE_MS) as Instant);
    takePrice(candles, 500 as Price, (START + MINUTE_MS - 1) as Instant);
    closeBefore(candles, (START + 2 * MINUTE_MS) as Instant);
    takePrice(candles, 500 as Price, (START + 2 * MINUTE_MS - 1) as Instant);

    expect(candles.whole.map(({ high }) => high)).toEqual([100, 101]);
    expect(candles.open).toBeUndefined();
  });

  it("follow on those that were recorded before the first whole minute heard", () => {
    const candles = noCandles();
    takePrice(candles, 100 as Price, (START + 5_000) as Instant);
    takePrice(candles, 100 as Price, (START + MINUTE_MS) as Instant);
    closeBefore(candles, (START + 2 * MINUTE_MS) as Instant);
    putHistory(
      candles,
      [-2, -1, 0, 1].map((minute) => candle(minute)),
    );

    expect(candles.whole.map(({ start }) => (start - START) / MINUTE_MS)).toEqual([-2, -1, 0, 1]);
    expect(candles.whole.at(-1)!.high).toBe(100);
  });
});
