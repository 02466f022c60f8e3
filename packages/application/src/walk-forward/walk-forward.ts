import { invariant } from "@sevenfold/domain/invariant";
import { type BarColumns, barsBetween } from "../backtest/bar-columns.ts";
import { type SampleCut, sharpeOf } from "../sweep/measure-trial.ts";
import {
  openSweep,
  type PreparedSweep,
  prepareSweep,
  type SweepAccounts,
  type TrialOutcome,
} from "../sweep/open-sweep.ts";
import { objectiveOf, rankingOf, type SweepObjective } from "../sweep/sweep-objective.ts";
import { type SweepSpace, settingsAt } from "../sweep/sweep-space.ts";
import { trialNumber } from "../sweep/trial-row.ts";
import type { DayRange, WalkWindow } from "./walk-windows.ts";

/** What a walk needs of the world: the numbers of every configuration on the days to choose by. */
export type MeasureAll = (training: PreparedSweep, cut: SampleCut) => Promise<Float64Array>;

export interface Walk {
  readonly columns: readonly BarColumns[];
  /** All trading days, in days since 1970-01-01, ascending. */
  readonly days: Int32Array;
  readonly windows: readonly WalkWindow[];
  readonly space: SweepSpace;
  readonly objective: SweepObjective;
  readonly accounts: SweepAccounts;
  readonly measureAll: MeasureAll;
  /** Hears of each window when it is done, with the rows of its choice. */
  readonly onWindow: (window: number, rows: Float64Array) => Promise<void> | void;
}

/** One step of the walk. Sharpe ratios are a day's, NaN where returns never varied. */
export interface WalkStep {
  readonly window: WalkWindow;
  /** The configuration that was chosen. */
  readonly trial: number;
  readonly objective: number;
  readonly sharpe: number;
  readonly growth: number;
  /** What it came to on the days after. */
  readonly outcome: TrialOutcome;
  readonly outSharpe: number;
  readonly outGrowth: number;
  /** Returns of the days after, one for each. */
  readonly returns: Float64Array;
}

/**
 * Chooses the best configuration by the days of each window and trades it on the days after. Every
 * step begins flat, with all of its cash and with fresh trails; what it holds at the end is valued
 * at the last close.
 */
export async function walkForward(walk: Walk): Promise<readonly WalkStep[]> {
  const steps: WalkStep[] = [];
  for (const [at, window] of walk.windows.entries()) {
    const training = preparedOf(walk, window.train);
    const inside = training.days.length;
    const rows = await walk.measureAll(training, { days: inside, inside });
    const objectives = Float64Array.from({ length: walk.space.trials }, (_, trial) =>
      objectiveOf(rows, trial, walk.objective, inside),
    );
    const trial = rankingOf(objectives)[0]!;
    steps.push({
      window,
      trial,
      objective: objectives[trial]!,
      sharpe: trialNumber(rows, trial, "sharpe"),
      growth: trialNumber(rows, trial, "growth"),
      ...tried(preparedOf(walk, window.test), walk.space, trial),
    });
    await walk.onWindow(at, rows);
  }
  return steps;
}

function preparedOf({ columns, days, accounts }: Walk, { from, to }: DayRange): PreparedSweep {
  invariant(from < to && to <= days.length, "a window has days");
  const within = columns
    .map((each) => barsBetween(each, days[from]!, days[to - 1]!))
    .filter(({ count }) => 0 < count);
  return prepareSweep(within, accounts);
}

function tried(
  prepared: PreparedSweep,
  space: SweepSpace,
  trial: number,
): Pick<WalkStep, "outcome" | "outSharpe" | "outGrowth" | "returns"> {
  const count = prepared.days.length;
  const curve = new Float64Array(count);
  const outcome = openSweep(prepared)(settingsAt(space, trial), curve);
  const returns = Float64Array.from(
    curve,
    (equity, day) => equity / (day === 0 ? outcome.initialEquity : curve[day - 1]!) - 1,
  );
  return {
    outcome,
    outSharpe: sharpeOf(returns, 0, count),
    outGrowth: (curve[count - 1] ?? outcome.initialEquity) / outcome.initialEquity - 1,
    returns,
  };
}
