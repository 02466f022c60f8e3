import { invariant } from "@sevenfold/domain/invariant";
import { percentileOf } from "@sevenfold/domain/metrics/sample";
import { seededChance } from "../simulation/seeded-chance.ts";

/** What is drawn again: closed trades one by one, or blocks of consecutive days. */
export const BOOTSTRAP_METHODS = ["trades", "blocks"] as const;
export type BootstrapMethod = (typeof BOOTSTRAP_METHODS)[number];

export interface Bootstrap {
  readonly seed: number;
  /** Paths drawn. */
  readonly paths: number;
  /** Dollars each path begins with. */
  readonly start: number;
}

/** Share of the paths that lie below. */
export const BANDS = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** A point of the bands: so many trades or days from the start, equity by share of the paths below it. */
export interface BandPoint {
  readonly step: number;
  readonly values: readonly number[];
}

export interface BootstrapResult {
  readonly method: BootstrapMethod;
  /** Trades or days of a path. */
  readonly steps: number;
  /** Of each path: end ÷ start − 1, and the deepest fall from a high as a fraction below 0. */
  readonly growths: Float64Array;
  readonly drawdowns: Float64Array;
  readonly bands: readonly BandPoint[];
}

/** More points than this no chart shows. */
const BAND_POINTS = 60;

/**
 * Draws as many trades as there were, with replacement, and adds what they earned: what the account
 * would have come to had the same trades come in another order and number. Efron 1979.
 */
export function bootstrapTrades(earned: readonly number[], bootstrap: Bootstrap): BootstrapResult {
  const chance = seededChance(bootstrap.seed, "trades");
  return drawn("trades", earned.length, bootstrap, () => {
    return (equity) => equity + earned[chance.between(0, earned.length - 1)]!;
  });
}

/**
 * Draws blocks of consecutive daily returns, the days thought of as a circle, and compounds them:
 * what days share with their neighbors, such as quiet and wild times, is kept. Politis and Romano 1992.
 */
export function bootstrapBlocks(
  returns: readonly number[],
  block: number,
  bootstrap: Bootstrap,
): BootstrapResult {
  invariant(1 <= block, "a block has a day at least");
  const chance = seededChance(bootstrap.seed, "blocks");
  return drawn("blocks", returns.length, bootstrap, () => {
    let [day, left] = [0, 0];
    return (equity) => {
      if (left === 0) [day, left] = [chance.between(0, returns.length - 1), block];
      const next = equity * (1 + returns[day]!);
      day = day + 1 === returns.length ? 0 : day + 1;
      left -= 1;
      return next;
    };
  });
}

type Step = (equity: number) => number;

function drawn(
  method: BootstrapMethod,
  steps: number,
  { paths, start }: Bootstrap,
  beginPath: () => Step,
): BootstrapResult {
  invariant(0 < steps && 0 < paths && 0 < start, "there is something to draw, and to begin with");
  const points = bandStepsOf(steps);
  const columns = points.map(() => new Float64Array(paths));
  const [growths, drawdowns] = [new Float64Array(paths), new Float64Array(paths)];
  for (let path = 0; path < paths; path++) {
    const next = beginPath();
    let [equity, high, deepest, point] = [start, start, 0, 0];
    for (let step = 0; step <= steps; step++) {
      if (0 < step) equity = next(equity);
      if (high < equity) high = equity;
      else if (equity / high - 1 < deepest) deepest = equity / high - 1;
      if (points[point] === step) columns[point++]![path] = equity;
    }
    growths[path] = equity / start - 1;
    drawdowns[path] = deepest;
  }
  const bands = points.map((step, at) => ({ step, values: percentilesOf(columns[at]!) }));
  return { method, steps, growths, drawdowns, bands };
}

/** The first and the last step, and even ones between. */
const bandStepsOf = (steps: number): readonly number[] => [
  ...new Set(
    Array.from({ length: BAND_POINTS + 1 }, (_, at) => Math.round((at * steps) / BAND_POINTS)),
  ),
];

/** What 5, 25, 50, 75 and 95 percent lie below. */
export const percentilesOf = (sample: Float64Array): readonly number[] => {
  const numbers = [...sample];
  return BANDS.map((share) => percentileOf(numbers, share));
};
