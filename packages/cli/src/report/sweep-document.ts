import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { SampleCut } from "@sevenfold/application/research/sweep/measure-trial";
import type { SweepAccounts } from "@sevenfold/application/research/sweep/open-sweep";
import type { SweepFindings } from "@sevenfold/application/research/sweep/sweep-findings";
import {
  DAYS_PER_YEAR,
  type SweepObjective,
} from "@sevenfold/application/research/sweep/sweep-objective";
import {
  type SweepAxis,
  type SweepSpace,
  settingsAt,
} from "@sevenfold/application/research/sweep/sweep-space";
import {
  spansOf,
  type TrialField,
  trialNumber,
} from "@sevenfold/application/research/sweep/trial-row";
import { dollarsOf } from "@sevenfold/domain/money";
import type { BarClock } from "../bars/bar-instants.ts";
import type { SweepDocument as Published } from "../schema/sweep-document-schema.ts";
import { valueView } from "../sweep/axis-text.ts";
import type { TriedEver } from "../sweep/trial-ledger.ts";
import type { BesideView } from "./beside-view.ts";
import { settingsView } from "./settings-view.ts";
import { costsWords, doubtSentence, verdictSentenceOf } from "./sweep-words.ts";

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
  /** The best one beside what it is set against, over all days. */
  readonly beside: BesideView;
  readonly ledger: { readonly path: string; readonly tried: TriedEver };
  readonly engineVersion: string;
  readonly inputsHash: string;
  readonly warnings: readonly string[];
}

export type SweepDocument = Published;

/** The one JSON document of a sweep. docs/backtesting.md#sweeps */
export function sweepDocument(findings: SweepFindings, origin: SweepOrigin): SweepDocument {
  const { space, cut, columns } = origin;
  const { plateau, overfitting, ability, costs } = findings;
  const { doubts, weakest } = findings.judgement;
  const settings = settingsAt(space, findings.best);
  const views = space.axes.map(valueViews);
  return {
    schemaVersion: 2 as const,
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
      ...trialView(findings, origin, views, findings.best),
      sharpe: numberOrNull(findings.sharpe),
      skill: findings.skill,
      skillSharpe: numberOrNull(findings.skillSharpe),
      luckySharpe: findings.luckySharpe,
      haircut: numberOrNull(findings.haircut),
      sharpeAfterHaircut: numberOrNull(findings.sharpeAfterHaircut),
      deflatedSharpe: numberOrNull(findings.deflatedSharpe),
      outOfSample: {
        sharpe: numberOrNull(findings.outSharpe),
        return: numberOrNull(findings.outGrowth),
        skill: numberOrNull(findings.outSkill),
      },
    },
    /** Of the best, on all days: what its trading costs. */
    costs: {
      words: costsWords(settings),
      sharpeBefore: numberOrNull(costs.sharpeBefore * Math.sqrt(DAYS_PER_YEAR)),
      returnBefore: costs.growthBefore,
      returnAfter: costs.growth,
      breakEvenBps: costs.breakEvenBps,
    },
    realityCheck:
      ability === undefined
        ? null
        : {
            chanceOfAll: ability.chanceOfAll,
            chanceAlone: ability.chanceAlone,
            skillLow: yearOf(ability.meanLow, cut.days),
            skillHigh: yearOf(ability.meanHigh, cut.days),
            trials: ability.tries,
            draws: ability.draws,
          },
    beside: origin.beside,
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
      configurations: origin.ledger.tried.configurations,
      kinds: origin.ledger.tried.kinds,
    },
    verdict: {
      label: 0 < doubts.length ? ("noise" as const) : ("holds up" as const),
      doubts,
      because: doubts.map(doubtSentence),
      weakest,
      sentence: verdictSentenceOf(findings, `the best of ${space.trials}`, settings),
    },
    results: findings.ranking.map((trial) => trialView(findings, origin, views, trial)),
  };
}

/** The mean of a span as that of a year. */
const yearOf = (ofSpan: number, days: number): number =>
  (ofSpan * spansOf(days) * DAYS_PER_YEAR) / days;

/** An axis, and its values as the document has them. */
interface ValueViews {
  readonly name: string;
  readonly views: ReadonlyMap<number, number | string>;
}

const valueViews = (axis: SweepAxis): ValueViews => ({
  name: axis.name,
  views: new Map(axis.values.map((value) => [value, valueView(axis, value)])),
});

function trialView(
  { objectives }: SweepFindings,
  { space, rows }: Pick<SweepOrigin, "space" | "rows">,
  axes: readonly ValueViews[],
  trial: number,
) {
  const number = (field: TrialField) => trialNumber(rows, trial, field);
  const values: Record<string, number | string> = {};
  axes.forEach(({ name, views }, place) => {
    values[name] = views.get(space.values[trial * axes.length + place]!)!;
  });
  const [finalEquity, exits, lost] = [number("finalEquity"), number("exits"), number("lost")];
  return {
    values,
    objective: numberOrNull(objectives[trial]),
    sharpe: numberOrNull(number("sharpe") * Math.sqrt(DAYS_PER_YEAR)),
    outOfSampleSharpe: numberOrNull(number("outSharpe") * Math.sqrt(DAYS_PER_YEAR)),
    outOfSampleReturn: number("outGrowth"),
    totalReturn: finalEquity / number("initialEquity") - 1,
    maxDrawdown: number("maxDrawdown"),
    finalEquity: dollarsOf(finalEquity),
    trades: number("trades"),
    exits,
    winRate: exits === 0 ? null : number("wins") / exits,
    profitFactor: lost === 0 ? null : number("won") / lost,
    exposure: number("exposure"),
    canceled: number("canceled"),
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
