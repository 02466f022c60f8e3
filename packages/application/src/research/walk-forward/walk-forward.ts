import { invariant } from "@sevenfold/domain/invariant";
import { type BarColumns, barsBetween } from "../backtest/bar-columns.ts";
import type { Market } from "../backtest/market.ts";
import { type SampleCut, sharpeOf } from "../sweep/measure-trial.ts";
import {
  openSweep,
  type PortfolioTrader,
  type PreparedSweep,
  prepareSweep,
  type SweepAccounts,
} from "../sweep/open-sweep.ts";
import { objectiveOf, rankingOf, type SweepObjective } from "../sweep/sweep-objective.ts";
import { type SweepSpace, settingsAt } from "../sweep/sweep-space.ts";
import { trialNumber } from "../sweep/trial-row.ts";
import type { TrialOutcome } from "../sweep/trial-runner.ts";
import type { DayRange, WalkWindow } from "./walk-windows.ts";

/** What a walk needs of the world: the numbers of every configuration on the days to choose by. */
export type MeasureAll = (
  training: PreparedSweep,
  cut: SampleCut,
  window: number,
) => Promise<Float64Array>;

export interface Walk {
  readonly columns: readonly BarColumns[];
  /** All trading days, in days since 1970-01-01, ascending. */
  readonly days: Int32Array;
  readonly windows: readonly WalkWindow[];
  readonly space: SweepSpace;
  readonly objective: SweepObjective;
  readonly accounts: SweepAccounts;
  /** Held beside the same symbols by those who have no skill. */
  readonly market?: Market;
  /** Who trades in the built-in rule's place. */
  readonly trade?: PortfolioTrader;
  readonly measureAll: MeasureAll;
  /** Choices of the first windows that were made before: nothing is measured for these. */
  readonly chosen?: readonly WalkChoice[];
  /** Hears of each window when it is done, with the rows of its choice. */
  readonly onWindow: (
    window: number,
    rows: Float64Array,
    choice: WalkChoice,
  ) => Promise<void> | void;
}

/** What was chosen by the days of a window. Sharpe ratios are a day's, NaN where returns never varied. */
export interface WalkChoice {
  readonly trial: number;
  readonly objective: number;
  readonly sharpe: number;
  readonly growth: number;
}

/** One step of the walk: a choice and what came of it. */
export interface WalkStep extends WalkChoice {
  readonly window: WalkWindow;
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
    const choice = walk.chosen?.[at] ?? (await chosenBy(walk, at, window));
    const outcome = tried(preparedOf(walk, window.test), walk, choice.trial);
    steps.push({ window, ...choice, ...outcome });
  }
  return steps;
}

async function chosenBy(walk: Walk, at: number, window: WalkWindow): Promise<WalkChoice> {
  const training = preparedOf(walk, window.train);
  const inside = training.days.length;
  const rows = await walk.measureAll(training, { days: inside, inside }, at);
  const objectives = Float64Array.from({ length: walk.space.trials }, (_, trial) =>
    objectiveOf(rows, trial, walk.objective, inside),
  );
  const trial = rankingOf(objectives)[0]!;
  const choice = {
    trial,
    objective: objectives[trial]!,
    sharpe: trialNumber(rows, trial, "sharpe"),
    growth: trialNumber(rows, trial, "growth"),
  };
  await walk.onWindow(at, rows, choice);
  return choice;
}

/** What the windows of a walk are cut from. */
export type WalkedBars = Pick<Walk, "columns" | "days" | "accounts" | "space" | "market" | "trade">;

/** The bars of a range of days, ready to trade by themselves. */
export function preparedOf(
  { columns, days, accounts, space, market }: WalkedBars,
  { from, to }: DayRange,
): PreparedSweep {
  invariant(from < to && to <= days.length, "a window has days");
  const within = columns
    .map((each) => barsBetween(each, days[from]!, days[to - 1]!))
    .filter(({ count }) => 0 < count);
  return prepareSweep(within, accounts, space.base, market);
}

function tried(
  prepared: PreparedSweep,
  { space, trade }: Pick<Walk, "space" | "trade">,
  trial: number,
): Pick<WalkStep, "outcome" | "outSharpe" | "outGrowth" | "returns"> {
  const count = prepared.days.length;
  const curve = new Float64Array(count);
  const outcome = openSweep(prepared, undefined, trade)(settingsAt(space, trial), curve);
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
