import type { SymbolStateView, TrailView } from "@sevenfold/contract/worker";
import { describe, expect, it } from "vitest";
import { distanceAt, figuresAt } from "./live-figures.ts";

const held: SymbolStateView = {
  ticker: "AAPL",
  current_price: 110,
  price_at: "2025-11-21T15:40:00.000Z",
  avg_price: 100,
  cost_basis: 1_000,
  shares: 10,
  change: 10,
  change_percent: 10,
  company_name: "Apple Inc.",
  unrealized_pl: 100,
  unrealized_plpc: 10,
  trail_status: "armed",
  cooldown_remaining: 0,
  is_managed: true,
  patterns: [],
};

describe("the figures of a symbol", () => {
  it("move with a newer price from the same close and cost", () => {
    expect(figuresAt(held, 120)).toEqual({
      price: 120,
      change: 20,
      changePercent: 20,
      gain: 200,
      gainPercent: expect.closeTo(20),
    });
  });

  it("gain on what the shares cost, which is not their average price in ten-thousandths times as many", () => {
    const bought = { ...held, shares: 486, avg_price: 1.4277, cost_basis: 693.8779 };
    const { gain, gainPercent } = figuresAt(bought, 1.41);

    expect(gain).toBeCloseTo(-8.6179);
    expect(gainPercent).toBeCloseTo(-1.242);
  });

  it("stay unknown where a part is unknown", () => {
    const figures = figuresAt({ ...held, current_price: null, change: null }, 120);

    expect(figures.change).toBeUndefined();
    expect(figures.gain).toBe(200);
    expect(figuresAt({ ...held, current_price: null, change: null }, undefined).price).toBe(
      undefined,
    );
  });

  it("have no gain without shares", () => {
    expect(figuresAt({ ...held, shares: 0, cost_basis: null }, 120).gain).toBeUndefined();
  });
});

describe("the distance to the trigger", () => {
  const trail = {
    trigger_side: "buy",
    trigger_price: 95,
    trigger_distance_percent: 5,
  } as TrailView;

  it("shrinks as the price nears it and is negative beyond", () => {
    expect(distanceAt(trail, 100)).toBeCloseTo(5);
    expect(distanceAt(trail, 90)).toBeLessThan(0);
    expect(distanceAt({ ...trail, trigger_side: "sell", trigger_price: 105 }, 100)).toBeCloseTo(5);
  });

  it("is unknown without a trigger", () => {
    expect(distanceAt({ ...trail, trigger_price: null }, 100)).toBeUndefined();
  });
});
