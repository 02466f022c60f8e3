import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordOf } from "../../testing/track-records.ts";
import { METRIC_NAMES, type MetricName } from "./metric-name.ts";
import { performanceOf } from "./performance.ts";
import type { ClosedTrade, TrackRecord } from "./track-record.ts";

const measure = (values: readonly number[], over: Partial<TrackRecord> = {}) =>
  performanceOf(recordOf(values, over)).metrics;
const withTrades = (trades: readonly ClosedTrade[]) => measure([100], { trades });
const trade = (pnl: number): ClosedTrade => ({ pnl });

const dollars = fc.double({ min: 1, max: 5e7, noNaN: true });
const anyValues = fc.oneof(
  fc.array(dollars, { minLength: 1, maxLength: 90 }),
  fc.constantFrom([100], [0, 1], [1, 0], [1, 0, 1], [1, 1, 1, 1, 1], [1, 2, 4, 8, 16], [1, -1], []),
);

describe("performanceOf an equity curve", () => {
  it("gives the numbers that the formulas give by hand", () => {
    // Returns 10%, −10%, 10%: worked out on paper.
    const found = measure([100, 110, 99, 108.9]);

    expect(found.totalReturn.value).toBeCloseTo(0.089, 12);
    expect(found.maxDrawdown.value).toBeCloseTo(-0.1, 12);
    // mean 1/30, deviation √(4/300): 0.2887 of a day.
    expect(found.sharpe.value).toBeCloseTo((Math.sqrt(3) / 6) * Math.sqrt(252), 9);
    // Losses squared over three days: 0.01 ÷ 3.
    expect(found.sortino.value).toBeCloseTo((1 / 30 / Math.sqrt(0.01 / 3)) * Math.sqrt(252), 9);
    expect(found.omega.value).toBeCloseTo(2, 9);
    expect(found.longestDrawdownDays.value).toBe(2);
    expect(found.recoveryDays.reason).toBe("not recovered yet");
    // Depths 0, −10%, −1%.
    expect(found.ulcerIndex.value).toBeCloseTo(Math.sqrt((0.01 + 0.0001) / 3), 12);
  });

  it("never says a number that is none, and always says why instead", () => {
    const trades = fc.array(fc.integer({ min: -5, max: 5 }).map(trade), { maxLength: 40 });
    fc.assert(
      fc.property(anyValues, trades, fc.nat({ max: 3 }), (values, closed, all) => {
        const found = measure(values, { trades: closed, closes: { all, holding: all } });
        for (const name of METRIC_NAMES) {
          const { value, reason } = found[name];
          if (value === undefined) expect(reason?.length, name).toBeGreaterThan(0);
          else expect(Number.isFinite(value), name).toBe(true);
        }
      }),
    );
  });

  it("says why a number is missing", () => {
    expect(measure([100]).totalReturn.reason).toBe("no complete day yet");
    expect(measure([100, 101]).sharpe.reason).toBe("fewer than two days");
    expect(measure([100, 100, 100]).sharpe.reason).toBe("returns never varied");
    expect(measure([100, 200, 400, 800]).sharpe.reason).toBe("returns never varied");
    expect(measure([100, 101, 103]).sortino.reason).toBe("no losing day");
    expect(measure([100, 101, 103]).calmar.reason).toBe("no drawdown");
    expect(measure([100, 0, 5]).cagr.reason).toBe("equity was zero or less");
    expect(measure([0, 5]).maxDrawdown.reason).toBe("no starting equity");
    expect(measure([100, 101, 99]).beta.reason).toBe("no benchmark was given");
    expect(measure([100, 101, 99]).winRate.reason).toBe("no trades were given");
    expect(measure([100, 101, 99]).deflatedSharpe.reason).toBe(
      "the trials behind it are not known",
    );
    expect(measure([100], { closes: { all: 0, holding: 0 } }).exposure.reason).toBe("no bars");
  });

  it("loses everything at most: a curve that ends at zero grew by −100%", () => {
    const found = measure([100, 50, 0]);
    expect(found.totalReturn.value).toBe(-1);
    expect(found.cagr.value).toBe(-1);
    expect(found.maxDrawdown.value).toBe(-1);
  });

  it("always grows by the CAGR in 252 days what it returned in N", () => {
    fc.assert(
      fc.property(fc.array(dollars, { minLength: 2, maxLength: 90 }), (values) => {
        const { cagr, totalReturn } = measure(values);
        if (cagr.value === undefined || totalReturn.value === undefined) return;
        const again = (1 + cagr.value) ** ((values.length - 1) / 252);
        // Growth so near −100% that 1 + cagr has few digits left cannot be taken back.
        if (1e-6 < 1 + cagr.value) expect(again / (1 + totalReturn.value)).toBeCloseTo(1, 6);
      }),
    );
  });

  it("is the same whatever the account is counted in, but for amounts", () => {
    fc.assert(
      fc.property(fc.array(dollars, { minLength: 2, maxLength: 60 }), (values) => {
        const [whole, eighths] = [measure(values), measure(values.map((value) => value / 8))];
        expect(eighths).toEqual(whole);
      }),
    );
  });

  it("marks numbers estimated from fewer than 60 days, and no plain facts", () => {
    const days = (count: number) =>
      performanceOf(recordOf(Array.from({ length: count + 1 }, (_, day) => 100 + (day % 3))));
    expect(days(59)).toMatchObject({
      hasFewDays: true,
      metrics: {
        sharpe: { isSmallSample: true },
        cagr: { isSmallSample: true },
        annualVolatility: { isSmallSample: true },
        sortino: { isSmallSample: true },
        calmar: { isSmallSample: true },
        totalReturn: { isSmallSample: false },
        maxDrawdown: { isSmallSample: false },
      },
    });
    expect(days(60)).toMatchObject({
      hasFewDays: false,
      metrics: { sharpe: { isSmallSample: false } },
    });
  });
});

describe("performanceOf closed trades", () => {
  it("counts a trade that earned nothing as neither win nor loss", () => {
    const found = withTrades([trade(30), trade(-10), trade(0), trade(10)]);
    const expected: Partial<Record<MetricName, number>> = {
      winRate: 0.5,
      profitFactor: 4,
      expectancy: 7.5,
      payoff: 2,
      kelly: 0.25,
      bestTrade: 30,
      worstTrade: -10,
      winStreak: 1,
      lossStreak: 1,
    };
    for (const [name, value] of Object.entries(expected))
      expect(found[name as MetricName].value, name).toBeCloseTo(value, 12);
  });

  it("counts the longest runs of wins and of losses", () => {
    const found = withTrades([1, 2, -1, 3, 4, 5, 0, -2, -3].map(trade));
    expect(found.winStreak.value).toBe(3);
    expect(found.lossStreak.value).toBe(2);
  });

  it("has no profit factor without a loss, and nothing at all without trades", () => {
    expect(withTrades([trade(3)]).profitFactor.reason).toBe("no losing trade");
    expect(withTrades([trade(-3)]).profitFactor.value).toBe(0);
    expect(withTrades([trade(-3)]).payoff.reason).toBe("no winning trade");
    for (const name of ["winRate", "profitFactor", "expectancy", "bestTrade"] as const)
      expect(withTrades([])[name].reason, name).toBe("no closed trade");
  });

  it("marks averages of fewer than 30 trades", () => {
    const trades = Array.from({ length: 30 }, (_, index) => trade(index % 2 === 0 ? 3 : -2));
    expect(withTrades(trades)).toMatchObject({
      winRate: { value: 0.5, isSmallSample: false },
      profitFactor: { value: 1.5 },
    });
    expect(withTrades(trades.slice(1))).toMatchObject({
      winRate: { isSmallSample: true },
      profitFactor: { isSmallSample: true },
      expectancy: { isSmallSample: true },
      bestTrade: { isSmallSample: false },
    });
  });

  it("always agrees with itself: expectancy has the sign of profit factor above or below one", () => {
    const trades = fc.array(fc.integer({ min: -100, max: 100 }).map(trade), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(trades, (closed) => {
        const { profitFactor, expectancy } = withTrades(closed);
        if (profitFactor.value === undefined || expectancy.value === undefined) return;
        expect(Math.sign(expectancy.value)).toBe(Math.sign(profitFactor.value - 1));
      }),
    );
  });

  it("knows from them how long something was held", () => {
    const { times } = recordOf([100, 101, 102, 103, 104]);
    const trades = [{ pnl: 1, enteredAt: times[1]!, exitedAt: times[3]! }];
    const record = recordOf([100, 101, 102, 103, 104], { trades });

    // Held at the closes of days 1 and 2; backtesting.py counts the day of the exit, and day 0.
    expect(performanceOf(record).metrics.exposure.value).toBe(0.5);
    expect(performanceOf(record, "backtesting.py").metrics.exposure.value).toBe(0.6);
  });

  it("knows of what is still open that it is held to the end", () => {
    const { times } = recordOf([100, 101, 102, 103, 104]);
    const trades = [{ pnl: 1, enteredAt: times[0]!, exitedAt: times[1]! }];
    const open = [{ enteredAt: times[3]! }];
    const held = recordOf([100, 101, 102, 103, 104], { trades, open });

    expect(performanceOf(held).metrics.exposure.value).toBe(0.5);
    expect(performanceOf(held, "backtesting.py").metrics.exposure.value).toBe(0.8);
    const unknown = recordOf([100, 101], { trades, open: [{}] });
    expect(performanceOf(unknown).metrics.exposure.reason).toBe(
      "the trades do not say when they began and ended",
    );
  });
});

describe("exposure", () => {
  it("is the share of bars with a position, not rounded", () => {
    expect(measure([100], { closes: { all: 8, holding: 3 } }).exposure.value).toBe(0.375);
  });
});
