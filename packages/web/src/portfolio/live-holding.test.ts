import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { describe, expect, it } from "vitest";
import { heldAt } from "./live-holding.tsx";

const held: PricedPositionView = {
  id: "a:AAPL",
  ticker: "AAPL",
  companyName: "Apple Inc.",
  shares: 10,
  avgCostBasis: 80,
  currentPrice: 100,
  priceAt: "2025-11-21T15:40:00.000Z",
  currentValue: 1_000,
  costValue: 800,
  dayChangePercent: 25,
  dayGainLoss: 200,
  totalGainLoss: 200,
  totalGainLossPercent: 25,
  isManaged: true,
  updatedAt: "2025-11-21T15:40:00.000Z",
};

describe("a holding at a newer price", () => {
  it("is worth, and has gained, what the price has moved", () => {
    expect(heldAt(held, 110)).toMatchObject({
      currentPrice: 110,
      currentValue: 1_100,
      dayGainLoss: 300,
      dayChangePercent: 37.5,
      totalGainLoss: 300,
      totalGainLossPercent: 37.5,
    });
  });

  it("is as it was told where no other price is known", () => {
    expect(heldAt(held, undefined)).toBe(held);
    expect(heldAt(held, 100)).toBe(held);
  });

  it("stays unknown where it was", () => {
    const unknown = { ...held, dayGainLoss: null, dayChangePercent: null };
    expect(heldAt(unknown, 110)).toMatchObject({ dayGainLoss: null, dayChangePercent: null });

    const priceless = { ...held, currentPrice: null, currentValue: null, totalGainLoss: null };
    expect(heldAt(priceless, 110)).toBe(priceless);
  });
});
