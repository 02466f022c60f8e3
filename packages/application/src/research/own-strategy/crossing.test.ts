import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openRun } from "../backtest/open-run.ts";
import { rangesOf } from "./block-ranges.ts";
import { type Crossing, firstCrossed } from "./crossing.ts";
import { openKeptAnswers } from "./kept-answers.ts";
import { knownLines, levelReading, lineReadingOf, valueAt } from "./lines.ts";
import { INDICATORS } from "./strategy-indicators.ts";
import { barsOf, FREE } from "./testing/priced-bars.ts";

const BARS = 7_000;
/** Symbols are looked ahead of by so many closes. */
const AHEAD = 1_024;

/** Closes in cents that wander between $90 and $110. */
function wanderingFrom(seed: number): readonly number[] {
  let state = seed | 1;
  let close = 10_000;
  return Array.from({ length: BARS }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    close += ((state >>> 0) % 41) - 20 + Math.round((10_000 - close) / 100);
    return close;
  });
}

describe("the first close at which two lines have crossed", () => {
  it("is that of a plain look at each, over pieces and over columns, from wherever it is looked for", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 300 }),
        fc.boolean(),
        fc.constantFrom(0, 2 ** 20),
        (seed, fast, slow, isLevel, bytes) => {
          const closes = wanderingFrom(seed);
          const columns = [
            barsOf(
              "AAA",
              closes.map((close) => [close, close, close, close]),
            ),
          ];
          const run = openRun(columns, FREE);
          const source = knownLines(run, openKeptAnswers(bytes), () => true);
          const lines = source.linesOf(0);
          const one = lineReadingOf(lines.sma(fast))!;
          const other = isLevel ? levelReading(100) : lineReadingOf(lines.sma(slow))!;
          const [highs, lows] = [INDICATORS.sma(fast), INDICATORS.sma(slow)];
          const sides = closes.map((cents) => {
            const [high, low] = [highs.next(cents / 100), lows.next(cents / 100)];
            if (high === undefined || (!isLevel && low === undefined)) return undefined;
            return (isLevel ? 100 : low!) < high;
          });

          const found: number[] = [];
          const expected = sides.flatMap((side, nth) =>
            side === undefined || side === sides[nth - 1] ? [] : [nth],
          );
          let isAbove: boolean | undefined;
          for (let nth = 0; nth < BARS; ) {
            const crossing: Crossing = { one, other, isAbove, source };
            const to = Math.min(BARS, nth + AHEAD);
            const next = firstCrossed(crossing, nth, to);
            // What lies behind what was looked ahead is there still.
            const before = valueAt(one, nth);
            valueAt(one, to - 1);
            expect(valueAt(one, nth)).toBe(before);
            nth = next;
            if (next === to) continue;
            found.push(next);
            isAbove = sides[next];
          }
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is one at which the upper of them comes down to the other and goes no further", () => {
    const touching = Array.from({ length: 200 }, (_, nth) => (nth === 77 ? 10_000 : 10_100));
    const columns = [
      barsOf(
        "AAA",
        touching.map((close) => [close, close, close, close]),
      ),
    ];
    const source = knownLines(openRun(columns, FREE), openKeptAnswers(2 ** 20), () => true);
    const one = lineReadingOf(source.linesOf(0).close)!;
    const from = (isAbove: boolean, level: number): Crossing => ({
      one,
      other: { ...levelReading(level), ranges: rangesOf(new Float64Array(200).fill(level), 200) },
      isAbove,
      source,
    });
    expect(firstCrossed(from(true, 100), 0, 200)).toBe(77);
    expect(firstCrossed(from(false, 101), 0, 200)).toBe(200);
  });
});
