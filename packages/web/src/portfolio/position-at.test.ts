import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { describe, expect, it } from "vitest";
import { positionAt } from "./position-at.ts";

const HELD: PricedPositionView = {
  id: "1",
  ticker: "AAPL",
  companyName: "Apple Inc.",
  shares: 10,
  avgCostBasis: 90,
  currentPrice: 105,
  currentValue: 1_050,
  costValue: 900,
  dayChangePercent: 5,
  dayGainLoss: 50,
  totalGainLoss: 150,
  totalGainLossPercent: 16.67,
  isManaged: true,
  updatedAt: "2026-03-12T15:00:00.000Z",
};

describe("a position at a newer price", () => {
  it("is worth that, and has gained by it today and in all", () => {
    expect(positionAt(HELD, 110)).toMatchObject({
      currentPrice: 110,
      currentValue: 1_100,
      totalGainLoss: 200,
      dayGainLoss: 100,
      dayChangePercent: 10,
    });
    expect(positionAt(HELD, undefined)).toBe(HELD);
  });

  it("does not know its day where nobody knew it before", () => {
    const unknown = { ...HELD, dayGainLoss: null, dayChangePercent: null };

    expect(positionAt(unknown, 110)).toMatchObject({
      currentValue: 1_100,
      dayGainLoss: null,
      dayChangePercent: null,
    });
  });
});
