import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Book } from "./book.ts";
import { QUIET } from "./reason.ts";
import { step } from "./step.ts";
import { noteGain, passOver, type Stretch, staysQuiet } from "./stretch.ts";
import { drawUntil } from "./testing/draw-until.ts";
import { THRESHOLDS, thresholdOf } from "./testing/naive-account.ts";
import { happen, makeTwins, setups, type Twins } from "./testing/twin-accounts.ts";
import { lives } from "./testing/twin-events.ts";

/** Prices as small moves from the one before, now and then to a threshold or right beside it. */
const moves = fc.array(
  fc.record({
    moveBps: fc.noBias(fc.integer({ min: -150, max: 150 })),
    aim: fc.option(
      fc.record({ at: fc.constantFrom(...THRESHOLDS), besideBy: fc.integer({ min: -1, max: 1 }) }),
      { nil: undefined, freq: 6 },
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("staysQuiet", () => {
  it("never says so of prices of which one reaches something", () => {
    const met = { held: 0, highs: 0, lows: 0, reached: 0 };
    drawUntil(
      () => 20 < Math.min(met.held, met.highs, met.lows, met.reached),
      (seed) =>
        fc.assert(
          fc.property(setups, lives(40), moves, fc.nat({ max: 3 }), (setup, life, moved, slot) => {
            const twins = lived(setup, life);
            const prices = pricesOf(twins, slot, moved);
            const says = staysQuiet(twins.book, slot, stretchOf(prices));
            const { held, high, low } = twins.book;
            const before = { held: held[slot]!, high: high[slot]!, low: low[slot]! };
            const isQuiet = stepAll(twins.book, slot, prices);

            if (says) expect(isQuiet).toBe(true);

            met.held += Number(says && 0 < before.held);
            met.highs += Number(says && before.high < Math.max(...prices));
            met.lows += Number(says && Math.min(...prices) < before.low);
            met.reached += Number(!isQuiet);
          }),
          { numRuns: 1_500, seed },
        ),
    );
    expect(Math.min(met.held, met.highs, met.lows, met.reached)).toBeGreaterThan(20);
  });
});

describe("passOver", () => {
  it("always leaves the book as the prices would have, one by one", () => {
    let passed = 0;
    fc.assert(
      fc.property(setups, lives(40), moves, fc.nat({ max: 3 }), (setup, life, moved, slot) => {
        const stepped = lived(setup, life);
        const { book } = lived(setup, life);
        const prices = pricesOf(stepped, slot, moved);
        const stretch = stretchOf(prices);
        fc.pre(staysQuiet(book, slot, stretch));
        let mark = book.mark[slot]!;
        for (const price of prices) {
          step(stepped.book, slot, price, stepped.at);
          noteGain(book, book.held[slot]! * (price - mark));
          mark = price;

          expect(book.equity).toBe(stepped.book.equity);
        }
        passOver(book, slot, stretch);

        expect(book).toEqual(stepped.book);
        passed += 1;
      }),
      { numRuns: 200 },
    );
    expect(passed).toBeGreaterThanOrEqual(200);
  });
});

type Life = typeof lives extends (length: number) => fc.Arbitrary<infer Events> ? Events : never;
type Moves = typeof moves extends fc.Arbitrary<infer Every> ? Every : never;

function lived(setup: Parameters<typeof makeTwins>[0], life: Life): Twins {
  const twins = makeTwins(setup);
  for (const event of life) happen(twins, event);
  return twins;
}

function pricesOf({ naive, prices }: Twins, slot: number, moved: Moves): number[] {
  let last = prices[slot]!;
  return moved.map(({ moveBps, aim }) => {
    const aimed = aim && naive.symbols[slot]!.trail && thresholdOf(naive, slot, aim.at);
    const next = aim && aimed ? aimed + aim.besideBy : Math.round(last * (1 + moveBps / 10_000));
    last = Math.min(Math.max(1, next), 500_000_000);
    return last;
  });
}

const stretchOf = (prices: readonly number[]): Stretch => ({
  lowest: Math.min(...prices),
  highest: Math.max(...prices),
  last: prices.at(-1)!,
});

function stepAll(book: Book, slot: number, prices: readonly number[]): boolean {
  let isQuiet = true;
  for (const price of prices) if (step(book, slot, price, 0) !== QUIET) isQuiet = false;
  return isQuiet;
}
