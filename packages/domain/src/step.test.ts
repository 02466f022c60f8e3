import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openBook, restorePosition, restoreTrail } from "./book.ts";
import { instant, type Ticker } from "./market.ts";
import { bps, type Money, money, price, shares } from "./money.ts";
import { QUIET, reasonOf } from "./reason.ts";
import { reachedAt, step } from "./step.ts";
import { RISK_LIMITS_NONE, STRATEGY_DEFAULTS, type Strategy } from "./strategy.ts";
import { pricePaths, prices, quantities, strategies } from "./testing/arbitraries.ts";

const RULE: Strategy = {
  ...STRATEGY_DEFAULTS,
  buyDropBps: bps(400),
  buyDropMaxBps: bps(500),
  sellRiseBps: bps(400),
  takeProfitBps: bps(400),
  stopLossEnabled: false,
};
const SIMPLE: Strategy = { ...RULE, mode: "SIMPLE" };
const HYBRID: Strategy = { ...RULE, mode: "HYBRID", stopLossEnabled: true };

describe("reachedAt", () => {
  it("buys a fall of exactly 4% from the high, and not a ten-thousandth less", () => {
    expect(reached({ high: 100, last: 96 }, RULE)).toBe("trail-drop");
    expect(reached({ high: 100, last: 96.0001 }, RULE)).toBeUndefined();
  });

  it("sells a rise of exactly 4% from the low, and not a ten-thousandth less", () => {
    expect(reached({ low: 100, last: 104, paid: 90 }, RULE)).toBe("trail-rise");
    expect(reached({ low: 100, last: 103.9999, paid: 90 }, RULE)).toBeUndefined();
  });

  it("in SIMPLE mode sells at a gain of exactly 4% on the average cost, whatever the trail", () => {
    expect(reached({ low: 50, last: 104, paid: 100 }, SIMPLE)).toBe("take-profit");
    expect(reached({ low: 50, last: 103.9999, paid: 100 }, SIMPLE)).toBeUndefined();
  });

  it("in HYBRID mode enters at both edges of the band and nowhere below it", () => {
    expect(reached({ high: 100, last: 96 }, HYBRID)).toBe("trail-drop");
    expect(reached({ high: 100, last: 95 }, HYBRID)).toBe("trail-drop");
    expect(reached({ high: 100, last: 94.9999 }, HYBRID)).toBeUndefined();
  });

  it("tests the stop before the take profit, and that before the trail", () => {
    const crossed = { ...HYBRID, stopLossBps: bps(500) };
    expect(reached({ low: 90, last: 95, paid: 100 }, crossed)).toBe("stop-loss");
    expect(reached({ low: 90, last: 104, paid: 100 }, HYBRID)).toBe("take-profit");
    expect(reached({ low: 92, last: 96, paid: 100 }, HYBRID)).toBe("trail-rise");
  });

  it("stops at a loss of exactly 10% when the stop is on, in any mode", () => {
    const stopping = { ...RULE, stopLossEnabled: true };
    expect(reached({ low: 90, last: 90, paid: 100 }, RULE)).toBeUndefined();
    expect(reached({ low: 90, last: 90, paid: 100 }, stopping)).toBe("stop-loss");
    expect(reached({ low: 90, last: 90, paid: 99.9999 }, stopping)).toBeUndefined();
  });

  it("always counts equality as a signal", () => {
    const rates = fc.integer({ min: 1, max: 20 }).map((percent) => bps(percent * 100));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000 }), rates, (dollars, rate) => {
        const rule = { ...RULE, buyDropBps: rate, sellRiseBps: rate };
        const low = (dollars * (10_000 - rate)) / 10_000;
        const high = (dollars * (10_000 + rate)) / 10_000;

        expect(reached({ high: dollars, last: low }, rule)).toBe("trail-drop");
        expect(reached({ low: dollars, last: high, paid: dollars * 2 }, rule)).toBe("trail-rise");
      }),
    );
  });
});

describe("step", () => {
  it("never speaks on a first price", () => {
    fc.assert(
      fc.property(prices, strategies, (first, rule) => {
        expect(step(bookOf(rule), 0, first, instant(0))).toBe(QUIET);
      }),
    );
  });

  it("never buys while shares are held, and never sells when none are", () => {
    fc.assert(
      fc.property(pricePaths({ min: 2, max: 40 }), strategies, quantities, (path, rule, held) => {
        const [flat, holding] = [bookOf(rule), bookOf(rule)];
        const costBasis = (path[0]! * held) as Money;
        restorePosition(holding, 0, { held, costBasis, managed: true });
        for (const each of path) {
          expect(reasonOf(step(holding, 0, each, instant(0)))).not.toBe("trail-drop");
          expect([undefined, "trail-drop"]).toContain(reasonOf(step(flat, 0, each, instant(0))));
        }
      }),
    );
  });
});

const bookOf = (strategy: Strategy) =>
  openBook({
    tickers: ["ORCL" as Ticker],
    strategy,
    limits: RISK_LIMITS_NONE,
    cash: money(1_000_000_000),
    automation: "on",
  });

const units = (dollars: number) => price(Math.round(dollars * 10_000));

/** What a trail's last price has reached, of ten shares where a price was paid for them. */
function reached(
  { high, low, last, paid }: { high?: number; low?: number; last: number; paid?: number },
  strategy: Strategy,
) {
  const book = bookOf(strategy);
  restoreTrail(book, 0, {
    since: instant(0),
    high: units(Math.max(high ?? last, last)),
    low: units(Math.min(low ?? last, last)),
    last: units(last),
  });
  if (paid !== undefined) {
    const costBasis = (units(paid) * 10) as Money;
    restorePosition(book, 0, { held: shares(10), costBasis, managed: true });
  }
  return reasonOf(reachedAt(book, 0, units(last)));
}
