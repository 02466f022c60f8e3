import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf, markets, rules, settingsOf } from "../testing/bar-arbitraries.ts";
import { type PlainBar, type PlainRules, plainBacktest } from "../testing/plain-backtest.ts";
import type { BacktestReport } from "./backtest-report.ts";
import { runBacktest } from "./run-backtest.ts";

describe("runBacktest", () => {
  it("always trades as a plain reading of the rules does, trade for trade", () => {
    const met = { trades: 0, unfilled: 0, stops: 0, modes: new Set<string>() };
    fc.assert(
      fc.property(markets, rules, (bars, plain) => {
        const expected = plainBacktest(bars, plain);

        expect(outcomeOf(bars, plain)).toEqual(expected);

        met.trades += expected.trades.length;
        met.unfilled += expected.unfilled;
        met.stops += expected.trades.filter(({ reason }) => reason === "stop-loss").length;
        if (0 < expected.trades.length) met.modes.add(plain.mode);
      }),
      { numRuns: 400 },
    );
    // The property is worth what it met.
    expect(met.modes.size).toBe(3);
    expect(Math.min(met.trades, met.unfilled, met.stops)).toBeGreaterThan(0);
  });

  it("always cancels what a plain reading cancels when openings outrun the cash", () => {
    let canceled = 0;
    const tight = rules.map((plain) => ({
      ...plain,
      fill: "next-open" as const,
      cash: 3_000_000,
      sharesToBuy: 30,
      maxPositionSize: 40,
      minCashReserve: 0,
      positionShare: undefined,
      dailyLoss: undefined,
    }));
    fc.assert(
      fc.property(markets, tight, (bars, plain) => {
        const expected = plainBacktest(bars, plain);

        expect(outcomeOf(bars, plain)).toEqual(expected);

        canceled += expected.canceled.length;
      }),
      { numRuns: 200 },
    );
    expect(canceled).toBeGreaterThan(0);
  });

  it("never looks ahead: bars appended later change no decision made before them", () => {
    fc.assert(
      fc.property(markets, rules, fc.nat(), (bars, plain, pick) => {
        const cut = bars[pick % bars.length]!.closesAt;
        const past = bars.filter(({ closesAt }) => closesAt <= cut);
        const early = decisionsOf(runBacktest(columnsOf(past), settingsOf(plain)));
        const whole = decisionsOf(runBacktest(columnsOf(bars), settingsOf(plain)));

        expect(whole.filter(({ at }) => at <= cut)).toEqual(early);
      }),
    );
  });
});

/** Everything that was decided, in whatever way it ended. */
function decisionsOf({ trades, canceled, unfilled }: BacktestReport) {
  const traded = trades.map(({ ticker, side, quantity, reason, decidedAt, decisionPrice }) => ({
    ticker,
    side,
    quantity,
    reason,
    at: decidedAt,
    price: decisionPrice,
  }));
  const untraded = [...canceled.map(({ intent }) => intent), ...unfilled].map(
    ({ ticker, side, quantity, reason, at, price }) => ({
      ticker,
      side,
      quantity,
      reason,
      at,
      price,
    }),
  );
  return [...traded, ...untraded].sort(
    (one, other) => one.at - other.at || one.ticker.localeCompare(other.ticker),
  );
}

function outcomeOf(bars: readonly PlainBar[], plain: PlainRules): ReturnType<typeof plainBacktest> {
  const { trades, canceled, unfilled, book, equityCurve } = runBacktest(
    columnsOf(bars),
    settingsOf(plain),
  );
  return {
    trades: trades.map(({ ticker, side, quantity, price, at, reason, realized }) => ({
      symbol: ticker,
      side,
      shares: quantity,
      price,
      at,
      reason,
      realized,
    })),
    canceled: canceled.map(({ intent, at }) => ({
      symbol: intent.ticker,
      shares: intent.quantity,
      at,
    })),
    unfilled: unfilled.length,
    cash: book.cash,
    equity: book.equity,
    curve: equityCurve.map(({ at, equity }) => ({ at, equity })),
  };
}
