import type { SampleCut } from "@sevenfold/application/research/sweep/measure-trial";
import type { PreparedSweep } from "@sevenfold/application/research/sweep/open-sweep";
import type { SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import type { OwnTrader } from "../strategy/own-trader.ts";

/** What the threads of a sweep work on together, in shared memory. */
export interface SweepOrder {
  readonly prepared: PreparedSweep;
  readonly space: SweepSpace;
  readonly cut: SampleCut;
  /** Who decides in the built-in rule's place. */
  readonly own?: OwnTrader;
  /** Each trial's numbers, written by whoever ran it. */
  readonly rows: Float64Array;
  /** The first trial that was not done before. */
  readonly first: number;
  /** The next trial nobody has taken, and whether any more are to be taken at all. */
  readonly counters: Int32Array;
  /** Of each trial since the first whether it is written. */
  readonly isDone: Uint8Array;
}

export const NEXT = 0;
export const STOP = 1;
/** Most trials taken at a time: enough to make the taking cheap, few enough to end together. */
export const TAKEN_AT_ONCE = 8;
