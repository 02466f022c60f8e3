import type { Bps } from "@sevenfold/domain/money";
import { RISK_LIMITS_NONE } from "@sevenfold/domain/strategy";
import type { BacktestSettings } from "../../research/backtest/backtest-settings.ts";
import type { BarColumns } from "../../research/backtest/bar-columns.ts";
import type { NormalDistribution } from "../../research/metrics/normal-distribution.ts";
import {
  openTryClusters,
  sketchOf,
  type TryClusters,
} from "../../research/metrics/try-clusters.ts";
import { measureTrials, sampleCutOf } from "../../research/sweep/measure-trial.ts";
import { openSweep, prepareSweep } from "../../research/sweep/open-sweep.ts";
import { findingsOf, type SweepFindings } from "../../research/sweep/sweep-findings.ts";
import { gridOf, type SweepAxis } from "../../research/sweep/sweep-space.ts";
import { VERDICT_COMMISSION, VERDICT_SLIPPAGE } from "../../research/sweep/trial-costs.ts";
import { skillSpansIn, TRIAL_WIDTH } from "../../research/sweep/trial-row.ts";
import type { KernelMachine } from "../../research/sweep/wasm-kernel.ts";
import { settingsOf } from "../bar-arbitraries.ts";

const OUTSIDE_SHARE = 0.3;
const RATES = [200, 300, 400, 600, 800, 1_200];

/** Six falls by six rises. */
export const FALLS_BY_RISES: readonly SweepAxis[] = [
  { name: "buyDropPct", values: RATES },
  { name: "sellRisePct", values: RATES },
];

/** An axis that changes nothing: reserves that no entry ever meets. */
export const IDLE_AXIS: SweepAxis = {
  name: "minCashReserve",
  values: Array.from({ length: 6 }, (_, n) => n * 10_000),
};

/** A thousand shares or the whole of the account, at the costs that a verdict takes. */
export function sweptSettings(symbols: number): BacktestSettings {
  const base = settingsOf({
    mode: "TRAILING",
    ...{ buyDrop: 400, buyDropMax: 500, sellRise: 400, takeProfit: 400, stopLoss: undefined },
    ...{ sharesToBuy: 1_000, sharesToSell: 1_000, maxPositionSize: 1_000 },
    ...{ minCashReserve: 0, cash: symbols * 1_000_000_000, fill: "next-open" },
    ...{
      positionShare: undefined,
      dailyLoss: undefined,
      coolDownMs: 0,
      entriesPerMinute: undefined,
    },
  });
  return {
    ...base,
    limits: { ...RISK_LIMITS_NONE, maxPositionBps: 9_900 as Bps },
    commission: VERDICT_COMMISSION,
    slippage: VERDICT_SLIPPAGE,
  };
}

export interface SweptBars {
  readonly axes?: readonly SweepAxis[];
  readonly settings?: BacktestSettings;
  readonly machine: KernelMachine;
  readonly normal: NormalDistribution;
  /** What was tried on the data before. */
  readonly clusters?: TryClusters;
}

/** A sweep as the command line judges it, in memory. */
export function sweptBars(
  columns: readonly BarColumns[],
  { machine, normal, ...asked }: SweptBars,
): SweepFindings {
  const { axes = FALLS_BY_RISES, clusters = openTryClusters() } = asked;
  const base = asked.settings ?? sweptSettings(columns.length);
  const space = gridOf(base, axes);
  const prepared = prepareSweep(columns, "shared", { slippage: base.slippage ?? VERDICT_SLIPPAGE });
  const { basis } = prepared;
  const run = openSweep(prepared, machine);
  const cut = sampleCutOf(prepared.days.length, OUTSIDE_SHARE);
  const rows = new Float64Array(space.trials * TRIAL_WIDTH);
  measureTrials(run, space, cut, { basis, from: 0, to: space.trials, rows });
  for (let trial = 0; trial < space.trials; trial++) {
    const sketch = sketchOf(skillSpansIn(rows, trial, cut.days));
    if (sketch !== undefined) clusters.add(sketch);
  }
  return findingsOf({
    ...{ space, cut, rows, normal, basis, run },
    objective: "sharpe",
    triedKinds: clusters.count(),
  });
}
