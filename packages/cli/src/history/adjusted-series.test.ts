import { describe, expect, it } from "vitest";
import { adjustedSeries } from "./adjusted-series.ts";

describe("adjusted bars", () => {
  it("may be larger than 32 bits hold, as the kept ones were not", () => {
    const [price, shares] = [1_000_000_000, 2_000_000_000];
    const column = Int32Array.of(price, price);
    const series = {
      ...{ symbol: "ABC", times: Float64Array.of(10, 11), volume: Int32Array.of(shares, shares) },
      ...{ open: column, high: column, low: column, close: column },
    };
    const adjusted = (numerator: number, denominator: number) =>
      adjustedSeries(series, [{ kind: "split", day: 11, numerator, denominator }], {
        dividends: false,
        dayAt: (at) => series.times[at]!,
      });

    expect([...adjusted(1, 10).close]).toEqual([10 * price, price]);
    expect([...adjusted(10, 1).volume!]).toEqual([10 * shares, shares]);
  });

  it("lose of a dividend what it was of the shares that a split of the same day has made", () => {
    // $400, then a split of four for one and 50 cents for each of the new shares, which began at $99.50.
    const column = Int32Array.of(4_000_000, 995_000);
    const series = {
      ...{ symbol: "ABC", times: Float64Array.of(10, 11), volume: undefined },
      ...{ open: column, high: column, low: column, close: column },
    };
    const split = { kind: "split", day: 11, numerator: 4, denominator: 1 } as const;
    const dividend = { kind: "dividend", day: 11, perShare: 500_000 } as const;

    const { close } = adjustedSeries(series, [split, dividend], {
      dividends: true,
      dayAt: (at) => series.times[at]!,
    });

    expect([...close]).toEqual([995_000, 995_000]);
  });
});
