import type { Numbers } from "@sevenfold/application/research/backtest/bar-columns";
import { decimalOf } from "@sevenfold/domain/money";

/** Where a price is not what the one before it lets expect. */
export interface Jump {
  readonly row: number;
  /** Its place among the rows, oldest first. */
  readonly at: number;
  /** The opening over the close before it. */
  readonly ratio: number;
  readonly from: number;
  readonly to: number;
  /** The next row goes back: this one alone is so far off. */
  readonly isLone: boolean;
}

/** New shares for old ones, as companies have split; the other way round for reverse splits. */
const SPLITS: readonly (readonly [now: number, before: number])[] = [
  [3, 2],
  [2, 1],
  [5, 2],
  [3, 1],
  [4, 1],
  [5, 1],
  [6, 1],
  [7, 1],
  [8, 1],
  [10, 1],
  [15, 1],
  [20, 1],
  [25, 1],
  [30, 1],
  [40, 1],
  [50, 1],
  [100, 1],
  [1_000, 1],
];
/** How far a day's own move may take a split from its ratio. */
const NEAR = 0.06;
/** A night that more than doubles or halves a price is asked about, split or not. */
const WILD = 1.9;
/** Kept bars hold which of their steps are beyond it: another needs another version of their files. */
const JUMP_LEAST = 1.44;
const JUMPS_MAX = 1_000;

/** "4 for 1" where an opening lies at a quarter of the close before it; undefined at none of these. */
export function likelySplit(ratio: number): string | undefined {
  const times = ratio < 1 ? 1 / ratio : ratio;
  // Nobody merges three shares into two.
  const splits = ratio < 1 ? SPLITS : SPLITS.filter(([now, before]) => now % before === 0);
  const off = ([now, before]: readonly [number, number]) =>
    Math.abs(Math.log(times / (now / before)));
  const nearest = splits.reduce((best, one) => (off(one) < off(best) ? one : best));
  if (NEAR < off(nearest)) return undefined;
  const [now, before] = nearest;
  return ratio < 1 ? `${now} for ${before}` : `${before} for ${now}`;
}

/** Whether an opening is so near the close before it that nothing is asked about it. */
export const isUsualStep = (from: number, to: number): boolean =>
  !(to * JUMP_LEAST < from || from * JUMP_LEAST < to);

/** The first row, from `from` on, whose opening is not so near; as many as there are rows where all are. */
export function firstUnusual(open: Numbers, close: Numbers, from: number): number {
  let at = from;
  while (at < open.length && isUsualStep(close[at - 1]!, open[at]!)) at++;
  return at;
}

/** Watches the rows of one symbol go by. Rows may come newest first; the words are the same. */
export function openJumpWatch() {
  const jumps: Jump[] = [];
  let count = 0;

  function keep(row: number, from: number, to: number, at: number): void {
    const ratio = to / from;
    if (ratio < WILD && 1 / WILD < ratio && likelySplit(ratio) === undefined) return;
    const before = jumps.at(-1);
    // There and back again: one row is off, not two nights.
    if (
      before !== undefined &&
      before.row === row - 1 &&
      Math.abs(Math.log(before.ratio * ratio)) < NEAR
    ) {
      jumps[jumps.length - 1] = { ...before, isLone: true };
      return;
    }
    count++;
    if (jumps.length < JUMPS_MAX) jumps.push({ row, at, ratio, from, to, isLone: false });
  }

  return {
    jumps: jumps as readonly Jump[],
    /** How many there were; the first thousand are kept. */
    count: (): number => count,
    /** From the close before to the opening of a row, both in ten-thousandths. */
    see(row: number, from: number, to: number, at: number): void {
      if (!isUsualStep(from, to)) keep(row, from, to, at);
    },
  };
}

export type JumpWatch = ReturnType<typeof openJumpWatch>;

/** "opens at 50.00 after a close of 200.00, a quarter …: a split of 4 for 1?" */
export function wordsOfJump({ ratio, from, to, isLone }: Jump): string {
  const split = likelySplit(ratio);
  const factor = ratio < 1 ? `1/${rounded(1 / ratio)}` : rounded(ratio);
  const what = `opens at ${decimalOf(to)} after a close of ${decimalOf(from)}, ${factor} of it`;
  if (isLone)
    return `${what}, and the next row goes back: this row alone is off by a factor of ${factor}`;
  return split === undefined
    ? `${what}; no split explains it`
    : `${what}: like a split of ${split} that the prices are not adjusted for`;
}

const rounded = (times: number): string => String(Number(times.toPrecision(3)));
