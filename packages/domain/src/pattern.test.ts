import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candle } from "./candle.ts";
import { InvariantViolation } from "./invariant.ts";
import { type Price, price, UNITS_PER_DOLLAR } from "./money.ts";
import { PATTERN_BARS_MAX, PATTERN_NAMES, patternsAt } from "./pattern.ts";

type Prices = readonly [open: number, high: number, low: number, close: number];

/** Four bars that fall: 110 to 104. */
const FALL: readonly Prices[] = [
  [111, 112, 109, 110],
  [110, 110, 107, 108],
  [108, 108, 105, 106],
  [106, 106, 103, 104],
];

describe("a hammer", () => {
  it("is a long lower shadow under a small body, after a fall", () => {
    expect(lastOf([...FALL, [104, 104.5, 99.5, 103]])).toEqual(["hammer"]);
  });

  it("is one at exactly its bounds", () => {
    // Range 10: body 3, lower shadow 6, upper shadow 1.
    expect(lastOf([...FALL, [100.5, 104.5, 94.5, 103.5]])).toEqual(["hammer"]);
  });

  it("is none with a longer body, a longer upper shadow, without a fall or without a range", () => {
    expect(lastOf([...FALL, [100.5, 104.51, 94.51, 103.51]])).toEqual([]);
    expect(lastOf([...FALL, [100.5, 104.52, 94.5, 103.5]])).toEqual([]);
    const unfallen: readonly Prices[] = [[102, 103, 101, 102], ...FALL.slice(1)];
    expect(lastOf([...unfallen, [100.5, 104.5, 94.5, 103.5]])).toEqual([]);
    expect(lastOf([...FALL, [104, 104, 104, 104]])).toEqual([]);
  });
});

describe("a bullish engulfing", () => {
  it("is a rising body that covers the falling one before it", () => {
    expect(lastOf([...FALL, [104, 107, 103.5, 106.5]])).toEqual(["bullish-engulfing"]);
    expect(lastOf([...FALL, [103.9, 106.5, 103, 106]])).toEqual(["bullish-engulfing"]);
  });

  it("is none when it opens inside, closes inside, or is no larger", () => {
    expect(lastOf([...FALL, [104.01, 107, 103.5, 106.5]])).toEqual([]);
    expect(lastOf([...FALL, [103, 107, 102, 105.99]])).toEqual([]);
    expect(lastOf([...FALL, [104, 106.5, 103.5, 106]])).toEqual([]);
  });

  it("is none after a rise", () => {
    const risen: readonly Prices[] = [[101, 102, 100, 101], ...FALL.slice(1)];
    expect(lastOf([...risen, [104, 107, 103.5, 106.5]])).toEqual([]);
  });
});

describe("a morning star", () => {
  const LONG_FALL: Prices = [104, 104.5, 97.5, 98];

  it("is a long fall, a pause below it, and a rise over its middle", () => {
    expect(lastOf([...FALL, LONG_FALL, [97.9, 98, 96, 97.5], [97.6, 102, 97, 101]])).toEqual([
      "morning-star",
    ]);
    // The body of the pause may touch the close, a third of the fall, and the rise its middle.
    expect(lastOf([...FALL, LONG_FALL, [98, 98, 95, 96], [97, 102, 97, 101]])).toEqual([
      "morning-star",
    ]);
  });

  it("is none when the pause is long or above the close, or the rise falls short", () => {
    const rise: Prices = [97, 102, 97, 101];
    expect(lastOf([...FALL, LONG_FALL, [98, 98, 95, 95.99], rise])).toEqual([]);
    expect(lastOf([...FALL, LONG_FALL, [97, 98.1, 96, 98.01], rise])).toEqual([]);
    expect(lastOf([...FALL, LONG_FALL, [98, 98, 95, 96], [97, 102, 97, 100.99]])).toEqual([]);
  });

  it("is none when the fall has more shadow than body", () => {
    const shadowed: Prices = [104, 107, 94.5, 98];
    expect(lastOf([...FALL, shadowed, [97.9, 98, 96, 97.5], [97.6, 102, 97, 101]])).toEqual([]);
  });
});

describe("an inside-bar break", () => {
  const MOTHER: Prices = [100, 103, 98, 101];

  it("is a close above a bar whose follower stayed within it", () => {
    expect(lastOf([MOTHER, [101, 102, 99, 100], [100, 104, 100, 103.01]])).toEqual([
      "inside-bar-break",
    ]);
    expect(lastOf([MOTHER, [101, 103, 99, 100], [100, 104, 100, 103.01]])).toEqual([
      "inside-bar-break",
    ]);
  });

  it("is none when the close only reaches the high, or the follower left the range or filled it", () => {
    expect(lastOf([MOTHER, [101, 102, 99, 100], [100, 104, 100, 103]])).toEqual([]);
    expect(lastOf([MOTHER, [101, 103.01, 99, 100], [100, 104, 100, 103.5]])).toEqual([]);
    expect(lastOf([MOTHER, [101, 102, 97.99, 100], [100, 104, 100, 103.5]])).toEqual([]);
    expect(lastOf([MOTHER, [101, 103, 98, 100], [100, 104, 100, 103.5]])).toEqual([]);
  });
});

describe("a gap and reclaim", () => {
  const BEFORE: readonly Prices[] = [
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 102, 100, 101],
  ];

  it("is an opening below the bar before and a close back at that bar's close", () => {
    expect(lastOf([...BEFORE, [99.8, 101.5, 99.5, 101]])).toEqual(["gap-and-reclaim"]);
  });

  it("may take five bars, and counts once", () => {
    const pause: Prices = [99.9, 100.8, 99.4, 100.5];
    const gapped: readonly Prices[] = [...BEFORE, [99.8, 100.9, 99.5, 100.2], pause, pause, pause];
    const back: Prices = [100.5, 102, 100.4, 101];
    expect(lastOf([...gapped, back])).toContain("gap-and-reclaim");
    expect(lastOf([...gapped, pause, back])).not.toContain("gap-and-reclaim");
    expect(lastOf([...gapped, back, back])).not.toContain("gap-and-reclaim");
  });

  it("is none when the gap is under 0.2% or the close falls short", () => {
    expect(lastOf([...BEFORE, [99.81, 101.5, 99.5, 101]])).toEqual([]);
    expect(lastOf([...BEFORE, [99.8, 101.5, 99.5, 100.99]])).toEqual([]);
  });
});

describe("a double bottom", () => {
  it("is two lows at one level and the first close above the rise between them", () => {
    expect(lastOf(doubleBottom({ second: 100, between: 104, last: 104.51 }))).toContain(
      "double-bottom",
    );
    expect(lastOf(doubleBottom({ second: 101.5, between: 104, last: 104.51 }))).toContain(
      "double-bottom",
    );
    expect(lastOf(doubleBottom({ second: 98.53, between: 104, last: 104.51 }))).toContain(
      "double-bottom",
    );
  });

  it("is none when the lows differ by more than 1.5%", () => {
    const higher = doubleBottom({ second: 101.51, between: 104, last: 104.51 });
    const lower = doubleBottom({ second: 98.51, between: 104, last: 104.51 });
    expect(lastOf(higher)).not.toContain("double-bottom");
    expect(lastOf(lower)).not.toContain("double-bottom");
  });

  it("is none when the rise between them is under 2%", () => {
    expect(lastOf(doubleBottom({ second: 100, between: 101.5, last: 102.01 }))).toContain(
      "double-bottom",
    );
    expect(lastOf(doubleBottom({ second: 100, between: 101.49, last: 102.01 }))).not.toContain(
      "double-bottom",
    );
  });

  it("is none while the close is not above the rise, nor at the second close above it", () => {
    const reached = doubleBottom({ second: 100, between: 104, last: 104.5 });
    const broken = doubleBottom({ second: 100, between: 104, last: 104.51 });
    expect(lastOf(reached)).not.toContain("double-bottom");
    expect(lastOf([...broken, [104.51, 106, 104, 105]])).not.toContain("double-bottom");
  });

  it("is none when the lows are less than five bars apart", () => {
    const apart = (bars: number) =>
      lastOf(doubleBottom({ second: 100, between: 104, last: 104.51, bars }));
    expect(apart(5)).toContain("double-bottom");
    expect(apart(4)).not.toContain("double-bottom");
  });
});

describe("the two bottoms", () => {
  it("lie with the break within forty bars", () => {
    const apart = (bars: number) =>
      lastOf(doubleBottom({ second: 100, between: 104, last: 104.51, bars }));
    expect(apart(37)).toContain("double-bottom");
    expect(apart(38)).not.toContain("double-bottom");
  });

  it("are the lowest: a lower low between them breaks the figure", () => {
    const [undercut, kept] = [99, 100].map((low) =>
      doubleBottom({ second: 100, between: 104, last: 104.51 }).with(-6, [104, 104.5, low, 104]),
    );
    expect(lastOf(kept ?? [])).toContain("double-bottom");
    expect(lastOf(undercut ?? [])).not.toContain("double-bottom");
  });

  it("are no higher than the bars beside them", () => {
    const shape = { second: 100.5, between: 104, last: 104.51, bars: 5 };
    const [lower, level] = [100.2, 100.5].map((low) =>
      doubleBottom(shape).with(-4, [104, 104.5, low, 104]),
    );
    expect(lastOf(level ?? [])).toContain("double-bottom");
    expect(lastOf(lower ?? [])).not.toContain("double-bottom");
  });
});

describe("patternsAt", () => {
  it("meets every pattern on a long random path", () => {
    const bars = randomBars(7, 4_000);
    const met = new Set(bars.flatMap((_, index) => patternsAt(bars, index)));
    expect([...met].sort()).toEqual([...PATTERN_NAMES].sort());
  });

  it("never sees a later bar", () => {
    fc.assert(
      fc.property(seeds, seeds, (seed, other) => {
        const bars = randomBars(seed, 120);
        const continued = [...bars.slice(0, 80), ...randomBars(other, 40)];
        for (let index = 0; index < 80; index++) {
          const alone = patternsAt(bars.slice(0, index + 1), index);
          expect(patternsAt(bars, index)).toEqual(alone);
          expect(patternsAt(continued, index)).toEqual(alone);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("never needs more than the last PATTERN_BARS_MAX bars", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const bars = randomBars(seed, 150);
        for (let index = PATTERN_BARS_MAX - 1; index < bars.length; index++) {
          const kept = bars.slice(index + 1 - PATTERN_BARS_MAX, index + 1);
          expect(patternsAt(kept, kept.length - 1)).toEqual(patternsAt(bars, index));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("never depends on the scale of prices", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 9 }), (seed, times) => {
        const bars = randomBars(seed, 100);
        const scaled = bars.map((bar) => ({
          open: price(bar.open * times),
          high: price(bar.high * times),
          low: price(bar.low * times),
          close: price(bar.close * times),
        }));
        for (let index = 0; index < bars.length; index++)
          expect(patternsAt(scaled, index)).toEqual(patternsAt(bars, index));
      }),
      { numRuns: 30 },
    );
  });

  it("finds nothing on a flat line, nor while bars are too few", () => {
    const flat = Array.from({ length: 60 }, () => candle([100, 100, 100, 100]));
    for (let index = 0; index < flat.length; index++) expect(patternsAt(flat, index)).toEqual([]);
    expect(lastOf([[104, 104.5, 99.5, 103]])).toEqual([]);
  });

  it("refuses an index outside the bars", () => {
    expect(() => patternsAt([], 0)).toThrow(InvariantViolation);
    expect(() => patternsAt([candle([1, 1, 1, 1])], -1)).toThrow(InvariantViolation);
  });
});

const seeds = fc.integer({ min: 1, max: 2_000_000_000 });
const dollars = (amount: number): Price => price(Math.round(amount * UNITS_PER_DOLLAR));

const candle = ([open, high, low, close]: Prices): Candle => ({
  open: dollars(open),
  high: dollars(high),
  low: dollars(low),
  close: dollars(close),
});

function lastOf(rows: readonly Prices[]) {
  const bars = rows.map(candle);
  return patternsAt(bars, bars.length - 1);
}

/** Quiet bars at 110, a low of 100, a rise, a second low so many bars later, and a last close. */
function doubleBottom(shape: {
  readonly second: number;
  readonly between: number;
  readonly last: number;
  readonly bars?: number;
}): readonly Prices[] {
  const { second, between, last, bars = 6 } = shape;
  const quiet = Array.from({ length: 45 }, (): Prices => [110, 111, 109, 110]);
  const top = between + 0.5;
  const rise = Array.from({ length: bars - 1 }, (): Prices => [between, top, 101.7, between]);
  return [
    ...quiet,
    [105, 105, 102, 102.5],
    [102.5, 102.5, 100, 101],
    ...rise,
    [102, 102, second, second + 0.1],
    [second + 0.1, 101.69, 101.6, 101.65],
    [101.65, last, 101.65, last],
  ];
}

/** A seeded walk with gaps between bars and shadows on both sides, in whole cents. */
function randomBars(seed: number, count: number): readonly Candle[] {
  let state = seed;
  const upTo = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  let last = 10_000;
  return Array.from({ length: count }, () => {
    const open = Math.max(5_000, last + (upTo(3) === 0 ? upTo(121) - 60 : 0));
    const close = Math.max(5_000, open + upTo(301) - 150);
    const high = Math.max(open, close) + (upTo(2) === 0 ? upTo(60) : 0);
    const low = Math.min(open, close) - (upTo(2) === 0 ? upTo(250) : 0);
    last = close;
    return candle([open / 100, high / 100, low / 100, close / 100]);
  });
}
