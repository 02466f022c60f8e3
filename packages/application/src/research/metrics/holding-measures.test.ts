import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { recordOf } from "../../testing/track-records.ts";
import { performanceOf } from "./performance.ts";
import type { ClosedTrade } from "./track-record.ts";

const DAY_MS = 86_400_000;
const held = (days: number, adverse?: number, favorable?: number): ClosedTrade => ({
  pnl: 1,
  enteredAt: instant(0),
  exitedAt: instant(days * DAY_MS),
  ...(adverse !== undefined && { adverse }),
  ...(favorable !== undefined && { favorable }),
});
const measured = (trades: readonly ClosedTrade[]) =>
  performanceOf(recordOf([100, 101], { trades })).metrics;

describe("how long trades were held", () => {
  it("is told in days of the calendar", () => {
    const found = measured([held(1), held(0.25), held(10), held(3)]);

    expect(found.meanHolding.value).toBe(3.5625);
    expect(found.medianHolding.value).toBe(2);
    expect(found.longestHolding.value).toBe(10);
  });

  it("is not told where one of them does not say", () => {
    expect(measured([held(1), { pnl: 2 }]).meanHolding.reason).toBe(
      "the trades do not say when they began and ended",
    );
  });
});

describe("how far prices went while trades were held", () => {
  it("is told by mean and extreme", () => {
    const found = measured([held(1, -0.02, 0.05), held(1, 0, 0.01), held(1, -0.1, 0)]);

    expect(found.meanAdverse.value).toBeCloseTo(-0.04, 12);
    expect(found.worstAdverse.value).toBe(-0.1);
    expect(found.meanFavorable.value).toBeCloseTo(0.02, 12);
    expect(found.bestFavorable.value).toBe(0.05);
  });

  it("is not told of trades from a file that lacks it", () => {
    expect(measured([held(1)]).worstAdverse.reason).toMatch(/do not say how far prices went/);
  });
});
