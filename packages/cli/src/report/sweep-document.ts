import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/backtest/bar-columns";
import type { SampleCut } from "@sevenfold/application/sweep/measure-trial";
import type { SweepAccounts } from "@sevenfold/application/sweep/open-sweep";
import type { SweepFindings } from "@sevenfold/application/sweep/sweep-findings";
import { DAYS_PER_YEAR, type SweepObjective } from "@sevenfold/application/sweep/sweep-objective";
import { rowOf, type SweepSpace } from "@sevenfold/application/sweep/sweep-space";
import { trialNumbersOf } from "@sevenfold/application/sweep/trial-row";
import type { Trials } from "@sevenfold/domain/metrics/track-record";
import { dollarsOf } from "@sevenfold/domain/money";
import type { BarClock } from "../bars/bar-instants.ts";
import { valueView } from "../sweep/axis-text.ts";
import { settingsView } from "./settings-view.ts";
import { doubtSentence } from "./sweep-words.ts";

/** What a sweep was made of, beside what it found. */
export interface SweepOrigin {
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  readonly clock: BarClock;
  readonly space: SweepSpace;
  readonly cut: SampleCut;
  readonly rows: Float64Array;
  readonly objective: SweepObjective;
  readonly accounts: SweepAccounts;
  /** Why the full engine ran what; undefined where the kernel ran all. */
  readonly engineBecause: string | undefined;
  readonly ledger: { readonly path: string; readonly tried: Trials };
  readonly engineVersion: string;
  readonly inputsHash: string;
  readonly warnings: readonly string[];
}

export type SweepDocument = ReturnType<typeof sweepDocument>;

/** The one JSON document of a sweep. docs/backtesting.md#sweeps */
export function sweepDocument(findings: SweepFindings, origin: SweepOrigin) {
  const { space, cut, columns } = origin;
  const { plateau, overfitting, doubts } = findings;
  return {
    schemaVersion: 1,
    kind: "sweep" as const,
    engineVersion: origin.engineVersion,
    inputsHash: origin.inputsHash,
    warnings: origin.warnings,
    settings: settingsView(origin.settings, origin.clock),
    symbols: columns.map(({ ticker }) => ticker),
    bars: columns.reduce((sum, { count }) => sum + count, 0),
    ...periodOf(columns),
    accounts: origin.accounts,
    engine: origin.engineBecause === undefined ? ("kernel" as const) : ("full" as const),
    engineBecause: origin.engineBecause ?? null,
    objective: origin.objective,
    days: { inSample: cut.inside, outOfSample: cut.days - cut.inside },
    axes: space.axes.map((axis) => ({
      name: axis.name,
      values: axis.values.map((value) => valueView(axis, value)),
    })),
    trials: space.trials,
    repeated: space.repeated,
    impossible: space.impossible,
    best: {
      ...trialView(findings, origin, findings.best),
      sharpe: numberOrNull(findings.sharpe),
      luckySharpe: findings.luckySharpe,
      haircut: numberOrNull(findings.haircut),
      sharpeAfterHaircut: numberOrNull(findings.sharpeAfterHaircut),
      deflatedSharpe: numberOrNull(findings.deflatedSharpe),
      outOfSample: {
        sharpe: numberOrNull(findings.outSharpe),
        return: numberOrNull(findings.outGrowth),
      },
    },
    plateau: {
      neighbors: plateau.neighbors,
      median: numberOrNull(plateau.median),
      lowest: numberOrNull(plateau.lowest),
      shareAtHalf: numberOrNull(plateau.share),
    },
    overfitting:
      overfitting === undefined
        ? null
        : {
            probability: overfitting.probability,
            degradation: numberOrNull(overfitting.degradation),
            lossProbability: overfitting.lossProbability,
            splits: overfitting.splits,
            trials: findings.overfittingTrials,
          },
    ledger: {
      path: origin.ledger.path,
      configurations: origin.ledger.tried.count,
      sharpeDeviation: Math.sqrt(origin.ledger.tried.sharpeVariance * DAYS_PER_YEAR),
    },
    verdict: {
      label: 0 < doubts.length ? ("noise" as const) : ("holds up" as const),
      doubts,
      because: doubts.map(doubtSentence),
    },
    results: findings.ranking.map((trial) => trialView(findings, origin, trial)),
  };
}

function trialView(
  { objectives }: SweepFindings,
  { space, rows }: Pick<SweepOrigin, "space" | "rows">,
  trial: number,
) {
  const numbers = trialNumbersOf(rows, trial);
  const { initialEquity, finalEquity, exits, wins, won, lost } = numbers;
  return {
    values: Object.fromEntries(
      rowOf(space, trial).map((value, place) => {
        const axis = space.axes[place]!;
        return [axis.name, valueView(axis, value)];
      }),
    ),
    objective: numberOrNull(objectives[trial]),
    sharpe: numberOrNull(numbers.sharpe * Math.sqrt(DAYS_PER_YEAR)),
    outOfSampleSharpe: numberOrNull(numbers.outSharpe * Math.sqrt(DAYS_PER_YEAR)),
    outOfSampleReturn: numbers.outGrowth,
    totalReturn: finalEquity / initialEquity - 1,
    maxDrawdown: numbers.maxDrawdown,
    finalEquity: dollarsOf(finalEquity),
    trades: numbers.trades,
    exits,
    winRate: exits === 0 ? null : wins / exits,
    profitFactor: lost === 0 ? null : won / lost,
    exposure: numbers.exposure,
    canceled: numbers.canceled,
  };
}

function periodOf(columns: readonly BarColumns[]) {
  const some = columns.filter(({ count }) => 0 < count);
  const start = Math.min(...some.map(({ opensAt }) => opensAt[0]!));
  const end = Math.max(...some.map(({ closesAt, count }) => closesAt[count - 1]!));
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
