import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { columnsOf, markets, rules, settingsOf } from "../testing/bar-arbitraries.ts";
import { walks } from "../testing/walk-arbitraries.ts";
import { type KernelBars, kernelBarsOf } from "./kernel-bars.ts";
import type { KernelTrade } from "./kernel-outcome.ts";
import { kernelRuleGapOf, kernelRuleOf } from "./kernel-rule.ts";
import { kernelSymbolOf } from "./kernel-walk.ts";
import { runKernel } from "./run-kernel.ts";

describe("runKernel", () => {
  it("always does what the full engine does, trade for trade and to the cent", () => {
    const met = { ...NOTHING };
    drawUntil(
      () => 0 < Math.min(met.trades, met.stops, met.unfilled),
      (seed) =>
        fc.assert(
          fc.property(markets, rules, (bars, plain) => {
            for (const columns of columnsOf(bars)) expectAlike(columns, settingsOf(plain), met);
          }),
          { numRuns: 400, seed },
        ),
    );
    // The property is worth what it met.
    expect(Math.min(met.trades, met.stops, met.unfilled)).toBeGreaterThan(0);
  });

  it("always does so on long paths, where it passes over blocks of prices", () => {
    const met = { ...NOTHING };
    drawUntil(
      () => 1_000 < met.trades,
      (seed) =>
        fc.assert(
          fc.property(walks, rules, (columns, plain) => {
            expectAlike(columns, settingsOf(plain), met);
          }),
          { numRuns: 300, seed },
        ),
    );
    expect(met.trades).toBeGreaterThan(1_000);
  });

  it("always does so where openings outrun the cash", () => {
    const met = { ...NOTHING };
    const tight = rules.map((plain) => ({
      ...plain,
      fill: "next-open" as const,
      cash: 3_000_000,
      sharesToBuy: 30,
      maxPositionSize: 40,
      minCashReserve: 0,
      positionShare: undefined,
    }));
    drawUntil(
      () => 0 < met.canceled,
      (seed) =>
        fc.assert(
          fc.property(markets, tight, (bars, plain) => {
            for (const columns of columnsOf(bars)) expectAlike(columns, settingsOf(plain), met);
          }),
          { numRuns: 200, seed },
        ),
    );
    expect(met.canceled).toBeGreaterThan(0);
  });

  it("always does so where a loss halts the day", () => {
    const met = { ...NOTHING };
    const risky = rules.map((plain) => ({
      ...plain,
      cash: 3_000_000,
      sharesToBuy: 1_000,
      maxPositionSize: 1_000,
      minCashReserve: 0,
      positionShare: undefined,
      coolDownMs: 0,
    }));
    let halted = 0;
    drawUntil(
      () => 10 < halted,
      (seed) =>
        fc.assert(
          fc.property(
            walks,
            risky,
            fc.integer({ min: 0, max: 300 }),
            (columns, plain, dailyLoss) => {
              const limited = expectAlike(columns, settingsOf({ ...plain, dailyLoss }), met);
              const free = kernelOf(columns, settingsOf({ ...plain, dailyLoss: undefined }));
              if (limited !== undefined && free?.trades.length !== limited) halted++;
            },
          ),
          { numRuns: 300, seed },
        ),
    );
    expect(halted).toBeGreaterThan(10);
  });

  it("leaves to the full engine what it does not do, and says what it is", () => {
    const columns = fc.sample(walks, 1)[0]!;
    const bars = kernelBarsOf(columns) as KernelBars;
    const plain = settingsOf(fc.sample(rules, 1)[0]!);
    const waiting = { ...plain.strategy, patternConfirmation: "require" as const };
    const outside = { ...columns, closesInSession: new Uint8Array(columns.count) };

    expect(kernelRuleGapOf({ ...plain, strategy: waiting }, bars)).toBe("pattern confirmation");
    expect(kernelRuleGapOf({ ...plain, novelty: 1 } as BacktestSettings, bars)).toBe(
      "the setting novelty",
    );
    expect(kernelBarsOf(outside)).toBe("no bars inside the session");
  });
});

const NOTHING = { trades: 0, stops: 0, unfilled: 0, canceled: 0 };

/** How many trades both made; undefined where the kernel passes. */
function expectAlike(
  columns: BarColumns,
  settings: BacktestSettings,
  met: typeof NOTHING,
): number | undefined {
  const kernel = kernelOf(columns, settings);
  if (kernel === undefined) return undefined;
  const report = runBacktest([columns], settings);
  const { book, trades } = report;

  expect(kernel.trades).toEqual(
    trades.map(({ side, quantity, price, at, reason, realized }) => ({
      side,
      quantity,
      price,
      at,
      reason,
      realized,
    })),
  );
  expect([...kernel.curve]).toEqual(report.equityCurve.map(({ equity }) => equity));
  const sales = trades.filter(({ side }) => side === "sell");
  expect(kernel.outcome).toEqual({
    finalEquity: book.equity,
    cash: book.cash,
    held: book.held[0],
    costBasis: book.costBasis[0],
    buys: trades.length - sales.length,
    sells: sales.length,
    wins: sales.filter(({ realized }) => 0 < realized).length,
    won: sales.reduce((sum, { realized }) => sum + Math.max(0, realized), 0),
    lost: sales.reduce((sum, { realized }) => sum + Math.max(0, -realized), 0),
    canceled: report.canceled.length,
    unfilled: report.unfilled.length,
    closesHolding: report.closesHolding,
    maxDrawdown: deepestOf([settings.cash, ...kernel.curve]),
  });
  // Nothing kept beside it changes what comes out.
  expect(kernel.alone).toEqual(kernel.outcome);
  met.trades += trades.length;
  met.stops += sales.filter(({ reason }) => reason === "stop-loss").length;
  met.unfilled += report.unfilled.length;
  met.canceled += report.canceled.length;
  return trades.length;
}

function kernelOf(columns: BarColumns, settings: BacktestSettings) {
  const bars = kernelBarsOf(columns);
  if (typeof bars === "string" || kernelRuleGapOf(settings, bars) !== undefined) return undefined;
  const symbol = kernelSymbolOf(bars);
  const rule = kernelRuleOf(settings);
  const trades: KernelTrade[] = [];
  const curve = new Float64Array(bars.days);
  const outcome = runKernel(symbol, rule, { trades, curve });
  return { outcome, trades, curve, alone: runKernel(symbol, rule) };
}

function deepestOf(values: readonly number[]): number {
  let [mark, deepest] = [values[0]!, 0];
  for (const value of values) {
    mark = Math.max(mark, value);
    deepest = Math.min(deepest, value / mark - 1);
  }
  return deepest;
}
