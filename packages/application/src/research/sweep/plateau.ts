import { isParameterName, parameterOf } from "./sweep-parameter.ts";
import { rowOf, type SweepSpace } from "./sweep-space.ts";

/** How the settings beside the best one did: a peak among valleys is luck, a plateau may be more. */
export interface Plateau {
  readonly neighbors: number;
  /** Of their objectives; undefined where none has a number. */
  readonly median: number | undefined;
  readonly lowest: number | undefined;
  /** Share of them at half of the best one's objective or above. */
  readonly share: number | undefined;
}

/** In a grid: one step away at the most on every axis. A random sweep rarely has such, so there: the nearest. */
const NEAREST = 8;

/** The neighborhood of a trial. `objectives` has one number per trial, NaN for none. */
export function plateauAround(space: SweepSpace, objectives: Float64Array, best: number): Plateau {
  const found = neighborsOf(space, best)
    .map((trial) => objectives[trial]!)
    .filter((each) => !Number.isNaN(each))
    .sort((one, other) => one - other);
  const half = objectives[best]! / 2;
  return {
    neighbors: found.length,
    median: medianOf(found),
    lowest: found[0],
    share:
      found.length === 0 ? undefined : found.filter((each) => half <= each).length / found.length,
  };
}

function neighborsOf(space: SweepSpace, best: number): readonly number[] {
  const { axes, trials } = space;
  const places = axes.map(({ values }) => new Map(values.map((value, place) => [value, place])));
  const isChoice = axes.map(
    ({ name }) => isParameterName(name) && parameterOf(name).unit === "choice",
  );
  const placesOf = (trial: number) =>
    rowOf(space, trial).map((value, axis) => places[axis]!.get(value)!);
  const center = placesOf(best);
  const near: { readonly trial: number; readonly steps: number; readonly distance: number }[] = [];
  for (let trial = 0; trial < trials; trial++) {
    if (trial === best) continue;
    const apart = placesOf(trial).map((place, axis) => Math.abs(place - center[axis]!));
    // Another mode is another strategy, not a neighbor.
    if (apart.some((steps, axis) => isChoice[axis] && steps !== 0)) continue;
    const shares = apart.map((steps, axis) => steps / Math.max(1, axes[axis]!.values.length - 1));
    near.push({ trial, steps: Math.max(...apart), distance: Math.hypot(...shares) });
  }
  const beside = near.filter(({ steps }) => steps <= 1);
  if (0 < beside.length) return beside.map(({ trial }) => trial);
  near.sort((one, other) => one.distance - other.distance || one.trial - other.trial);
  return near.slice(0, NEAREST).map(({ trial }) => trial);
}

function medianOf(sorted: readonly number[]): number | undefined {
  if (sorted.length === 0) return undefined;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
