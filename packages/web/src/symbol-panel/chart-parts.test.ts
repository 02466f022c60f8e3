import type { BarView } from "@sevenfold/contract/market";
import { describe, expect, it, vi } from "vitest";
import { type ChartParts, putBars } from "./chart-parts.ts";

const START = Date.UTC(2025, 10, 20, 14, 28);
const BARS = [false, false, true, true, false].map(
  (isRegular, minute): BarView => ({
    start: new Date(START + minute * 60_000).toISOString(),
    open: 10,
    high: 10,
    low: 10,
    close: 10,
    volume: 1,
    isRegular,
  }),
);

describe("the bars of a price chart", () => {
  it("are tinted without a gap outside the regular session, and not within it", () => {
    const series = () => ({ setData: vi.fn() });
    const shade = series();
    putBars({ candles: series(), volume: series(), shade } as unknown as ChartParts, BARS);

    expect(shade.setData).toHaveBeenCalledExactlyOnceWith(
      [1, 1, 0, 0, 1].map((value, minute) => ({ time: START / 1000 + minute * 60, value })),
    );
  });
});
