import { invariant } from "@sevenfold/domain/invariant";
import { seededChance } from "../../chance/seeded-chance.ts";
import { percentileOf } from "../metrics/sample.ts";

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

/** Paths to be drawn, each by itself: in any order and in any pieces they come out the same. */
export interface PathDraw {
  readonly method: BootstrapMethod;
  readonly paths: number;
  /** Trades or days of a path. */
  readonly steps: number;
  /** Numbers that are kept of a path: its growth, its deepest fall, and equity at each point of the bands. */
  readonly width: number;
  /** Draws the paths [from, to) into their rows, of which the first is that of the path `first`. */
  draw(rows: Float64Array, from: number, to: number, first?: number): void;
  /** What the rows of all paths come to. */
  resultOf(rows: Float64Array): BootstrapResult;
}

/**
 * Draws as many trades as there were, with replacement, and adds what they earned: what the account
 * would have come to had the same trades come in another order and number. Efron 1979.
 */
export const drawOfTrades = (earned: readonly number[], bootstrap: Bootstrap): PathDraw =>
  pathDraw("trades", earned.length, bootstrap, (path) => {
    const chance = seededChance(bootstrap.seed, "trades", path * earned.length);
    return (equity) => equity + earned[chance.between(0, earned.length - 1)]!;
  });

/**
 * Draws blocks of consecutive daily returns, the days thought of as a circle, and compounds them:
 * what days share with their neighbors, such as quiet and wild times, is kept. Politis and Romano 1992.
 */
export function drawOfBlocks(
  returns: readonly number[],
  block: number,
  bootstrap: Bootstrap,
): PathDraw {
  invariant(1 <= block, "a block has a day at least");
  const blocks = Math.ceil(returns.length / block);
  return pathDraw("blocks", returns.length, bootstrap, (path) => {
    const chance = seededChance(bootstrap.seed, "blocks", path * blocks);
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

/** All paths of trades at once. */
export const bootstrapTrades = (earned: readonly number[], bootstrap: Bootstrap): BootstrapResult =>
  drawnAtOnce(drawOfTrades(earned, bootstrap));

/** All paths of blocks at once. */
export const bootstrapBlocks = (
  returns: readonly number[],
  block: number,
  bootstrap: Bootstrap,
): BootstrapResult => drawnAtOnce(drawOfBlocks(returns, block, bootstrap));

function drawnAtOnce(draw: PathDraw): BootstrapResult {
  const rows = new Float64Array(draw.paths * draw.width);
  draw.draw(rows, 0, draw.paths);
  return draw.resultOf(rows);
}

type Step = (equity: number) => number;

const GROWTH = 0;
const DEEPEST = 1;
const POINTS_AT = 2;

function pathDraw(
  method: BootstrapMethod,
  steps: number,
  { paths, start }: Bootstrap,
  beginPath: (path: number) => Step,
): PathDraw {
  invariant(0 < steps && 0 < paths && 0 < start, "there is something to draw, and to begin with");
  const points = bandStepsOf(steps);
  const width = POINTS_AT + points.length;
  const columnOf = (rows: Float64Array, place: number): Float64Array =>
    Float64Array.from({ length: paths }, (_, path) => rows[path * width + place]!);
  return {
    method,
    paths,
    steps,
    width,
    draw(rows, from, to, first = 0) {
      for (let path = from; path < to; path++) {
        const next = beginPath(path);
        const at = (path - first) * width;
        let [equity, high, deepest, point] = [start, start, 0, 0];
        for (let step = 0; step <= steps; step++) {
          if (0 < step) equity = next(equity);
          if (high < equity) high = equity;
          else if (equity / high - 1 < deepest) deepest = equity / high - 1;
          if (points[point] === step) rows[at + POINTS_AT + point++] = equity;
        }
        rows[at + GROWTH] = equity / start - 1;
        rows[at + DEEPEST] = deepest;
      }
    },
    resultOf: (rows) => ({
      method,
      steps,
      growths: columnOf(rows, GROWTH),
      drawdowns: columnOf(rows, DEEPEST),
      bands: points.map((step, at) => ({
        step,
        values: percentilesOf(columnOf(rows, POINTS_AT + at)),
      })),
    }),
  };
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
