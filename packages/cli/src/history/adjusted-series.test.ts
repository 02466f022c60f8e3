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
});
