import { invariant } from "@sevenfold/domain/invariant";

/** C(16, 8) = 12,870 ways to halve the blocks. */
export const BLOCKS = 16;

/** Sum and sum of squares of every trial's returns in every block of days, trial after trial. */
export interface BlockSums {
  readonly trials: number;
  readonly blocks: number;
  /** Days of each block. */
  readonly days: Float64Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
}

export function openBlockSums(trials: number, days: number, blocks = BLOCKS): BlockSums {
  invariant(0 < blocks && blocks % 2 === 0, "the days are cut into an even number of blocks");
  const sums: BlockSums = {
    trials,
    blocks,
    days: new Float64Array(blocks),
    sum: new Float64Array(trials * blocks),
    squares: new Float64Array(trials * blocks),
  };
  for (let day = 0; day < days; day++) sums.days[blockOf(day, days, blocks)]! += 1;
  return sums;
}

/** Adds a trial's returns, of all days, from the front of `returns`. */
export function addBlockSums(sums: BlockSums, trial: number, returns: ArrayLike<number>): void {
  const { blocks, sum, squares } = sums;
  const days = sums.days.reduce((total, each) => total + each, 0);
  invariant(days <= returns.length, "all trials are of the same days");
  for (let day = 0; day < days; day++) {
    const at = trial * blocks + blockOf(day, days, blocks);
    const each = returns[day]!;
    sum[at]! += each;
    squares[at]! += each * each;
  }
}

const blockOf = (day: number, days: number, blocks: number): number =>
  Math.floor((day * blocks) / days);
