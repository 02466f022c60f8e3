import { prepareSweep } from "@sevenfold/application/research/sweep/open-sweep";
import type { SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import type { WalkPlan } from "@sevenfold/application/research/walk-forward/walk-windows";
import { usageFailure } from "../failure.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import type { WorkFlags } from "../resumable/long-work.ts";
import { hashedOf } from "./benchmark-flags.ts";
import type { LoadedRun } from "./load-run.ts";
import type { OwnFlags } from "./own-flags.ts";
import type { SpaceFlags } from "./sweep-flags.ts";

/** What the command line says of a walk. */
export interface WalkFlags extends SpaceFlags, WorkFlags, OwnFlags {
  readonly windows: number;
  readonly train?: number;
  readonly test?: number;
  readonly purge: number;
  readonly anchored: boolean;
}

/** What a walk goes by. */
export interface PlannedWalk {
  readonly days: Int32Array;
  readonly plan: WalkPlan;
  /** Names all that the numbers hang on. */
  readonly inputsHash: string;
}

/** The days of a walk and its plan. Throws a usage `Failure` where the days do not suffice. */
export function plannedOf(
  { columns, files, window, market }: LoadedRun,
  space: SweepSpace,
  flags: WalkFlags,
) {
  const { accounts, objective } = flags;
  const { days } = prepareSweep(columns, accounts, space.base);
  const plan = planOf(days.length, flags);
  const inputsHash = inputsHashOf(
    files.map(({ sha256 }) => sha256),
    {
      base: space.base,
      axes: space.axes,
      clock: { zone: flags.tz, session: flags.session },
      window,
      symbols: columns.map(({ ticker }) => ticker),
      accounts,
      objective,
      plan,
      random: flags.random ?? null,
      seed: flags.seed,
      ...hashedOf(flags, market),
    },
  );
  return { days, plan, inputsHash } satisfies PlannedWalk;
}

/** Days to choose by, as a multiple of those to try the choice on. */
const TRAIN_PER_TEST = 3;

/** The walk the flags ask for. Throws a usage `Failure` where the days do not suffice. */
function planOf(days: number, flags: WalkFlags): WalkPlan {
  const { windows, purge, anchored } = flags;
  const kept = Math.max(0, days - purge);
  const test =
    flags.test ??
    Math.floor(
      flags.train === undefined
        ? kept / (windows + TRAIN_PER_TEST)
        : Math.max(0, kept - flags.train) / windows,
    );
  const train = flags.train ?? test * TRAIN_PER_TEST;
  if (test < 1 || kept < train + test)
    throw usageFailure(
      `there are ${days} trading days, and ${train} to choose by, ${purge} left out and ${Math.max(test, 1)} to try them on are more; lower --windows, --train, --test or --purge`,
    );
  return { train, test, purge, anchored };
}
