import { type BlockSums, openBlockSums } from "../metrics/block-sums.ts";
import type { NormalDistribution } from "../metrics/normal-distribution.ts";
import type { NullBasis } from "../metrics/null-returns.ts";
import { type OverfittingTest, overfittingFrom } from "../metrics/overfitting.ts";
import { luckySharpeOf, ratioAbove } from "../metrics/sharpe-tests.ts";
import { type AbilityTest, superiorAbilityOf } from "../metrics/superior-ability.ts";
import type { SampleCut } from "./measure-trial.ts";
import { type Plateau, plateauAround } from "./plateau.ts";
import { DAYS_PER_YEAR, objectiveOf, rankingOf, type SweepObjective } from "./sweep-objective.ts";
import { type SweepSpace, settingsAt } from "./sweep-space.ts";
import { judgementOf, type SweepJudgement } from "./sweep-verdict.ts";
import { costsOf, hasCosts, skillOf, type TrialCosts } from "./trial-costs.ts";
import { blockSquaresIn, blockSumsIn, skillSpansIn, trialNumber } from "./trial-row.ts";
import type { TrialRunner } from "./trial-runner.ts";

/** The best of a sweep, and how much of it is luck. Sharpe ratios are a year's. */
export interface SweepFindings {
  /** All trials, the best first. */
  readonly ranking: readonly number[];
  readonly best: number;
  readonly objectives: Float64Array;
  /** Of the best, inside the sample. */
  readonly sharpe: number | undefined;
  /** The same of its returns less those of the null: its information ratio. */
  readonly skillSharpe: number | undefined;
  /** Mean of the skill as a year's return, of all days and of those kept aside. */
  readonly skill: number;
  readonly outSkill: number | undefined;
  /** The ratio that the best of all tries ever made on the data would show without any skill. */
  readonly luckySharpe: number;
  /** What luck does not explain of the skill's ratio, and the share of it that luck does. */
  readonly sharpeAfterHaircut: number | undefined;
  readonly haircut: number | undefined;
  readonly deflatedSharpe: number | undefined;
  /** Undefined where the best never differed from its null. */
  readonly ability: AbilityTest | undefined;
  readonly outSharpe: number | undefined;
  readonly outGrowth: number | undefined;
  readonly overfitting: OverfittingTest | undefined;
  /** How many trials the last and the ability rest on. */
  readonly overfittingTrials: number;
  readonly plateau: Plateau;
  readonly costs: TrialCosts;
  readonly judgement: SweepJudgement;
}

/** What a sweep measured, and what is known of every trial before it. */
export interface SweepResults {
  readonly space: SweepSpace;
  readonly cut: SampleCut;
  readonly rows: Float64Array;
  readonly objective: SweepObjective;
  /** Of all tries ever made on the data, these among them: how many kinds of outcome there were. */
  readonly triedKinds: number;
  readonly normal: NormalDistribution;
  readonly basis: NullBasis;
  readonly run: TrialRunner;
}

/** Splitting the past in 12,870 ways, and drawing it anew, is done for so many trials at the most. */
const TESTED_TRIALS_MAX = 1_000;

export function findingsOf(results: SweepResults): SweepFindings {
  const { space, cut, rows, objective } = results;
  const objectives = Float64Array.from({ length: space.trials }, (_, trial) =>
    objectiveOf(rows, trial, objective, cut.inside),
  );
  const ranking = rankingOf(objectives);
  const best = ranking[0]!;
  const chosen = evenlyChosen(space.trials, TESTED_TRIALS_MAX);
  const tests = testsOf(results, best, chosen);
  const settings = settingsAt(space, best);
  const outSkill = trialNumber(rows, best, "outSkill") * DAYS_PER_YEAR;
  return {
    ranking,
    best,
    objectives,
    sharpe: yearly(trialNumber(rows, best, "sharpe")),
    ...tests,
    skill: trialNumber(rows, best, "skill") * DAYS_PER_YEAR,
    outSkill: Number.isNaN(outSkill) ? undefined : outSkill,
    outSharpe: yearly(trialNumber(rows, best, "outSharpe")),
    outGrowth: cut.inside < cut.days ? trialNumber(rows, best, "outGrowth") : undefined,
    overfittingTrials: chosen.length,
    plateau: plateauAround(space, objectives, best),
    costs: costsOf(settings, results),
    judgement: judgementOf({
      insideDays: cut.inside,
      outsideDays: cut.days - cut.inside,
      exits: trialNumber(rows, best, "exits"),
      hasCosts: hasCosts(settings),
      deflatedSharpe: tests.deflatedSharpe,
      luckChance: tests.ability?.chanceOfAll,
      skill: trialNumber(rows, best, "skill"),
      outsideSkill: trialNumber(rows, best, "outSkill"),
      outsideGrowth: trialNumber(rows, best, "outGrowth"),
      overfitting: tests.overfitting?.probability,
      losingHalves: tests.overfitting?.lossProbability,
    }),
  };
}

/** What is asked of the best: by the ratios of its skill, by draws of it, and by halves of the past. */
function testsOf(results: SweepResults, best: number, chosen: readonly number[]) {
  const { rows, cut } = results;
  const luck = luckOf(results);
  const skillSharpe = yearly(trialNumber(rows, best, "skillSharpe"));
  const luckySharpe = luck * Math.sqrt(DAYS_PER_YEAR);
  const among = [best, ...chosen.filter((trial) => trial !== best)];
  return {
    skillSharpe,
    luckySharpe,
    ...haircutOf(skillSharpe, luckySharpe),
    deflatedSharpe: deflatedSharpeOf(results, best, luck),
    ability: superiorAbilityOf(
      among.map((trial) => skillSpansIn(rows, trial, cut.days)),
      0,
    ),
    overfitting: overfittingFrom(blockSumsOf(rows, chosen, cut.days)),
  };
}

const yearly = (daily: number): number | undefined =>
  Number.isNaN(daily) ? undefined : daily * Math.sqrt(DAYS_PER_YEAR);

/**
 * The ratio of a day that the best of all tries shows by luck. Without skill ratios of so many days
 * spread by 1 ÷ (days − 1), whatever was tried; the spread of the tries' own ratios is not asked,
 * as it shrinks where tries are alike, and would call many tries less lucky than few.
 */
function luckOf({ triedKinds, cut, normal }: SweepResults): number {
  const sharpeVariance = cut.inside < 2 ? 0 : 1 / (cut.inside - 1);
  return luckySharpeOf({ count: triedKinds, sharpeVariance }, normal);
}

/** A ratio that was none has nothing to be cut. */
function haircutOf(sharpe: number | undefined, lucky: number) {
  if (sharpe === undefined || sharpe <= 0)
    return { sharpeAfterHaircut: undefined, haircut: undefined };
  const sharpeAfterHaircut = Math.max(0, sharpe - lucky);
  return { sharpeAfterHaircut, haircut: 1 - sharpeAfterHaircut / sharpe };
}

/** Of the best one's skill, on the days it was chosen by, against the luck of all that was ever tried. */
function deflatedSharpeOf(
  { run, space, basis, cut, normal }: SweepResults,
  best: number,
  luck: number,
): number | undefined {
  const skill = skillOf(settingsAt(space, best), { run, basis, cut });
  return ratioAbove([...skill.subarray(0, cut.inside)], luck, normal);
}

/** All of them, or so many spread evenly over the sweep. */
const evenlyChosen = (trials: number, most: number): readonly number[] =>
  Array.from({ length: Math.min(trials, most) }, (_, place) =>
    Math.floor((place * trials) / Math.min(trials, most)),
  );

function blockSumsOf(rows: Float64Array, chosen: readonly number[], days: number): BlockSums {
  const sums = openBlockSums(chosen.length, days);
  chosen.forEach((trial, place) => {
    sums.sum.set(blockSumsIn(rows, trial), place * sums.blocks);
    sums.squares.set(blockSquaresIn(rows, trial), place * sums.blocks);
  });
  return sums;
}
