import type { BarColumns } from "@sevenfold/application/backtest/bar-columns";
import type { SweepAccounts } from "@sevenfold/application/sweep/open-sweep";
import { DAYS_PER_YEAR, type SweepObjective } from "@sevenfold/application/sweep/sweep-objective";
import { rowOf, type SweepSpace } from "@sevenfold/application/sweep/sweep-space";
import type { WalkStep } from "@sevenfold/application/walk-forward/walk-forward";
import type { DayRange, WalkPlan } from "@sevenfold/application/walk-forward/walk-windows";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { dollarsOf } from "@sevenfold/domain/money";
import { instantAt } from "@sevenfold/domain/new-york-time";
import { performanceOf } from "@sevenfold/domain/performance";
import type { BarClock } from "../bars/bar-instants.ts";
import { valueView } from "../sweep/axis-text.ts";
import { jstatNormal } from "../system/jstat-normal.ts";
import { runIdOf } from "./inputs-hash.ts";
import { metricsView } from "./metrics-view.ts";
import { settingsView } from "./settings-view.ts";

export interface WalkOrigin {
  readonly columns: readonly BarColumns[];
  readonly days: Int32Array;
  readonly space: SweepSpace;
  readonly plan: WalkPlan;
  readonly clock: BarClock;
  readonly objective: SweepObjective;
  readonly accounts: SweepAccounts;
  /** Configurations ever tried on the data. */
  readonly tried: number;
  readonly warnings: readonly string[];
  readonly engineVersion: string;
  readonly inputsHash: string;
}

export type WalkDocument = ReturnType<typeof walkDocument>;

const CLOSES_AT_MS = 16 * 3_600_000;
/** What a chain of returns begins with. */
const START = 1;

/** The one JSON document of `sevenfold walk-forward`. docs/backtesting.md */
export function walkDocument(steps: readonly WalkStep[], origin: WalkOrigin) {
  const { days, space, plan } = origin;
  const curve = chainOf(steps, days);
  const metrics = metricsView(
    performanceOf({
      values: curve.map(({ growth }) => START + growth),
      times: curve.map(({ day }) => instantAt(day, CLOSES_AT_MS)),
      normal: jstatNormal,
    }),
    "sevenfold",
  );
  const inYear = yearlyOf(
    steps,
    ({ growth }) => growth,
    ({ window }) => lengthOf(window.train),
  );
  const outYear = yearlyOf(
    steps,
    ({ outGrowth }) => outGrowth,
    ({ returns }) => returns.length,
  );
  return {
    schemaVersion: 1 as const,
    kind: "walk-forward" as const,
    runId: runIdOf(origin),
    engineVersion: origin.engineVersion,
    inputsHash: origin.inputsHash,
    warnings: origin.warnings,
    settings: settingsView(space.base, origin.clock),
    initialCash: dollarsOf(space.base.cash),
    symbols: origin.columns.map(({ ticker }) => ticker),
    accounts: origin.accounts,
    objective: origin.objective,
    plan,
    axes: space.axes.map(({ name }) => name),
    configurations: space.trials,
    triedEver: origin.tried,
    steps: steps.map((step) => stepView(step, origin)),
    /** Return of a year while choosing, and after; the one ÷ the other where choosing gained. */
    efficiency: {
      inSample: inYear,
      outOfSample: outYear,
      ratio: inYear === null || outYear === null || inYear <= 0 ? null : outYear / inYear,
    },
    wonSteps: steps.filter(({ outGrowth }) => 0 < outGrowth).length,
    curve: curve.map(({ day, growth }) => ({ day: tradingDayFrom(day), growth })),
    ...metrics,
    assumptions: assumptionsOf(plan, space.trials),
  };
}

function stepView(step: WalkStep, { days, space }: WalkOrigin) {
  const { window, outcome } = step;
  return {
    train: datesOf(window.train, days),
    test: datesOf(window.test, days),
    values: Object.fromEntries(
      rowOf(space, step.trial).map((value, at) => {
        const axis = space.axes[at]!;
        return [axis.name, valueView(axis, value)];
      }),
    ),
    sharpe: yearlySharpe(step.sharpe),
    return: step.growth,
    outOfSampleSharpe: yearlySharpe(step.outSharpe),
    outOfSampleReturn: step.outGrowth,
    trades: outcome.trades,
    winRate: outcome.exits === 0 ? null : outcome.wins / outcome.exits,
  };
}

const lengthOf = ({ from, to }: DayRange): number => to - from;

const datesOf = ({ from, to }: DayRange, days: Int32Array) => ({
  from: tradingDayFrom(days[from]!),
  to: tradingDayFrom(days[to - 1]!),
  days: to - from,
});

const yearlySharpe = (ofDay: number): number | null =>
  Number.isNaN(ofDay) ? null : ofDay * Math.sqrt(DAYS_PER_YEAR);

/** Growth over all steps one after another, as that of a year; null where all was lost. */
function yearlyOf(
  steps: readonly WalkStep[],
  growthOf: (step: WalkStep) => number,
  daysOf: (step: WalkStep) => number,
): number | null {
  const growth = steps.reduce((total, step) => total * (1 + growthOf(step)), 1);
  const days = steps.reduce((total, step) => total + daysOf(step), 0);
  return growth <= 0 || days === 0 ? null : growth ** (DAYS_PER_YEAR / days) - 1;
}

/** The returns of the days after each choice, one after another; the day before them is the start. */
function chainOf(steps: readonly WalkStep[], days: Int32Array) {
  const first = steps[0]?.window.test.from ?? 0;
  const chain = [{ day: days[Math.max(0, first - 1)]!, growth: 0 }];
  let value = 1;
  for (const { window, returns } of steps)
    returns.forEach((each, at) => {
      value *= 1 + each;
      chain.push({ day: days[window.test.from + at]!, growth: value - 1 });
    });
  return chain;
}

const assumptionsOf = (plan: WalkPlan, trials: number): readonly string[] => [
  `Each step chooses the best of ${trials} configurations by ${plan.anchored ? "all days so far" : `the ${plan.train} days before`}, leaves ${plan.purge} days out, and trades it on the ${plan.test} days after.`,
  "Each step begins flat, with all of its cash and with fresh trails; what it holds at the end is valued at the last close and not sold. The returns of the steps are chained.",
  "Only the days after a choice are in the curve and in the numbers.",
  "Every configuration tried in every step is counted in the trial ledger beside the bars.",
];
