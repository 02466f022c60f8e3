import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { money, UNITS_PER_DOLLAR } from "./money.ts";
import { METRIC_NAMES, type MetricName, performanceOf } from "./performance.ts";
import { curveOf, curves } from "./testing/equity-curves.ts";
import type { ClosedTrade } from "./trade-metrics.ts";

const NO_CURVE = curveOf(100, []);
const trade = (dollars: number): ClosedTrade => ({ realized: money(dollars * UNITS_PER_DOLLAR) });
const measure = (over: Partial<Parameters<typeof performanceOf>[0]>) =>
  performanceOf({ curve: NO_CURVE, trades: [], bars: 0, barsHolding: 0, ...over });

describe("performanceOf an equity curve", () => {
  it("gives the numbers that the formulas give in other hands", () => {
    // Worked out in another language from the definitions, on the same seven values.
    const curve = curveOf(100_000, [101_000, 100_500, 102_000, 99_000, 99_500, 103_000]);
    const expected: Partial<Record<MetricName, number>> = {
      totalReturn: 0.03,
      cagr: 2.4606958935318217,
      annualVolatility: 0.34173928043247964,
      sharpe: 3.7840511253888596,
      sortino: 6.690210731314961,
      maxDrawdown: -0.02941176470588236,
      calmar: 83.66366038008192,
      bestDay: 0.035175879396984966,
      worstDay: -0.02941176470588236,
    };
    const found = measure({ curve });
    for (const [name, value] of Object.entries(expected))
      expect(found[name as MetricName].value, name).toBeCloseTo(value, 9);
    expect(found.longestDrawdownDays).toBe(3);
  });

  it("never says a number that is none, and always says why instead", () => {
    const anyCurve = fc.oneof(
      curves,
      fc.constantFrom(
        NO_CURVE,
        curveOf(0, [1]),
        curveOf(1, [0]),
        curveOf(1, [0, 1]),
        curveOf(1, [1, 1, 1]),
        curveOf(1, [2, 4, 8]),
        curveOf(1, [-1]),
      ),
    );
    const trades = fc.array(fc.integer({ min: -5, max: 5 }).map(trade), { maxLength: 40 });
    fc.assert(
      fc.property(anyCurve, trades, fc.nat({ max: 3 }), (curve, closed, bars) => {
        const found = performanceOf({ curve, trades: closed, bars, barsHolding: bars });
        for (const name of METRIC_NAMES) {
          const { value, reason } = found[name];
          if (value === undefined) expect(reason?.length, name).toBeGreaterThan(0);
          else expect(Number.isFinite(value), name).toBe(true);
        }
      }),
    );
  });

  it("says why a number is missing", () => {
    expect(measure({}).totalReturn.reason).toBe("no complete day yet");
    expect(measure({}).exposure.reason).toBe("no bars");
    expect(measure({ curve: curveOf(100, [101]) }).sharpe.reason).toBe("fewer than two days");
    expect(measure({ curve: curveOf(100, [100, 100]) }).sharpe.reason).toBe("returns never varied");
    expect(measure({ curve: curveOf(100, [200, 400, 800]) }).sharpe.reason).toBe(
      "returns never varied",
    );
    expect(measure({ curve: curveOf(100, [101, 103]) }).sortino.reason).toBe("no losing day");
    expect(measure({ curve: curveOf(100, [101, 103]) }).calmar.reason).toBe("no drawdown");
    expect(measure({ curve: curveOf(100, [0, 5]) }).cagr.reason).toBe("equity was zero or less");
    expect(measure({ curve: curveOf(0, [5]) }).maxDrawdown.reason).toBe("no starting equity");
  });

  it("loses everything at most: a curve that ends at zero grew by −100%", () => {
    const found = measure({ curve: curveOf(100, [50, 0]) });
    expect(found.totalReturn.value).toBe(-1);
    expect(found.cagr.value).toBe(-1);
    expect(found.maxDrawdown.value).toBe(-1);
  });

  it("always grows by the CAGR in 252 days what it returned in N", () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const { cagr, totalReturn, days } = measure({ curve });
        if (cagr.value === undefined || totalReturn.value === undefined) return;
        const again = (1 + cagr.value) ** (days / 252);
        // Growth so near −100% that 1 + cagr has few digits left cannot be taken back.
        if (1e-6 < 1 + cagr.value) expect(again / (1 + totalReturn.value)).toBeCloseTo(1, 6);
      }),
    );
  });

  it("marks annual numbers of fewer than 60 days, and no plain facts", () => {
    const days = (count: number) =>
      measure({
        curve: curveOf(
          100,
          Array.from({ length: count }, (_, day) => 100 + (day % 3)),
        ),
      });
    expect(days(59)).toMatchObject({
      hasFewDays: true,
      sharpe: { isSmallSample: true },
      cagr: { isSmallSample: true },
      annualVolatility: { isSmallSample: true },
      sortino: { isSmallSample: true },
      calmar: { isSmallSample: true },
      totalReturn: { isSmallSample: false },
      maxDrawdown: { isSmallSample: false },
    });
    expect(days(60)).toMatchObject({ hasFewDays: false, sharpe: { isSmallSample: false } });
  });
});

describe("performanceOf closed trades", () => {
  it("counts a trade that earned nothing as neither win nor loss", () => {
    const found = measure({ trades: [trade(30), trade(-10), trade(0), trade(10)] });
    expect(found.tradeCount).toBe(4);
    expect(found.winRate.value).toBe(0.5);
    expect(found.profitFactor.value).toBe(4);
    expect(found.expectancy.value).toBe(75_000);
    expect(found.bestTrade.value).toBe(300_000);
    expect(found.worstTrade.value).toBe(-100_000);
  });

  it("has no profit factor without a loss, and nothing at all without trades", () => {
    expect(measure({ trades: [trade(3)] }).profitFactor.reason).toBe("no losing trade");
    expect(measure({ trades: [trade(-3)] }).profitFactor.value).toBe(0);
    for (const name of ["winRate", "profitFactor", "expectancy", "bestTrade"] as const)
      expect(measure({})[name].reason, name).toBe("no closed trade");
  });

  it("marks averages of fewer than 30 trades", () => {
    const trades = Array.from({ length: 30 }, (_, index) => trade(index % 2 === 0 ? 3 : -2));
    expect(measure({ trades })).toMatchObject({
      hasFewTrades: false,
      winRate: { value: 0.5, isSmallSample: false },
      profitFactor: { value: 1.5 },
    });
    expect(measure({ trades: trades.slice(1) })).toMatchObject({
      hasFewTrades: true,
      winRate: { isSmallSample: true },
      profitFactor: { isSmallSample: true },
      expectancy: { isSmallSample: true },
      bestTrade: { isSmallSample: false },
    });
  });

  it("always agrees with itself: expectancy has the sign of profit factor above or below one", () => {
    const trades = fc.array(
      fc.integer({ min: -100, max: 100 }).map((dollars) => trade(dollars)),
      { minLength: 1, maxLength: 50 },
    );
    fc.assert(
      fc.property(trades, (closed) => {
        const { profitFactor, expectancy } = measure({ trades: closed });
        if (profitFactor.value === undefined || expectancy.value === undefined) return;
        expect(Math.sign(expectancy.value)).toBe(Math.sign(profitFactor.value - 1));
      }),
    );
  });
});

describe("exposure", () => {
  it("is the share of bars with a position, not rounded", () => {
    expect(measure({ bars: 8, barsHolding: 3 }).exposure.value).toBe(0.375);
  });
});
