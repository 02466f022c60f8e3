import { bps, NO_MONEY } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { sweptSettings } from "../../testing/verdict/swept-bars.ts";
import { worldBars } from "../../testing/verdict/verdict-worlds.ts";
import { commissionOf } from "../backtest/costs.ts";
import { openSweep, prepareSweep } from "./open-sweep.ts";
import { BREAK_EVEN_MAX, costsOf, hasCosts, skillOf, VERDICT_COMMISSION } from "./trial-costs.ts";

const DAYS = 1_500;
const swing = { deviation: 0.05, halfLife: 4 };
const swinging = worldBars([{ drift: 0, volatility: 0.15, common: 0, swing }], {
  seed: 2,
  days: DAYS,
});
const prepared = prepareSweep(swinging, "shared");
const asked = {
  run: openSweep(prepared),
  basis: prepared.basis,
  cut: { days: DAYS, inside: DAYS },
};

describe("the costs of a verdict", () => {
  it("take of a purchase and a sale together what the fees of the sale are, a trifle more at most", () => {
    for (const [shares, dollars] of [
      [10, 40],
      [1_000, 120],
      [25_000, 7],
    ] as const) {
      const value = shares * dollars;
      // $20.60 of a million dollars, $0.000195 a share.
      const owed = value * 20.6e-6 + shares * 0.000195;
      const taken = (2 * commissionOf(VERDICT_COMMISSION, shares, value * 10_000)) / 10_000;

      expect(taken).toBeGreaterThanOrEqual(owed);
      expect(taken).toBeLessThan(owed * 1.07 + 0.0005);
    }
  });

  it("know trading that is free, also where zeros are written for nothing", () => {
    const { commission: _, slippage: __, ...free } = sweptSettings(1);
    const slippage = { bps: bps(0), spread: NO_MONEY, impactBps: bps(0) };

    expect([free, { ...free, slippage }, sweptSettings(1)].map(hasCosts)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("break even at the last cost that leaves skill", () => {
    const settings = sweptSettings(1);
    const { breakEvenBps, growth, growthBefore } = costsOf(settings, asked);
    const skillAt = (rate: number) => {
      const { commission: _, ...priced } = settings;
      const slippage = { bps: bps(rate), spread: NO_MONEY, impactBps: bps(0) };
      return skillOf({ ...priced, slippage }, asked).reduce((sum, each) => sum + each, 0);
    };

    expect(breakEvenBps).toBeGreaterThan(1);
    expect(breakEvenBps).toBeLessThan(BREAK_EVEN_MAX);
    expect(skillAt(breakEvenBps)).toBeGreaterThan(0);
    expect(skillAt(breakEvenBps + 1)).toBeLessThanOrEqual(0);
    expect(growth).toBeLessThan(growthBefore);
  });
});
