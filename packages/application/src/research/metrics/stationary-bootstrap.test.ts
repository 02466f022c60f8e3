import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceKey, standardNormal } from "../../chance/node-chance.ts";
import { plainStationaryMean } from "../../testing/plain-stationary.ts";
import {
  drawnSums,
  lagWeightsOf,
  meanBlockOf,
  stationaryDraws,
  stationaryVarianceOf,
} from "./stationary-bootstrap.ts";

/** Numbers that follow each other, from a seed. */
function series(length: number, keeps: number): Float64Array {
  const key = chanceKey(3, "series");
  let before = 0;
  return Float64Array.from({ length }, (_, n) => {
    before = keeps * before + standardNormal(key, n);
    return before;
  });
}

const varianceOf = (numbers: readonly number[]) => {
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / numbers.length;
};

describe("the stationary bootstrap", () => {
  it("holds as many places in every draw as the series has", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (length, seed) => {
        const { counts, draws } = stationaryDraws(length, 5, seed);
        for (let draw = 0; draw < draws; draw++) {
          const own = counts.subarray(draw * length, (draw + 1) * length);
          expect(own.reduce((sum, each) => sum + each, 0)).toBe(length);
        }
      }),
    );
  });

  it("sums every draw place after place, to the last bit", () => {
    const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 9 }), fc.nat(), (sample, count, seed) => {
        const draws = stationaryDraws(sample.length, count, seed);
        const sums = new Float64Array(count);
        drawnSums(draws, sample, sums);
        const plain = Array.from({ length: count }, (_, draw) =>
          sample.reduce(
            (sum, each, at) => sum + draws.counts[draw * sample.length + at]! * each,
            0,
          ),
        );
        expect([...sums]).toEqual(plain);
      }),
    );
  });

  it.each([0, 0.6, -0.4])(
    "spreads means of a series that keeps %d as its formula says",
    (keeps) => {
      const numbers = series(64, keeps);
      const draws = stationaryDraws(64, 20_000, 11);
      const sums = new Float64Array(draws.draws);
      drawnSums(draws, numbers, sums);
      const formula = stationaryVarianceOf(numbers, lagWeightsOf(64, draws.meanBlock));

      // The paper's rule, followed step by step with chance of its own.
      const plain = Array.from({ length: 20_000 }, (_, n) =>
        plainStationaryMean(numbers, meanBlockOf(64), n),
      );

      const drawn = varianceOf([...sums].map((sum) => sum / 64)) * 64;
      for (const found of [drawn, varianceOf(plain) * 64]) {
        expect(found / formula).toBeGreaterThan(0.95);
        expect(found / formula).toBeLessThan(1.05);
      }
    },
  );
});
