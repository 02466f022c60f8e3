import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bootstrapBlocks,
  bootstrapTrades,
  drawOfBlocks,
  drawOfTrades,
  type PathDraw,
} from "./bootstrap.ts";

const ORDER = { seed: 7, paths: 400, start: 1_000 };
const returns = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});

describe("bootstrapTrades", () => {
  it("adds up as many trades as there were", () => {
    const { steps, growths, drawdowns, bands } = bootstrapTrades([10, 10, 10], ORDER);

    expect(steps).toBe(3);
    for (const growth of growths) expect(growth).toBeCloseTo(0.03, 12);
    expect([...new Set(drawdowns)]).toEqual([0]);
    expect(bands.map(({ step, values }) => [step, values[2]])).toEqual([
      [0, 1_000],
      [1, 1_010],
      [2, 1_020],
      [3, 1_030],
    ]);
  });

  it("draws the same paths from the same seed, and others from another", () => {
    const trades = [5, -3, 8, -20, 1];
    const [one, again, other] = [7, 7, 8].map((seed) =>
      bootstrapTrades(trades, { ...ORDER, seed }),
    );

    expect(again).toEqual(one);
    expect(other!.growths).not.toEqual(one!.growths);
  });

  it("centers on what the trades came to", () => {
    const trades = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? 30 : -20));
    const { growths } = bootstrapTrades(trades, { ...ORDER, paths: 4_000 });
    const mean = growths.reduce((sum, each) => sum + each, 0) / growths.length;

    // 50 trades of 5 in the mean; the mean of 4,000 paths strays by 0.003.
    expect(Math.abs(mean - 0.25)).toBeLessThan(0.015);
  });
});

describe("bootstrapBlocks", () => {
  it("keeps neighbors together: a circle of one block has the growth of the whole", () => {
    const days = [0.1, -0.05, 0.02, 0.07];
    const whole = days.reduce((growth, each) => growth * (1 + each), 1) - 1;

    for (const growth of bootstrapBlocks(days, days.length, ORDER).growths)
      expect(growth).toBeCloseTo(whole, 12);
  });

  it("always orders its bands, and never shows a drawdown above zero", () => {
    fc.assert(
      fc.property(returns, fc.integer({ min: 1, max: 80 }), (days, block) => {
        const { bands, drawdowns } = bootstrapBlocks(days, block, { ...ORDER, paths: 20 });

        for (const { values } of bands)
          expect(values).toEqual(values.toSorted((one, other) => one - other));
        expect(drawdowns.every((depth) => -1 < depth && depth <= 0)).toBe(true);
      }),
    );
  });
});

describe("paths that are drawn in pieces", () => {
  it("are those drawn at once, in whatever order the pieces come", () => {
    fc.assert(
      fc.property(returns, fc.integer({ min: 1, max: 9 }), fc.nat(399), (sample, block, cut) => {
        const inPieces = (draw: PathDraw) => {
          const rows = new Float64Array(draw.paths * draw.width);
          draw.draw(rows, cut, draw.paths);
          draw.draw(rows, 0, cut);
          return draw.resultOf(rows);
        };

        expect(inPieces(drawOfTrades(sample, ORDER))).toEqual(bootstrapTrades(sample, ORDER));
        expect(inPieces(drawOfBlocks(sample, block, ORDER))).toEqual(
          bootstrapBlocks(sample, block, ORDER),
        );
      }),
      { numRuns: 20 },
    );
  });
});
