import { invariant } from "@sevenfold/domain/invariant";
import { seededChance } from "../../chance/seeded-chance.ts";
import type { BacktestSettings, StrategyOrigin } from "../backtest/backtest-settings.ts";
import { configurationKey } from "./configuration-key.ts";
import { PARAMETER_NAMES, parameterOf, type SweepParameter } from "./sweep-parameter.ts";

/** One setting and the values it may take, ascending, in the parameter's own unit. */
export interface SweepAxis {
  /** Of a setting, or of a parameter that the run's own strategy declares. */
  readonly name: string;
  readonly values: readonly number[];
}

/** Every configuration of a sweep, as rows of one value per axis. May be handed to another thread. */
export interface SweepSpace {
  readonly base: BacktestSettings;
  readonly axes: readonly SweepAxis[];
  /** Trial after trial. */
  readonly values: Float64Array;
  readonly trials: number;
  /** Combinations left out: alike in all that acts, or with a band that is empty. */
  readonly repeated: number;
  readonly impossible: number;
}

/** More would neither be read nor counted honestly. */
export const TRIALS_MAX = 100_000;
/** A random sweep that keeps drawing what it has gives up after so many draws for each one wanted. */
const DRAWS_EACH = 20;

/** How many combinations a grid has. */
export const gridSizeOf = (axes: readonly SweepAxis[]): number =>
  axes.reduce((size, { values }) => size * values.length, 1);

/** Every combination, the last axis changing fastest. */
export function gridOf(base: BacktestSettings, axes: readonly SweepAxis[]): SweepSpace {
  const size = gridSizeOf(axes);
  invariant(size <= TRIALS_MAX, "a grid is no larger than TRIALS_MAX");
  return spaceOf(base, axes, size, size, (_trial, draw) => {
    let rest = draw;
    const row = new Array<number>(axes.length);
    for (let place = axes.length - 1; 0 <= place; place--) {
      const { values } = axes[place]!;
      row[place] = values[rest % values.length]!;
      rest = Math.floor(rest / values.length);
    }
    return row;
  });
}

/** So many combinations drawn evenly and without repeating one; fewer where there are not as many. */
export function randomSpaceOf(
  base: BacktestSettings,
  axes: readonly SweepAxis[],
  wanted: number,
  seed: number,
): SweepSpace {
  invariant(wanted <= TRIALS_MAX, "a sweep is no larger than TRIALS_MAX");
  const chance = seededChance(seed, "sweep");
  return spaceOf(base, axes, wanted, wanted * DRAWS_EACH, () =>
    axes.map(({ values }) => values[chance.between(0, values.length - 1)]!),
  );
}

function spaceOf(
  base: BacktestSettings,
  axes: readonly SweepAxis[],
  wanted: number,
  draws: number,
  rowOf: (trial: number, draw: number) => readonly number[],
): SweepSpace {
  const seen = new Set<string>();
  const values = new Float64Array(wanted * axes.length);
  let [repeated, impossible] = [0, 0];
  for (let draw = 0; draw < draws && seen.size < wanted; draw++) {
    const row = rowOf(seen.size, draw);
    const settings = withRow(base, axes, row);
    const before = seen.size;
    if (isPossible(settings)) seen.add(configurationKey(settings));
    else {
      impossible++;
      continue;
    }
    if (seen.size === before) repeated++;
    else values.set(row, before * axes.length);
  }
  const trials = seen.size;
  const space: SweepSpace = {
    base,
    axes,
    values: values.slice(0, trials * axes.length),
    trials,
    repeated,
    impossible,
  };
  KEYS.set(space, [...seen]);
  return space;
}

/** What was told apart by when a space was made: the ledger asks for the same again. */
const KEYS = new WeakMap<SweepSpace, readonly string[]>();

/** The configuration keys of all trials, in their order. */
export function keysOf(space: SweepSpace): readonly string[] {
  const made =
    KEYS.get(space) ??
    Array.from({ length: space.trials }, (_, trial) => configurationKey(settingsAt(space, trial)));
  KEYS.set(space, made);
  return made;
}

const isPossible = ({ strategy }: BacktestSettings): boolean =>
  strategy.mode !== "HYBRID" || strategy.buyDropBps <= strategy.buyDropMaxBps;

/** The values of a trial, in the order of the axes. */
export const rowOf = ({ axes, values }: SweepSpace, trial: number): readonly number[] =>
  axes.map((_, place) => values[trial * axes.length + place]!);

export const settingsAt = (space: SweepSpace, trial: number): BacktestSettings =>
  withRow(space.base, space.axes, rowOf(space, trial));

function withRow(
  base: BacktestSettings,
  axes: readonly SweepAxis[],
  row: readonly number[],
): BacktestSettings {
  let settings = base;
  for (const { place, parameter } of appliedFor(axes))
    settings = parameter.applied(settings, row[place]!);
  return settings.own === undefined ? settings : withOwn(settings, settings.own, axes, row);
}

interface AppliedAxis {
  readonly place: number;
  readonly parameter: SweepParameter;
}

const APPLIED = new WeakMap<readonly SweepAxis[], readonly AppliedAxis[]>();

/** The axes that are settings, in the order in which settings are applied. */
function appliedFor(axes: readonly SweepAxis[]): readonly AppliedAxis[] {
  const made =
    APPLIED.get(axes) ??
    PARAMETER_NAMES.flatMap((name) => {
      const place = axes.findIndex((axis) => axis.name === name);
      return place === -1 ? [] : [{ place, parameter: parameterOf(name) }];
    });
  APPLIED.set(axes, made);
  return made;
}

/** What a strategy of the user's own declares is set in its origin; names of settings are none of its. */
function withOwn(
  settings: BacktestSettings,
  own: StrategyOrigin,
  axes: readonly SweepAxis[],
  row: readonly number[],
): BacktestSettings {
  const given = axes.flatMap(({ name }, place): [string, number][] =>
    Object.hasOwn(own.parameters, name) ? [[name, row[place]!]] : [],
  );
  return {
    ...settings,
    own: { ...own, parameters: { ...own.parameters, ...Object.fromEntries(given) } },
  };
}
