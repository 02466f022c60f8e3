import { STRATEGY_MODES } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { settingsOf } from "../../testing/bar-arbitraries.ts";
import { kernelMachine } from "../../testing/kernel-machine.ts";
import { expectLikeEngine } from "../../testing/like-engine.ts";
import type { PlainRules } from "../../testing/plain-rules.ts";
import { walks } from "../../testing/walk-arbitraries.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import { kernelMarketOf } from "./kernel-market.ts";
import { entrySideOf, exitSideOf } from "./wait-tables.ts";
import { type KernelMachine, openWasmKernel } from "./wasm-kernel.ts";

let machine: KernelMachine;
beforeAll(async () => {
  machine = await kernelMachine();
});

/** What decides how long a trail waits, or what was paid where it began. */
const waits = {
  mode: fc.constantFrom(...STRATEGY_MODES, "HYBRID"),
  buyDrop: fc.integer({ min: 20, max: 600 }),
  bandWidth: fc.constantFrom(10, 30, 600),
  sellRise: fc.integer({ min: 20, max: 600 }),
  takeProfit: fc.integer({ min: 20, max: 600 }),
  stopLoss: fc.constantFrom(undefined, 20, 150, 1_000),
  fill: fc.constantFrom("next-open" as const, "close" as const),
  bps: fc.constantFrom(0, 5, 90),
  spread: fc.constantFrom(0, 101, 2_000),
};

/** What decides nothing of it: sizes beyond their limits, no cash at all, halts and cool-downs. */
const limits = fc.record({
  sharesToBuy: fc.constantFrom(1, 10, 30, 1_000),
  sharesToSell: fc.constantFrom(1, 7, 1_000),
  maxPositionSize: fc.constantFrom(1, 2, 40, 1_000),
  minCashReserve: fc.constantFrom(0, 0, 0, 2_000_000, 400_000_000),
  cash: fc.constantFrom(0, 3_000_000, 10_000_000, 200_000_000, 5_000_000_000),
  positionShare: fc.constantFrom(undefined, undefined, undefined, 1, 500, 10_000),
  dailyLoss: fc.constantFrom(undefined, undefined, 1, 50, 300),
  coolDownMs: fc.constantFrom(0, 0, 0, 60_000, 600_000, 259_200_000),
  entriesPerMinute: fc.constantFrom(undefined, undefined, 1, 2),
});

/** Without limits, where a buy and its sale are one step as long as there is cash for them. */
const bare = fc.record({
  sharesToBuy: fc.constantFrom(1, 10, 30),
  sharesToSell: fc.constantFrom(9, 10, 1_000),
  maxPositionSize: fc.constantFrom(1, 10, 1_000),
  minCashReserve: fc.constantFrom(0, 0, 2_000_000),
  cash: fc.constantFrom(0, 3_000_000, 10_000_000, 200_000_000, 5_000_000_000),
  positionShare: fc.constant(undefined),
  dailyLoss: fc.constant(undefined),
  coolDownMs: fc.constant(0),
  entriesPerMinute: fc.constant(undefined),
});
const sizes = fc.oneof(limits, bare);

/** The names of what decides a wait. Few waits show that these two do: they are drawn more often. */
const changes = fc.constantFrom(...Object.keys(waits), "bandWidth", "bandWidth", "fill", "fill");

const commissions = fc.constantFrom(undefined, {
  perOrder: 10_000,
  perShare: 3_333,
  rate: 278,
  minimum: 3_500,
});

/**
 * The configurations of a sweep: each differs from the first in one thing that decides how long it
 * waits, or in none, so that nearly all meet what others have left that wait as long or almost.
 */
const sweeps = fc
  .tuple(
    fc.record(waits),
    fc.array(fc.tuple(fc.record(waits), changes, sizes, commissions), {
      minLength: 2,
      maxLength: 12,
    }),
  )
  .map(([first, trials]) =>
    trials.map(([other, name, size, commission]): BacktestSettings => {
      const { bandWidth, bps, spread, ...rule } = {
        ...first,
        [name]: other[name as keyof typeof waits],
      };
      const plain: PlainRules = {
        ...{ ...rule, ...size, commission, path: "close", resting: "none" },
        buyDropMax: rule.buyDrop + bandWidth,
        slippage: { bps, spread, impactBps: 0 },
      };
      return settingsOf(plain);
    }),
  );

describe("what a sweep remembers of the waits of other configurations", () => {
  it("never changes what one of them does", () => {
    let [trades, shared] = [0, 0];
    fc.assert(
      fc.property(fc.array(walks, { minLength: 1, maxLength: 3 }), sweeps, (symbols, sweep) => {
        const markets = symbols.map((columns) => kernelMarketOf([columns]));
        const kernel = openWasmKernel(
          machine,
          markets.filter((each) => typeof each !== "string"),
          false,
        );
        const sides = new Set<string>();
        for (const settings of sweep) {
          symbols.forEach((columns, place) => {
            const market = markets[place]!;
            if (typeof market === "string") throw new Error(market);
            trades += expectLikeEngine(kernel, market, [columns], settings, place).trades.length;
          });
          if (sides.has(entrySideOf(settings)) && sides.has(exitSideOf(settings))) shared++;
          sides.add(entrySideOf(settings)).add(exitSideOf(settings));
        }
      }),
      { numRuns: 150 },
    );
    // The property is worth what it met.
    expect(Math.min(trades / 10, shared)).toBeGreaterThan(50);
  });
});
