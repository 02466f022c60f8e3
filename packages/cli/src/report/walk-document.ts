import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { benchmarkOn } from "@sevenfold/application/research/backtest/market";
import { performanceOf } from "@sevenfold/application/research/metrics/performance";
import { luckySharpeOf, ratioAbove } from "@sevenfold/application/research/metrics/sharpe-tests";
import type { SweepAccounts } from "@sevenfold/application/research/sweep/open-sweep";
import {
  DAYS_PER_YEAR,
  type SweepObjective,
} from "@sevenfold/application/research/sweep/sweep-objective";
import { rowOf, type SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import { judgementOf } from "@sevenfold/application/research/sweep/sweep-verdict";
import { hasCosts } from "@sevenfold/application/research/sweep/trial-costs";
import type { WalkSkill } from "@sevenfold/application/research/walk-forward/judge-walk";
import type { WalkStep } from "@sevenfold/application/research/walk-forward/walk-forward";
import type { DayRange, WalkPlan } from "@sevenfold/application/research/walk-forward/walk-windows";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { dollarsOf } from "@sevenfold/domain/money";
import { instantAt } from "@sevenfold/domain/new-york-time";
import type { BarClock } from "../bars/bar-instants.ts";
import type { NamedMarket } from "../metrics/read-market.ts";
import type { WalkDocument as Published } from "../schema/walk-schema.ts";
import { valueView } from "../sweep/axis-text.ts";
import { jstatNormal } from "../system/jstat-normal.ts";
import { benchmarkView } from "./benchmark-view.ts";
import { runIdOf } from "./inputs-hash.ts";
import { metricsView } from "./metrics-view.ts";
import { settingsView } from "./settings-view.ts";
import { costsWords, doubtSentence, verdictSentenceOf } from "./sweep-words.ts";

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
  readonly skill: WalkSkill;
  /** How many kinds of walks were ever made on the data. */
  readonly walks: number;
  /** What it is set against, and the risk-free rate of a year. */
  readonly market: NamedMarket;
  readonly riskFree: number;
  readonly warnings: readonly string[];
  readonly engineVersion: string;
  readonly inputsHash: string;
}

/** A ratio to less says nothing. */
const YEARLY_GAIN_MIN = 0.001;
const CLOSES_AT_MS = 16 * 3_600_000;
/** What a chain of returns begins with. */
const START = 1;

export type WalkDocument = Published;

/** The one JSON document of `sevenfold walk-forward`. docs/backtesting.md */
export function walkDocument(steps: readonly WalkStep[], origin: WalkOrigin): WalkDocument {
  const { days, space, plan } = origin;
  const curve = chainOf(steps, days);
  const { market, riskFree } = origin;
  const tested = Int32Array.from(curve.slice(1), ({ day }) => day);
  const values = curve.map(({ growth }) => START + growth);
  const benchmark = benchmarkOn(market.market, tested, values);
  const metrics = metricsView(
    performanceOf({
      ...{ values, benchmark, riskFree },
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
      ratio:
        inYear === null || outYear === null || inYear < YEARLY_GAIN_MIN ? null : outYear / inYear,
    },
    ...judgedOf(steps, origin),
    wonSteps: steps.filter(({ outGrowth }) => 0 < outGrowth).length,
    curve: curve.map(({ day, growth }) => ({ day: tradingDayFrom(day), growth })),
    ...metrics,
    riskFree,
    benchmark: benchmarkView(market, benchmark, riskFree),
    assumptions: [
      ...assumptionsOf(plan, space.trials),
      `Every step trades ${costsWords(space.base)}; the fees of a sale are borne by halves by the purchase and the sale.`,
    ],
  };
}

/** What choosing was worth beyond holding, what it cost, and the verdict on it. */
function judgedOf(steps: readonly WalkStep[], { skill, walks, space }: WalkOrigin) {
  const days = skill.daily.length;
  const lucky = luckySharpeOf({ count: walks, sharpeVariance: 1 / (days - 1) }, jstatNormal);
  const deflatedSharpe = ratioAbove([...skill.daily], lucky, jstatNormal);
  const judgement = judgementOf({
    ...{ insideDays: days, outsideDays: days, deflatedSharpe },
    exits: steps.reduce((sum, { outcome }) => sum + outcome.exits, 0),
    hasCosts: hasCosts(space.base),
    luckChance: skill.ability?.chanceOfAll,
    ...{ skill: skill.skill, outsideSkill: skill.skill, outsideGrowth: skill.growth },
    ...{ overfitting: undefined, losingHalves: undefined },
  });
  const { ability } = skill;
  const judged = {
    ...{ judgement, deflatedSharpe, ability },
    ...{ skill: skill.skill, outSkill: skill.skill, outGrowth: skill.growth },
  };
  return {
    skill: {
      yearly: skill.skill,
      deflatedSharpe: deflatedSharpe ?? null,
      luckChance: ability?.chanceOfAll ?? null,
      walks,
    },
    costs: {
      words: costsWords(space.base),
      returnBefore: skill.growthBefore,
      returnAfter: skill.growth,
      breakEvenBps: skill.breakEvenBps,
    },
    verdict: {
      label: 0 < judgement.doubts.length ? ("noise" as const) : ("holds up" as const),
      doubts: judgement.doubts,
      because: judgement.doubts.map(doubtSentence),
      weakest: judgement.weakest,
      sentence: verdictSentenceOf(judged, "choosing step by step", space.base),
    },
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
