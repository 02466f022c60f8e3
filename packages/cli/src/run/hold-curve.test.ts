import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { holdCurveOf, holdReturnOf } from "./hold-curve.ts";

/** Bars of days 1, 2, …: each opens and closes at the price. */
const columnsOf = (prices: readonly number[], more: Partial<BarColumns> = {}): BarColumns => ({
  ticker: "AAA" as Ticker,
  count: prices.length,
  opensAt: Float64Array.from(prices, (_, bar) => bar * 10),
  closesAt: Float64Array.from(prices, (_, bar) => bar * 10 + 5),
  open: Float64Array.from(prices, (price) => price * 10_000),
  close: Float64Array.from(prices, (price) => price * 10_000),
  day: Int32Array.from(prices, (_, bar) => bar + 1),
  ...more,
});

describe("holdCurveOf", () => {
  it("buys equal parts at the first opens, and counts a late symbol as cash until then", () => {
    const late = columnsOf([50, 100]);
    const early = columnsOf([10, 20, 30]);
    const shifted = { ...late, closesAt: Float64Array.from([15, 25]) };

    expect(holdCurveOf([early, shifted], [5, 15, 25], 100)).toEqual([100, 150, 250]);
  });

  it("buys at the first opening of a session and values at the last close of one", () => {
    const columns = columnsOf([10, 20, 40, 80], {
      opensInSession: Uint8Array.from([0, 1, 1, 0]),
      closesInSession: Uint8Array.from([0, 1, 1, 0]),
    });
    const outside = columnsOf([10, 20], {
      opensInSession: new Uint8Array(2),
      closesInSession: new Uint8Array(2),
    });

    expect(holdCurveOf([columns], [5, 15, 25, 35], 100)).toEqual([100, 100, 200, 200]);
    expect(holdReturnOf([columns])).toBe(1);
    expect(holdReturnOf([outside])).toBe(0);
  });

  it("follows a split and lays a dividend aside", () => {
    const columns = columnsOf([100, 50, 60], {
      actions: [
        { day: 1, kind: "dividend", perShare: 9_000_000 },
        { day: 2, kind: "split", numerator: 2, denominator: 1 },
        { day: 3, kind: "dividend", perShare: 5_000_000 },
      ],
    });

    // Two shares for one from the second day; then two dividends of 5. What was paid on the day of the purchase went to the seller.
    expect(holdCurveOf([columns], [5, 15, 25], 1_000)).toEqual([1_000, 1_000, 1_300]);
    expect(holdReturnOf([columns, columnsOf([10, 11])])).toBeCloseTo((0.3 + 0.1) / 2, 12);
  });
});
