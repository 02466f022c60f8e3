import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { steadyRecord } from "../../testing/track-records.ts";
import { performanceOf } from "./performance.ts";
import { rollingBetaOf, rollingSharpeOf, rollingVolatilityOf } from "./rolling.ts";
import { simpleReturnsOf } from "./track-record.ts";

describe("rollingSharpeOf", () => {
  it("is the mean over the deviation of the last days, for a year", () => {
    const ratios = rollingSharpeOf([0.5, 0.01, 0.03], 2);

    expect(ratios.slice(0, 1)).toEqual([undefined]);
    // Mean 0.02, deviation √(2 × 0.01²) = 0.01√2.
    expect(ratios[2]).toBeCloseTo((0.02 / (0.01 * Math.SQRT2)) * Math.sqrt(252), 9);
  });

  it("is undefined where returns never varied", () => {
    expect(rollingSharpeOf([0.01, 0.01, 0.01], 3)).toEqual([undefined, undefined, undefined]);
  });

  it("always says the same of a day, whatever follows it", () => {
    const returns = fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(returns, returns, fc.integer({ min: 2, max: 10 }), (before, after, window) => {
        const longer = rollingSharpeOf([...before, ...after], window);

        expect(longer.slice(0, before.length)).toEqual(rollingSharpeOf(before, window));
      }),
    );
  });
});

describe("rolling volatility and beta", () => {
  it("are of the last window what they are of a record of these days alone", () => {
    const { values, closes } = steadyRecord().benchmark!;
    const [own, market] = [simpleReturnsOf(values)!, simpleReturnsOf(closes)!];
    const last = performanceOf({
      ...steadyRecord(),
      values: values.slice(-22),
      benchmark: { values: values.slice(-22), closes: closes.slice(-22) },
    }).metrics;

    expect(rollingVolatilityOf(own, 21).at(-1)).toBeCloseTo(last.annualVolatility.value!, 12);
    expect(rollingBetaOf(own, market, 21).at(-1)).toBeCloseTo(last.beta.value!, 12);
    expect(
      rollingBetaOf(own, market, 21)
        .slice(0, 20)
        .every((each) => each === undefined),
    ).toBe(true);
  });

  it("have no beta to what never moved", () => {
    expect(rollingBetaOf([0.1, 0.2, 0.3], [0, 0, 0], 3)).toEqual([undefined, undefined, undefined]);
  });
});
