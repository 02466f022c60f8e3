import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { recordOf } from "../../testing/track-records.ts";
import { performanceOf } from "./performance.ts";

const DAY_MS = 86_400_000;
const measured = (pnls: readonly number[], days = 10) => {
  const end = pnls.reduce((sum, each) => sum + each, 100);
  const record = recordOf([100, end], { trades: pnls.map((pnl) => ({ pnl })) });
  const times = [0, days * DAY_MS].map(instant);
  return performanceOf({ ...record, times }, "freqtrade").metrics;
};

describe("freqtrade's numbers", () => {
  it("take the drawdown where most dollars were lost, not where the largest part was", () => {
    // The example of its own tests: 1,000 of 11,000, though 500 of 1,000 was half.
    const published = [0, -50, 50, 1_000, -100];
    expect(measured(published).maxDrawdown.value).toBeCloseTo(0.090909, 6);
    // First 30 of 100, then 40 of 270: the second, though it was less of what there was.
    expect(measured([-30, 200, -40, 10]).maxDrawdown.value).toBeCloseTo(40 / 270, 12);
  });

  it("spread what a day earned by what trades did", () => {
    // Ten dollars of a hundred in ten days: 1% a day. Trades of 20 and −10: σ (n) 15.
    const found = measured([20, -10]);

    expect(found.sharpe.value).toBeCloseTo((0.01 / 0.15) * Math.sqrt(365), 12);
    expect(found.sortino.reason).toBe("all losing trades lost the same");
    // 1% a day over a fall of 10 from 120.
    expect(found.calmar.value).toBeCloseTo((1 / (10 / 120)) * Math.sqrt(365), 9);
    expect(found.totalReturn.value).toBeCloseTo(0.1, 12);
  });

  it("compound over whole days of the calendar, as its own tests have it", () => {
    // 1,000 to 1,500 in 100 days: 339.27% a year.
    expect(measured([50], 100).cagr.value).toBeCloseTo(3.3927, 4);
    expect(measured([50], 100.9).cagr.value).toBeCloseTo(3.3927, 4);
  });

  it("are none where it puts −100", () => {
    expect(measured([5, 5]).sharpe.reason).toBe("all trades earned the same");
    expect(measured([5, 6]).calmar.reason).toBe("no drawdown");
  });
});
