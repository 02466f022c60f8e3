import { type Instant, instant } from "@sevenfold/domain/market";
import { stockOf } from "@sevenfold/domain/stocks";
import { beforeAll, describe, expect, it } from "vitest";
import { seededChance } from "../../chance/seeded-chance.ts";
import { MARKET_EPOCH } from "../../exchange/price-curve.ts";
import { openSimulatedMarket } from "../../exchange/simulated-market.ts";
import { kernelMachine } from "../../testing/kernel-machine.ts";
import { plainNormal } from "../../testing/plain-normal.ts";
import { sweptBars, sweptSettings } from "../../testing/verdict/swept-bars.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { openTryClusters, sketchOf } from "../metrics/try-clusters.ts";
import type { KernelMachine } from "./wasm-kernel.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const BAR_MS = 30 * MINUTE_MS;
const BARS_PER_DAY = 13;
const DAYS = 250;
const SEEDS = Array.from({ length: 30 }, (_, seed) => seed);
const STOCK = stockOf("NVDA")!;

let machine: KernelMachine;
beforeAll(async () => {
  machine = await kernelMachine();
});

describe("the findings of a sweep", () => {
  it("label the driftless market of the exchange as noise, for nearly every seed", () => {
    const taken = SEEDS.filter(
      (seed) => sweepOf(walkOfExchange(seed)).judgement.doubts.length === 0,
    );

    // The deflated Sharpe ratio may be fooled once in twenty.
    expect(taken.length).toBeLessThanOrEqual(2);
  });

  it("do not label a planted edge as noise", () => {
    const missed = SEEDS.slice(0, 10).filter(
      (seed) => 0 < sweepOf(swings(seed)).judgement.doubts.length,
    );

    expect(missed).toEqual([]);
  });

  it("deflate the same result the more, the more kinds were tried on the data before", () => {
    const [once, often] = [sweepOf(swings(1)), sweepOf(swings(1), clustersOf(400))];

    expect(often.luckySharpe).toBeGreaterThan(once.luckySharpe);
    expect(often.haircut!).toBeGreaterThan(once.haircut!);
    expect(often.deflatedSharpe!).toBeLessThanOrEqual(once.deflatedSharpe!);
    expect(often.skillSharpe).toBe(once.skillSharpe);
  });

  it("doubt what a handful of days, no trade, or trading free of costs seems to show", () => {
    const few = { ...swings(1), count: 20 * BARS_PER_DAY };
    const still = { ...swings(1), close: swings(1).close.fill(1_000_000) };
    const { commission: _, slippage: __, ...settings } = sweptSettings(1);
    const free = sweptBars([swings(1)], { machine, normal: plainNormal, settings });

    expect(sweepOf(few).judgement.doubts).toEqual(["too-few-days"]);
    expect(sweepOf(still).judgement.doubts).toEqual(["never-traded"]);
    expect(free.judgement.doubts).toEqual(["free-of-costs"]);
  });
});

/** So many tries of noise. */
function clustersOf(tries: number) {
  const clusters = openTryClusters();
  const chance = seededChance(1, "tries");
  for (let n = 0; n < tries; n++)
    clusters.add(sketchOf(Float64Array.from({ length: 128 }, () => chance.unit()))!);
  return clusters;
}

/** Each setting on the whole of the account's cash. */
const sweepOf = (columns: BarColumns, clusters = openTryClusters()) =>
  sweptBars([columns], { machine, normal: plainNormal, clusters });

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
