import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ema, fillEma, fillSma, macd, sma } from "./averages.ts";
import { bollinger, donchian } from "./bands.ts";
import type { Filling, Indicator } from "./indicator.ts";
import { adx, atr } from "./ranges.ts";
import { rsi } from "./rsi.ts";
import { ranksOf, rollingBeta, zScore } from "./statistics.ts";
import {
  deviation,
  ifEnough,
  mean,
  plainAdx,
  plainSmoothed,
  trueRanges,
} from "./testing/plain-indicators.ts";
import * as published from "./testing/published-numbers.ts";
import { vwap } from "./vwap.ts";

const NEAR = 9;

const allOf = <Input, Output>(indicator: Indicator<Input, Output>, inputs: readonly Input[]) =>
  inputs.map((input) => indicator.next(input));

/** What comes once there is anything, field by field near enough; nothing before. */
function expectFrom<Output>(
  answers: readonly (Output | undefined)[],
  expected: readonly Output[],
  digits = NEAR,
): void {
  const warmUp = answers.length - expected.length;
  expect(answers.slice(0, warmUp).every((answer) => answer === undefined)).toBe(true);
  for (const [place, one] of expected.entries()) expectNear(answers[warmUp + place], one, digits);
}

function expectNear(answer: unknown, expected: unknown, digits: number): void {
  if (typeof expected === "number") {
    expect(answer).toBeCloseTo(expected, digits);
    return;
  }
  const fields = Object.entries(expected as object);
  for (const [name, value] of fields)
    expectNear((answer as Record<string, unknown>)[name], value, digits);
}

describe("published numbers", () => {
  it("are met by the averages", () => {
    expectFrom(allOf(sma(10), published.CLOSES), published.SMA_OF_10);
    expectFrom(allOf(ema(9), published.CLOSES), published.EMA_OF_9);
    expectFrom(allOf(macd(5, 8, 3), published.CLOSES), published.MACDS);
  });

  it("are met by the bands", () => {
    expectFrom(allOf(bollinger(10, 2), published.CLOSES), published.BANDS);
  });

  it("are met by Wilder's indicators", () => {
    expectFrom(allOf(rsi(14), published.RSI_CLOSES), published.RSI_OF_14, 2);
    expectFrom(allOf(atr(14), published.ATR_BARS), published.ATR_OF_14);
    expectFrom(allOf(adx(14), published.ADX_BARS), published.ADX_OF_14);
  });

  it("are met by the price of the day's volume", () => {
    expectFrom(allOf(vwap(), published.VWAP_BARS), published.VWAPS, 2);
  });

  it("are met by the scores, of scipy.stats.zscore's documentation", () => {
    const values = [0.7972, 0.0767, 0.4383, 0.7866, 0.8091, 0.1954, 0.6307, 0.6599, 0.1065, 0.0508];
    const scores = [
      1.1273, -1.247, -0.0552, 1.0923, 1.1664, -0.8559, 0.5786, 0.6748, -1.1488, -1.3324,
    ];
    for (const [place, score] of scores.entries()) {
      // The last of a full window is scored: each of them once.
      const others = values.filter((_, other) => other !== place);
      expectFrom(allOf(zScore(10), [...others, values[place]!]), [score], 3);
    }
  });

  it("are met by the slope, of the first set of Anscombe's quartet as R prints it", () => {
    const market = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const own = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const pairs = own.map((each, place) => ({ own: each, market: market[place]! }));
    expectFrom(allOf(rollingBeta(11), pairs), [0.5000909], 7);
  });

  it("are met by the ranks, of scipy.stats.rankdata's documentation", () => {
    expect(ranksOf([0, 2, 3, 2])).toEqual([1, 2.5, 4, 2.5]);
  });
});

describe("an indicator", () => {
  const price = fc.double({ min: 0.01, max: 100_000, noNaN: true });
  const prices = fc.array(price, { maxLength: 60 });
  const bars = fc.array(
    fc
      .tuple(price, price, price)
      .map((three) => three.toSorted((one, other) => one - other))
      .map(([low, close, high]) => ({ low: low!, close: close!, high: high! })),
    { maxLength: 60 },
  );
  const length = fc.integer({ min: 2, max: 12 });

  /** The answer to each prefix equals what a plain reading of the prefix comes to. */
  const holds = <Input, Output>(
    inputs: fc.Arbitrary<readonly Input[]>,
    open: (bars: number) => Indicator<Input, Output>,
    plain: (prefix: readonly Input[], bars: number) => Output | undefined,
  ): void =>
    fc.assert(
      fc.property(inputs, length, (all, bars) => {
        const indicator = open(bars);
        for (const [place, input] of all.entries())
          expectAlike(indicator.next(input), plain(all.slice(0, place + 1), bars));
      }),
    );

  it("is the mean of the window, however long ago it began", () => {
    holds(prices, sma, (prefix, bars) => ifEnough(prefix, bars, mean));
  });

  it("is the average of Wilder's and the exponential weights, from its first mean on", () => {
    holds(prices, ema, (prefix, bars) => plainSmoothed(prefix, bars, 2 / (bars + 1)));
    holds(bars, atr, (prefix, bars) => plainSmoothed(trueRanges(prefix), bars, 1 / bars));
  });

  it("is the same of many values at once, in whatever pieces", () => {
    const same = (one: (bars: number) => Indicator<number>, open: (bars: number) => Filling) =>
      fc.assert(
        fc.property(
          prices,
          fc.integer({ min: 1, max: 12 }),
          fc.integer({ min: 1, max: 40 }),
          (all, bars, piece) => {
            const fill = open(bars);
            const inputs = Float64Array.from(all);
            const answers = new Float64Array(all.length);
            for (let from = 0; from < all.length; from += piece)
              fill(inputs, answers, from, Math.min(all.length, from + piece));
            const expected = allOf(one(bars), all).map((answer) => answer ?? Number.NaN);
            expect([...answers]).toEqual(expected);
          },
        ),
      );
    same(sma, fillSma);
    same(ema, fillEma);
  });

  it("is the difference of two averages and their own average", () => {
    holds(
      prices,
      (bars) => macd(bars, bars + 3, 4),
      (prefix, bars) => {
        const lines = prefix.flatMap((_, place) => {
          const upTo = prefix.slice(0, place + 1);
          const slow = plainSmoothed(upTo, bars + 3, 2 / (bars + 4));
          const fast = plainSmoothed(upTo, bars, 2 / (bars + 1));
          return slow === undefined || fast === undefined ? [] : [fast - slow];
        });
        const signal = plainSmoothed(lines, 4, 2 / 5);
        const line = lines.at(-1)!;
        return signal === undefined ? undefined : { macd: line, signal, histogram: line - signal };
      },
    );
  });

  it("is the strength of rises among all moves", () => {
    holds(prices, rsi, (prefix, bars) => {
      const moves = prefix.slice(1).map((value, place) => value - prefix[place]!);
      const up = plainSmoothed(
        moves.map((move) => Math.max(move, 0)),
        bars,
        1 / bars,
      );
      const down = plainSmoothed(
        moves.map((move) => Math.max(-move, 0)),
        bars,
        1 / bars,
      );
      if (up === undefined || down === undefined) return undefined;
      return up + down === 0 ? 50 : 100 - 100 / (1 + up / down);
    });
  });

  it("is the strength of a direction, smoothed twice", () => {
    holds(bars, adx, plainAdx);
  });

  it("is the band and the channel of the window", () => {
    holds(
      prices,
      (bars) => bollinger(bars, 2),
      (prefix, bars) =>
        ifEnough(prefix, bars, (window) => {
          const [middle, width] = [mean(window), 2 * deviation(window)];
          return { lower: middle - width, middle, upper: middle + width };
        }),
    );
    holds(bars, donchian, (prefix, bars) =>
      ifEnough(prefix, bars, (window) => {
        const lower = Math.min(...window.map(({ low }) => low));
        const upper = Math.max(...window.map(({ high }) => high));
        return { lower, middle: (lower + upper) / 2, upper };
      }),
    );
  });

  it("is the score and the slope of the window", () => {
    const whole = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 40 });
    holds(whole, zScore, (prefix, bars) =>
      ifEnough(prefix, bars, (window) => {
        const spread = deviation(window);
        return spread === 0 ? 0 : (window.at(-1)! - mean(window)) / spread;
      }),
    );
    const pairs = fc.array(
      fc.record({ own: fc.integer({ min: -9, max: 9 }), market: fc.integer({ min: -9, max: 9 }) }),
      { maxLength: 40 },
    );
    holds(pairs, rollingBeta, (prefix, bars) =>
      ifEnough(prefix, bars, (window) => {
        const x = window.map(({ market }) => market);
        const y = window.map(({ own }) => own);
        const spread = mean(x.map((each) => each * each)) - mean(x) ** 2;
        const shared = mean(x.map((each, place) => each * y[place]!)) - mean(x) * mean(y);
        return new Set(x).size === 1 ? undefined : shared / spread;
      }),
    );
  });

  it("is the day's value by the day's volume, and of no other day", () => {
    const traded = fc.array(
      fc.record({
        high: price,
        low: price,
        close: price,
        volume: fc.integer({ min: 0, max: 1_000 }),
        day: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 30 },
    );
    const inOrder = traded.map((all) => all.toSorted((one, other) => one.day - other.day));
    holds(inOrder, vwap, (prefix) => {
      const today = prefix.filter(({ day }) => day === prefix.at(-1)!.day);
      const shares = today.reduce((sum, { volume }) => sum + volume, 0);
      const worth = today.reduce(
        (sum, { high, low, close, volume }) => sum + ((high + low + close) / 3) * volume,
        0,
      );
      return shares === 0 ? undefined : worth / shares;
    });
  });

  it("ranks as many below and half of its like", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (values) => {
        const plain = values.map(
          (value) =>
            values.filter((other) => other < value).length +
            (values.filter((other) => other === value).length + 1) / 2,
        );
        expect(ranksOf(values)).toEqual(plain);
      }),
    );
  });

  it.each([
    ["sma", () => sma(2)],
    ["ema", () => ema(2)],
    ["rsi", () => rsi(2)],
    ["bollinger", () => bollinger(2)],
    ["zScore", () => zScore(2)],
  ])("refuses what is no number: %s", (_, open) => {
    expect(() => open().next(Number.NaN)).toThrow("an indicator takes a finite number, not NaN");
  });

  it.each([0, 1.5, Number.NaN, 1e9])("refuses a period of %s", (bars) => {
    expect(() => sma(bars)).toThrow(`a period is a whole number from 1 to 200000, not ${bars}`);
    expect(() => ema(bars)).toThrow(RangeError);
    expect(() => atr(bars)).toThrow(RangeError);
    expect(() => bollinger(bars)).toThrow(RangeError);
  });
});

function expectAlike(answer: unknown, expected: unknown): void {
  if (expected === undefined || answer === undefined) {
    expect(answer).toBe(expected);
    return;
  }
  if (typeof expected === "number") {
    const scale = Math.max(1, Math.abs(expected));
    expect(Math.abs((answer as number) - expected) / scale).toBeLessThan(1e-6);
    return;
  }
  for (const [name, value] of Object.entries(expected as object))
    expectAlike((answer as Record<string, unknown>)[name], value);
}
