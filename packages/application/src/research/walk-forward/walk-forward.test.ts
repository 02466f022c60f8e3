import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { seededChance } from "../../chance/seeded-chance.ts";
import { settingsOf } from "../../testing/bar-arbitraries.ts";
import type { PlainRules } from "../../testing/plain-rules.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { measureTrials } from "../sweep/measure-trial.ts";
import { openSweep, prepareSweep } from "../sweep/open-sweep.ts";
import { gridOf } from "../sweep/sweep-space.ts";
import { TRIAL_WIDTH } from "../sweep/trial-row.ts";
import { walkForward } from "./walk-forward.ts";
import { type WalkPlan, walkWindows } from "./walk-windows.ts";

const DAY_MS = 86_400_000;
const DAYS = 120;
const PLAN: WalkPlan = { train: 58, test: 20, purge: 2, anchored: false };

describe("walkForward", () => {
  it("tries each choice on the days after, day by day", async () => {
    const steps = await walked(wandering(1));

    expect(steps).toHaveLength(3);
    for (const { returns, outGrowth, outcome } of steps) {
      expect(returns).toHaveLength(20);
      const chained = returns.reduce((growth, each) => growth * (1 + each), 1) - 1;
      expect(chained).toBeCloseTo(outGrowth, 12);
      expect(outcome.finalEquity / outcome.initialEquity - 1).toBeCloseTo(outGrowth, 12);
    }
  });

  it("never chooses by what comes after the days to choose by", async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const columns = wandering(seed);
      const [first] = await walked(columns);
      const close = columns.close.slice();
      const open = columns.open.slice();
      // From the purged days on the market is another one.
      for (let bar = 58; bar < DAYS; bar++)
        close[bar] = open[bar] = bar % 2 === 0 ? 500_000 : 600_000;

      const [other] = await walked({ ...columns, open, close });

      expect(other!.trial).toBe(first!.trial);
      expect(other!.objective).toBe(first!.objective);
      expect(other!.returns).not.toEqual(first!.returns);
    }
  });
});

const RULES: PlainRules = {
  mode: "TRAILING",
  buyDrop: 400,
  buyDropMax: 500,
  sellRise: 400,
  takeProfit: 400,
  stopLoss: undefined,
  sharesToBuy: 900,
  sharesToSell: 900,
  maxPositionSize: 900,
  minCashReserve: 0,
  cash: 1_000_000_000,
  fill: "next-open",
  positionShare: undefined,
  dailyLoss: undefined,
  coolDownMs: 0,
  entriesPerMinute: undefined,
};

function walked(columns: BarColumns) {
  const space = gridOf(settingsOf(RULES), [
    { name: "buyDropPct", values: [200, 300, 500] },
    { name: "sellRisePct", values: [200, 300, 500] },
  ]);
  const { days } = prepareSweep([columns], "shared");
  return walkForward({
    columns: [columns],
    days,
    windows: walkWindows(days.length, PLAN),
    space,
    objective: "return",
    accounts: "shared",
    measureAll: async (training, cut) => {
      const rows = new Float64Array(space.trials * TRIAL_WIDTH);
      measureTrials(openSweep(training), space, cut, {
        basis: training.basis,
        from: 0,
        to: space.trials,
        rows,
      });
      return rows;
    },
    onWindow: () => undefined,
  });
}

/** Daily bars of a price that moves by up to 4% a day. */
function wandering(seed: number): BarColumns {
  const chance = seededChance(seed, "walk");
  const close = new Float64Array(DAYS);
  const open = new Float64Array(DAYS);
  let price = 1_000_000;
  for (let bar = 0; bar < DAYS; bar++) {
    open[bar] = price;
    price = Math.round(price * (1 + (chance.unit() - 0.5) * 0.08));
    close[bar] = price;
  }
  return {
    ticker: "AAA" as Ticker,
    count: DAYS,
    opensAt: Float64Array.from(close, (_, bar) => bar * DAY_MS),
    closesAt: Float64Array.from(close, (_, bar) => bar * DAY_MS + DAY_MS / 2),
    open,
    close,
    day: Int32Array.from(close, (_, bar) => bar),
  };
}
