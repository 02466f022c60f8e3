import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainNormal } from "../../testing/plain-normal.ts";
import { luckySharpeOf, ratioAbove } from "./sharpe-tests.ts";

describe("the deflated Sharpe ratio", () => {
  it("gives what its authors give for their example", () => {
    // Bailey and López de Prado 2014: 100 independent trials, a variance of ½ a year across them,
    // 250 days a year: the best is expected at 0.1132 a day without any skill.
    const lucky = luckySharpeOf({ count: 100, sharpeVariance: 1 / 2 / 250 }, plainNormal);

    expect(lucky).toBeCloseTo(0.1132, 4);
    // Five years of days at 2.5 a year, skewness −3 and kurtosis 10: a probability of 0.9004.
    const found = ratioAbove(sampleOf(), lucky, plainNormal);
    expect(found).toBeCloseTo(0.9004, 3);
  });

  it("expects the more of luck, the more was tried", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), (count) => {
        const luck = (tries: number) =>
          luckySharpeOf({ count: tries, sharpeVariance: 1 / 1_000 }, plainNormal);
        expect(luck(count + 1)).toBeGreaterThanOrEqual(luck(count));
      }),
    );
  });
});

const DAYS = 1_250;

/** Days of the example's moments: three values, found by their equations. */
function sampleOf(): readonly number[] {
  const shape = shapeOf(-3, 10);
  const mean = shape.reduce((sum, each) => sum + each, 0) / DAYS;
  const spread = Math.sqrt(shape.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (DAYS - 1));
  return shape.map((each) => (each - mean) / spread + 2.5 / Math.sqrt(250));
}

/**
 * Two values of skewness s have a kurtosis of s² + 1, the least there is. Here that is the wanted
 * one: rare losses and many equal gains.
 */
function shapeOf(skewness: number, kurtosis: number): readonly number[] {
  expect(kurtosis).toBe(skewness ** 2 + 1);
  const rare = (1 - Math.abs(skewness) / Math.sqrt(skewness ** 2 + 4)) / 2;
  const losses = Math.round(rare * DAYS);
  return Array.from({ length: DAYS }, (_, n) => (n < losses ? -1 : 0));
}
