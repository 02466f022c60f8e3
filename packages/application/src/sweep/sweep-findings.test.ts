import { type Instant, instant } from "@sevenfold/domain/market";
import type { Bps } from "@sevenfold/domain/money";
import { stockOf } from "@sevenfold/domain/stocks";
import { RISK_LIMITS_NONE } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { MARKET_EPOCH } from "../simulation/price-curve.ts";
import { openSimulatedMarket } from "../simulation/simulated-market.ts";
import { settingsOf } from "../testing/bar-arbitraries.ts";
import { plainNormal } from "../testing/plain-normal.ts";
import { measureTrials, sampleCutOf } from "./measure-trial.ts";
import { openSweep, prepareSweep } from "./open-sweep.ts";
import { findingsOf } from "./sweep-findings.ts";
import { gridOf, settingsAt } from "./sweep-space.ts";
import { TRIAL_WIDTH, trialNumber } from "./trial-row.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const BAR_MS = 30 * MINUTE_MS;
const BARS_PER_DAY = 13;
const DAYS = 250;
const SEEDS = Array.from({ length: 30 }, (_, seed) => seed);
const STOCK = stockOf("NVDA")!;

describe("the findings of a sweep", () => {
  it("label the driftless market of the exchange as noise, for nearly every seed", () => {
    const taken = SEEDS.filter((seed) => sweepOf(walkOfExchange(seed)).doubts.length === 0);

    // The deflated Sharpe ratio may be fooled once in twenty.
    expect(taken.length).toBeLessThanOrEqual(2);
  });

  it("do not label a planted edge as noise", () => {
    const missed = SEEDS.slice(0, 10).filter((seed) => 0 < sweepOf(swings(seed)).doubts.length);

    expect(missed).toEqual([]);
  });

  it("deflate the same result the more, the more was tried on the data before", () => {
    const [once, often] = [sweepOf(swings(1), 36), sweepOf(swings(1), 36_000)];

    expect(often.luckySharpe).toBeGreaterThan(once.luckySharpe);
    expect(often.haircut!).toBeGreaterThan(once.haircut!);
    expect(often.deflatedSharpe!).toBeLessThanOrEqual(once.deflatedSharpe!);
    expect(often.sharpe).toBe(once.sharpe);
  });

  it("doubt what a handful of days, or no trade, seems to show", () => {
    const few = { ...swings(1), count: 20 * BARS_PER_DAY };
    const still = { ...swings(1), close: swings(1).close.fill(1_000_000) };

    expect(sweepOf(few).doubts).toEqual(["too-few-days"]);
    expect(sweepOf(still).doubts).toEqual(["never-traded"]);
  });
});

/** Six falls by six rises, each on the whole of the account's cash. */
function sweepOf(columns: BarColumns, triedBefore?: number) {
  const rates = [200, 300, 400, 500, 600, 800];
  const base = settingsOf({
    mode: "TRAILING",
    buyDrop: 400,
    buyDropMax: 500,
    sellRise: 400,
    takeProfit: 400,
    stopLoss: undefined,
    sharesToBuy: 1_000,
    sharesToSell: 1_000,
    maxPositionSize: 1_000,
    minCashReserve: 0,
    cash: 200_000_000,
    fill: "next-open",
    positionShare: undefined,
    dailyLoss: undefined,
    coolDownMs: 0,
    entriesPerMinute: undefined,
  });
  const space = gridOf({ ...base, limits: { ...RISK_LIMITS_NONE, maxPositionBps: 9_900 as Bps } }, [
    { name: "buyDropPct", values: rates },
    { name: "sellRisePct", values: rates },
  ]);
  const prepared = prepareSweep([columns], "shared");
  const run = openSweep(prepared);
  const cut = sampleCutOf(prepared.days.length, 0.3);
  const rows = new Float64Array(space.trials * TRIAL_WIDTH);
  measureTrials(run, space, cut, { from: 0, to: space.trials, rows });
  const sharpes = Array.from({ length: space.trials }, (_, trial) =>
    trialNumber(rows, trial, "sharpe"),
  ).filter((each) => !Number.isNaN(each));
  const curveOf = (trial: number) => {
    const curve = new Float64Array(cut.days);
    run(settingsAt(space, trial), curve);
    return curve;
  };
  return findingsOf({
    space,
    cut,
    rows,
    objective: "sharpe",
    tried: { count: triedBefore ?? space.trials, sharpeVariance: varianceOf(sharpes) },
    normal: plainNormal,
    curveOf,
  });
}

function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  return values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1);
}

function walkOfExchange(seed: number): BarColumns {
  const market = openSimulatedMarket({ seed, stocks: [STOCK], volatility: 2 });
  return barsOf((at) => market.priceAt(STOCK.ticker, at));
}

/** Swings of some seven percent about one level: what buys falls and sells rises is right. */
const swings = (seed: number): BarColumns =>
  barsOf((at) => {
    const bar = (at - MARKET_EPOCH) / BAR_MS;
    const wobble = Math.sin(bar * 1.7 + seed) * 0.004 + Math.sin(bar * 0.61 + 2 * seed) * 0.004;
    return Math.round(1_000_000 * (1 + 0.07 * Math.sin(bar / 40 + seed) + wobble));
  });

function barsOf(priceAt: (at: Instant) => number): BarColumns {
  const count = DAYS * BARS_PER_DAY;
  const opensAt = Float64Array.from({ length: count }, (_, bar) => {
    const day = Math.floor(bar / BARS_PER_DAY);
    return MARKET_EPOCH + day * DAY_MS + 14 * 60 * MINUTE_MS + (bar % BARS_PER_DAY) * BAR_MS;
  });
  return {
    ticker: STOCK.ticker,
    count,
    opensAt,
    closesAt: opensAt.map((at) => at + BAR_MS),
    open: opensAt.map((at) => priceAt(instant(at))),
    close: opensAt.map((at) => priceAt(instant(at + BAR_MS))),
    day: Int32Array.from({ length: count }, (_, bar) => 20_000 + Math.floor(bar / BARS_PER_DAY)),
  };
}
