import { availableParallelism } from "node:os";
import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import {
  SWEEP_ACCOUNTS,
  type SweepAccounts,
} from "@sevenfold/application/research/sweep/open-sweep";
import {
  SWEEP_OBJECTIVES,
  type SweepObjective,
} from "@sevenfold/application/research/sweep/sweep-objective";
import {
  gridOf,
  gridSizeOf,
  randomSpaceOf,
  type SweepAxis,
  type SweepSpace,
  TRIALS_MAX,
} from "@sevenfold/application/research/sweep/sweep-space";
import {
  VERDICT_COMMISSION,
  VERDICT_SLIPPAGE,
} from "@sevenfold/application/research/sweep/trial-costs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type DistributedFlags, distributedFlag } from "../distributed/measuring.ts";
import { usageFailure } from "../failure.ts";
import { axisFrom } from "../sweep/axis-text.ts";
import { addBacktestFlags, type BacktestFlags, backtestSettingsOf } from "./backtest-flags.ts";
import { wholeNumber } from "./whole-number.ts";

/** What is tried, beside the flags of a backtest. */
export interface SpaceFlags extends BacktestFlags, DistributedFlags {
  /** As they were typed. */
  readonly set: readonly string[];
  readonly random?: number;
  readonly seed: number;
  readonly objective: SweepObjective;
  readonly accounts: SweepAccounts;
  readonly jobs: number;
  readonly ledger?: string;
}

/** What the command line says of a sweep. */
export interface SweepFlags extends SpaceFlags {
  readonly outOfSample: number;
  readonly top: number;
  readonly failOnNoise: boolean;
}

const JOBS_MAX = 64;
const SEED_MAX = 2 ** 32 - 1;

export function addSweepFlags(command: Command): Command {
  command
    .addOption(
      new Option("--out-of-sample <share>", "last part of the days, kept aside: 0 to 0.9")
        .argParser(share)
        .default(0.3),
    )
    .addOption(
      new Option("--top <n>", "rows of the table").argParser(wholeNumber(1, 1_000)).default(10),
    )
    .addOption(
      new Option("--fail-on-noise", "exit with 4 when the sweep is labelled as noise").default(
        false,
      ),
    );
  return addSpaceFlags(command);
}

/** The flags that say which configurations are tried, and how. */
export function addSpaceFlags(command: Command): Command {
  const flags = [
    new Option(
      "--set <name=values>",
      "a setting to vary: buyDropPct=2..8:1, sell-rise=2,4,6 or mode=trailing,simple; may be repeated",
    )
      .argParser((text: string, before: readonly string[]) => [...before, text])
      .default([], "none"),
    new Option("--random <n>", "draw so many combinations instead of trying all").argParser(
      wholeNumber(2, TRIALS_MAX),
    ),
    new Option("--seed <n>", "what the drawing begins with")
      .argParser(wholeNumber(0, SEED_MAX))
      .default(1),
    new Option("--objective <number>", "what the best one is best in, inside the sample")
      .choices(SWEEP_OBJECTIVES)
      .default("sharpe"),
    new Option("--accounts <kind>", "one account for all symbols, or one for each")
      .choices(SWEEP_ACCOUNTS)
      .default("shared"),
    jobsFlag(),
    distributedFlag(),
    new Option("--ledger <file>", "where trials are counted").default(
      undefined,
      "sevenfold-trials.jsonl beside the bars",
    ),
  ];
  for (const each of flags) command.addOption(each);
  return addBacktestFlags(command);
}

export const jobsFlag = (): Option =>
  new Option("--jobs <n>", "threads to compute on")
    .argParser(wholeNumber(1, JOBS_MAX))
    .default(Math.min(JOBS_MAX, availableParallelism()), "one for each processor");

/** Every configuration the flags ask for. Throws a usage `Failure` in words. */
export function spaceFrom(flags: SpaceFlags): SweepSpace {
  const axes = withStop(flags);
  if (axes.length === 0)
    throw usageFailure("nothing varies; add --set, such as --set buyDropPct=2..8:1");
  return spaceOver(backtestSettingsOf(withVerdictCosts(flags)), axes, flags);
}

/** Every combination of the axes, or those that are drawn. Throws a usage `Failure` in words. */
export function spaceOver(
  base: BacktestSettings,
  axes: readonly SweepAxis[],
  flags: Pick<SpaceFlags, "random" | "seed">,
): SweepSpace {
  const names = axes.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw usageFailure(`--set ${twice} stands there twice; write its values in one, such as 2,4,6`);
  const size = gridSizeOf(axes);
  if (flags.random === undefined && TRIALS_MAX < size)
    throw usageFailure(
      `these are ${size.toLocaleString("en-US")} combinations, and ${TRIALS_MAX.toLocaleString("en-US")} may be tried; draw from them by --random 1000, or write larger steps`,
    );
  const space =
    flags.random === undefined || size <= flags.random
      ? gridOf(base, axes)
      : randomSpaceOf(base, axes, flags.random, flags.seed);
  if (space.trials === 0)
    throw usageFailure(
      "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %. (--set buyDropPct, buyDropPctMax)",
    );
  return space;
}

/** What is judged trades at stated costs: where none are given, at those of a verdict. */
export const withVerdictCosts = <Flags extends SpaceFlags>(flags: Flags): Flags => ({
  ...flags,
  commission: flags.commission ?? VERDICT_COMMISSION,
  slippage: flags.slippage ?? VERDICT_SLIPPAGE,
});

/** A mode that varies brings its usual stop; a stop that was asked for by name stays. */
function withStop({ set: texts, stop }: SpaceFlags): readonly SweepAxis[] {
  const set = texts.map(axisFrom);
  const has = (name: string) => set.some((axis) => axis.name === name);
  if (stop === undefined || !has("mode") || has("stopLossEnabled")) return set;
  return [...set, { name: "stopLossEnabled", values: [stop === "on" ? 1 : 0] }];
}

function share(text: string): number {
  const part = /^\d*\.?\d+%?$/.test(text)
    ? Number.parseFloat(text) / (text.endsWith("%") ? 100 : 1)
    : Number.NaN;
  if (!(0 <= part && part <= 0.9))
    throw new InvalidArgumentError("It is a share of the days from 0 to 0.9, such as 0.3 or 30%.");
  return part;
}
