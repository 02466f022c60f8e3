import type { Ticker } from "@sevenfold/domain/market";
import { bps, NO_MONEY } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { BarColumns } from "./bar-columns.ts";
import { holdingReturnsOf } from "./holding-returns.ts";

const DAY_MS = 86_400_000;
const DAYS = Int32Array.of(10, 11, 12, 13);

function barsOf(closes: readonly number[], more: Partial<BarColumns> = {}): BarColumns {
  const opensAt = Float64Array.from(closes, (_, n) => (11 + n) * DAY_MS);
  return {
    ticker: "ABC" as Ticker,
    count: closes.length,
    opensAt,
    closesAt: opensAt.map((at) => at + DAY_MS / 4),
    open: Float64Array.from(closes, (close) => close),
    close: Float64Array.from(closes),
    day: Int32Array.from(closes, (_, n) => 11 + n),
    ...more,
  };
}

const rounded = (returns: Float64Array) => [...returns].map((each) => Number(each.toFixed(9)));

describe("holding a symbol", () => {
  it("makes nothing before it trades, then what its closes make", () => {
    const columns = { ...barsOf([110_0000, 99_0000]), open: Float64Array.of(100_0000, 0) };

    expect(rounded(holdingReturnsOf(columns, DAYS))).toEqual([0, 0.1, -0.1, 0]);
  });

  it("pays for its one purchase", () => {
    const slippage = { bps: bps(100), spread: NO_MONEY, impactBps: bps(0) };

    expect(rounded(holdingReturnsOf(barsOf([100_0000, 100_0000]), DAYS, slippage))).toEqual([
      ...[0, Number((100 / 101 - 1).toFixed(9)), 0, 0],
    ]);
  });

  it("follows splits, and keeps dividends", () => {
    const columns = barsOf([100_0000, 50_0000, 50_0000], {
      actions: [
        { kind: "split", numerator: 2, denominator: 1, day: 12 },
        { kind: "dividend", perShare: 5_000_000, day: 13 },
      ],
    });

    expect(rounded(holdingReturnsOf(columns, DAYS))).toEqual([0, 0, 0, 0.1]);
  });
});
