import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candle } from "./candle.ts";
import { InvariantViolation } from "./invariant.ts";
import { price } from "./money.ts";
import { PATTERN_BARS_MAX, PATTERN_NAMES, patternsAt } from "./pattern.ts";
import { candle, lastOf } from "./testing/candles.ts";

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
