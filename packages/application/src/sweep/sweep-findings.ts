import type { Instant } from "@sevenfold/domain/market";
import { type BlockSums, openBlockSums } from "@sevenfold/domain/metrics/block-sums";
import type { NormalDistribution } from "@sevenfold/domain/metrics/normal-distribution";
import { type OverfittingTest, overfittingFrom } from "@sevenfold/domain/metrics/overfitting";
import { luckySharpeOf, probabilityAbove } from "@sevenfold/domain/metrics/sharpe-tests";
import { factsOf, type Trials } from "@sevenfold/domain/metrics/track-record";
import type { SampleCut } from "./measure-trial.ts";
import { type Plateau, plateauAround } from "./plateau.ts";
import { DAYS_PER_YEAR, objectiveOf, rankingOf, type SweepObjective } from "./sweep-objective.ts";
import type { SweepSpace } from "./sweep-space.ts";
import { doubtsOf, type SweepDoubt } from "./sweep-verdict.ts";
import { blockSquaresIn, blockSumsIn, trialNumber } from "./trial-row.ts";

/** The best of a sweep, and how much of it is luck. Sharpe ratios are a year's. */
export interface SweepFindings {
  /** All trials, the best first. */
  readonly ranking: readonly number[];
  readonly best: number;
  readonly objectives: Float64Array;
  /** Of the best, inside the sample. */
  readonly sharpe: number | undefined;
  /** What the best of all trials ever made on the data would show without any skill. */
  readonly luckySharpe: number;
  /** What luck does not explain, and the share of the Sharpe ratio that it does. */
  readonly sharpeAfterHaircut: number | undefined;
  readonly haircut: number | undefined;
  readonly deflatedSharpe: number | undefined;
  readonly outSharpe: number | undefined;
  readonly outGrowth: number | undefined;
  readonly overfitting: OverfittingTest | undefined;
  /** How many trials that rests on. */
  readonly overfittingTrials: number;
  readonly plateau: Plateau;
  readonly doubts: readonly SweepDoubt[];
}

/** What a sweep measured, and what is known of every trial before it. */
export interface SweepResults {
  readonly space: SweepSpace;
  readonly cut: SampleCut;
  readonly rows: Float64Array;
  readonly objective: SweepObjective;
  /** Of all configurations ever tried on the data, these among them. Sharpe ratios are a day's. */
  readonly tried: Trials;
  readonly normal: NormalDistribution;
  /** Equity at the end of each day of a trial. */
  readonly curveOf: (trial: number) => Float64Array;
}

/** Splitting the past in 12,870 ways is done for so many trials at the most. */
const OVERFITTING_TRIALS_MAX = 1_000;

export function findingsOf(results: SweepResults): SweepFindings {
  const { space, cut, rows, objective } = results;
  const objectives = Float64Array.from({ length: space.trials }, (_, trial) =>
    objectiveOf(rows, trial, objective, cut.inside),
  );
  const ranking = rankingOf(objectives);
  const best = ranking[0]!;
  const sharpe = yearly(trialNumber(rows, best, "sharpe"));
  const luck = luckOf(results);
  const chosen = evenlyChosen(space.trials, OVERFITTING_TRIALS_MAX);
  const overfitting = overfittingFrom(blockSumsOf(rows, chosen, cut.days));
  const deflatedSharpe = deflatedSharpeOf(results, best, luck);
  const outGrowth = cut.inside < cut.days ? trialNumber(rows, best, "outGrowth") : undefined;
  return {
    ranking,
    best,
    objectives,
    sharpe,
    luckySharpe: luck * Math.sqrt(DAYS_PER_YEAR),
    ...haircutOf(sharpe, luck * Math.sqrt(DAYS_PER_YEAR)),
    deflatedSharpe,
    outSharpe: yearly(trialNumber(rows, best, "outSharpe")),
    outGrowth,
    overfitting,
    overfittingTrials: chosen.length,
    plateau: plateauAround(space, objectives, best),
    doubts: doubtsOf({
      insideDays: cut.inside,
      exits: trialNumber(rows, best, "exits"),
      deflatedSharpe,
      outsideGrowth: outGrowth,
      losingHalves: overfitting?.lossProbability,
    }),
  };
}

const yearly = (daily: number): number | undefined =>
  Number.isNaN(daily) ? undefined : daily * Math.sqrt(DAYS_PER_YEAR);

/**
 * The Sharpe ratio of a day that the best of all trials shows by luck. The spread of the trials'
 * ratios counts up to what chance gives ratios of no skill, 1 ÷ (days − 1): settings that lie
 * further apart do differ, and an edge must not be held against itself.
 */
function luckOf({ tried: { count, sharpeVariance }, cut, normal }: SweepResults): number {
  const byChance = cut.inside < 2 ? 0 : 1 / (cut.inside - 1);
  return luckySharpeOf({ count, sharpeVariance: Math.min(sharpeVariance, byChance) }, normal);
}

/** A Sharpe ratio that was none has nothing to be cut. */
function haircutOf(sharpe: number | undefined, lucky: number) {
  if (sharpe === undefined || sharpe <= 0)
    return { sharpeAfterHaircut: undefined, haircut: undefined };
  const sharpeAfterHaircut = Math.max(0, sharpe - Math.max(0, lucky));
  return { sharpeAfterHaircut, haircut: 1 - sharpeAfterHaircut / sharpe };
}

/** Of the best, on the days it was chosen by, against the luck of all that was ever tried. */
function deflatedSharpeOf(
  { curveOf, rows, cut, normal }: SweepResults,
  best: number,
  luck: number,
): number | undefined {
  const start = trialNumber(rows, best, "initialEquity");
  const values = [start, ...curveOf(best).subarray(0, cut.inside)];
  const times = values.map((_, day) => day as Instant);
  return probabilityAbove(factsOf({ values, times, normal }), luck).value;
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
