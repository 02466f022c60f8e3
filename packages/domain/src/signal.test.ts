import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant } from "./market.ts";
import { bps, type Money, price, shares } from "./money.ts";
import { FLAT, type Position } from "./position.ts";
import { dashboardSignalOf, reasonOn, type SignalRule, signalOf } from "./signal.ts";
import { pricePaths, prices, quantities, strategies } from "./testing/arbitraries.ts";
import { begin, follow, type Trail } from "./trail.ts";

const RULE: SignalRule = {
  mode: "TRAILING",
  buyDropBps: bps(400),
  buyDropMaxBps: bps(500),
  sellRiseBps: bps(400),
  takeProfitBps: bps(400),
  stopLossBps: bps(1_000),
  stopLossEnabled: false,
};
const SIMPLE: SignalRule = { ...RULE, mode: "SIMPLE" };
const HYBRID: SignalRule = { ...RULE, mode: "HYBRID", stopLossEnabled: true };

describe("signalOf", () => {
  it("buys a fall of exactly 4% from the high, and not a ten-thousandth less", () => {
    expect(signalOf(trail({ high: 100, last: 96 }), FLAT, RULE)).toBe("buy");
    expect(signalOf(trail({ high: 100, last: 96.0001 }), FLAT, RULE)).toBe("hold");
  });

  it("sells a rise of exactly 4% from the low, and not a ten-thousandth less", () => {
    expect(signalOf(trail({ low: 100, last: 104 }), holding(90), RULE)).toBe("sell");
    expect(signalOf(trail({ low: 100, last: 103.9999 }), holding(90), RULE)).toBe("hold");
  });

  it("in SIMPLE mode sells at a gain of exactly 4% on the average cost, whatever the trail", () => {
    expect(signalOf(trail({ low: 50, last: 104 }), holding(100), SIMPLE)).toBe("sell");
    expect(signalOf(trail({ low: 50, last: 103.9999 }), holding(100), SIMPLE)).toBe("hold");
  });

  it("in HYBRID mode enters at both edges of the band and nowhere below it", () => {
    expect(signalOf(trail({ high: 100, last: 96 }), FLAT, HYBRID)).toBe("buy");
    expect(signalOf(trail({ high: 100, last: 95 }), FLAT, HYBRID)).toBe("buy");
    expect(signalOf(trail({ high: 100, last: 94.9999 }), FLAT, HYBRID)).toBe("hold");
  });

  it("tests the stop before the take profit, and that before the trail", () => {
    const crossed = { ...HYBRID, stopLossBps: bps(500) };
    expect(reasonOn(trail({ low: 90, last: 95 }), holding(100), crossed)).toBe("stop-loss");
    expect(reasonOn(trail({ low: 90, last: 104 }), holding(100), HYBRID)).toBe("take-profit");
    expect(reasonOn(trail({ low: 92, last: 96 }), holding(100), HYBRID)).toBe("trail-rise");
  });

  it("stops at a loss of exactly 10% when the stop is on, in any mode", () => {
    const fallen = trail({ low: 90, last: 90 });
    expect(reasonOn(fallen, holding(100), RULE)).toBeUndefined();
    expect(reasonOn(fallen, holding(100), { ...RULE, stopLossEnabled: true })).toBe("stop-loss");
    expect(reasonOn(fallen, holding(99.9999), { ...RULE, stopLossEnabled: true })).toBeUndefined();
  });

  it("never speaks on a first price", () => {
    fc.assert(
      fc.property(prices, strategies, (first, rule) => {
        expect(signalOf(begin({ price: first, at: instant(0) }), FLAT, rule)).toBe("hold");
      }),
    );
  });

  it("never buys while shares are held, and never sells when none are", () => {
    fc.assert(
      fc.property(pricePaths({ min: 2, max: 40 }), strategies, quantities, (path, rule, held) => {
        const cost = (path[0]! * held) as Money;
        for (const seen of trailsOf(path)) {
          expect(signalOf(seen, { shares: held, costBasis: cost }, rule)).not.toBe("buy");
          expect(signalOf(seen, FLAT, rule)).not.toBe("sell");
        }
      }),
    );
  });

  it("always counts equality as a signal", () => {
    const rates = fc.integer({ min: 1, max: 20 }).map((percent) => bps(percent * 100));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000 }), rates, (dollars, rate) => {
        const rule = { ...RULE, buyDropBps: rate, sellRiseBps: rate };
        const low = (dollars * (10_000 - rate)) / 10_000;
        const high = (dollars * (10_000 + rate)) / 10_000;

        expect(signalOf(trail({ high: dollars, last: low }), FLAT, rule)).toBe("buy");
        expect(signalOf(trail({ low: dollars, last: high }), holding(dollars * 2), rule)).toBe(
          "sell",
        );
      }),
    );
  });
});

describe("dashboardSignalOf", () => {
  it("borders red at 96% of the high while flat, green at 104% of the low while holding", () => {
    expect(dashboardSignalOf(trail({ high: 100, last: 96 }), shares(0))).toBe("buy");
    expect(dashboardSignalOf(trail({ high: 100, last: 96.0001 }), shares(0))).toBe("hold");
    expect(dashboardSignalOf(trail({ high: 100, last: 96 }), shares(1))).toBe("hold");
    expect(dashboardSignalOf(trail({ low: 100, last: 104 }), shares(1))).toBe("sell");
    expect(dashboardSignalOf(trail({ low: 100, last: 104 }), shares(0))).toBe("hold");
  });
});

const units = (dollars: number) => price(Math.round(dollars * 10_000));

function trail({ high, low, last }: { high?: number; low?: number; last: number }): Trail {
  return {
    since: instant(0),
    high: units(Math.max(high ?? last, last)),
    low: units(Math.min(low ?? last, last)),
    last: units(last),
  };
}

const holding = (dollars: number): Position => ({
  shares: shares(10),
  costBasis: (units(dollars) * 10) as Money,
});

function trailsOf(path: readonly number[]): Trail[] {
  const seen: Trail[] = [];
  for (const each of path) {
    const print = { price: price(each), at: instant(0) };
    const before = seen[seen.length - 1];
    seen.push(before ? follow(before, print) : begin(print));
  }
  return seen;
}
