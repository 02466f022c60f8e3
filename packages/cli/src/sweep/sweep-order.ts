import type { SampleCut } from "@sevenfold/application/sweep/measure-trial";
import type { PreparedSweep } from "@sevenfold/application/sweep/open-sweep";
import type { SweepSpace } from "@sevenfold/application/sweep/sweep-space";

/** What the threads of a sweep work on together, in shared memory. */
export interface SweepOrder {
  readonly prepared: PreparedSweep;
  readonly space: SweepSpace;
  readonly cut: SampleCut;
  /** Each trial's numbers, written by whoever ran it. */
  readonly rows: Float64Array;
  /** The next trial nobody has taken, and how many are done. */
  readonly counters: Int32Array;
}

export const NEXT = 0;
export const DONE = 1;
/** Trials taken at a time: enough to make the taking cheap, few enough to end together. */
export const TAKEN_AT_ONCE = 8;
