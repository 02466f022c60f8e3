import { Worker } from "node:worker_threads";
import { measureTrials, type SampleCut } from "@sevenfold/application/sweep/measure-trial";
import { openSweep, type PreparedSweep } from "@sevenfold/application/sweep/open-sweep";
import type { SweepSpace } from "@sevenfold/application/sweep/sweep-space";
import { TRIAL_WIDTH } from "@sevenfold/application/sweep/trial-row";
import { kernelMachine } from "./kernel-module.ts";
import { sharedColumns } from "./shared-columns.ts";
import { DONE, type SweepOrder } from "./sweep-order.ts";

export interface SweepRun {
  readonly prepared: PreparedSweep;
  readonly space: SweepSpace;
  readonly cut: SampleCut;
  readonly jobs: number;
  /** Hears now and then how many trials are done. */
  readonly onProgress: (done: number) => void;
}

const THREAD = new URL("./sweep-thread.js", import.meta.url);
/** A thread takes some 40 ms to start: less work than this is done sooner without. */
const BARS_WORTH_THREADS = 20_000_000;
const PROGRESS_MS = 200;

/** The numbers of every trial. The same, to the last bit, on any number of threads. */
export async function runSweep(sweep: SweepRun): Promise<Float64Array> {
  const { prepared, space, cut } = sweep;
  const bars = prepared.columns.reduce((sum, { count }) => sum + count, 0);
  if (1 < sweep.jobs && BARS_WORTH_THREADS <= bars * space.trials) return onThreads(sweep);
  const rows = new Float64Array(space.trials * TRIAL_WIDTH);
  measureTrials(openSweep(prepared, kernelMachine()), space, cut, {
    from: 0,
    to: space.trials,
    rows,
  });
  return rows;
}

async function onThreads({
  prepared,
  space,
  cut,
  jobs,
  onProgress,
}: SweepRun): Promise<Float64Array> {
  const order: SweepOrder = {
    prepared: sharedColumns(prepared),
    space: sharedColumns(space),
    cut,
    rows: sharedColumns(new Float64Array(space.trials * TRIAL_WIDTH)),
    counters: sharedColumns(new Int32Array(2)),
  };
  const progress = setInterval(() => onProgress(Atomics.load(order.counters, DONE)), PROGRESS_MS);
  const threads = Array.from({ length: jobs }, () => new Worker(THREAD, { workerData: order }));
  try {
    await Promise.all(threads.map(ended));
  } finally {
    clearInterval(progress);
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return order.rows;
}

const ended = (thread: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    thread.once("error", reject);
    thread.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`A thread of the sweep ended with ${code}.`)),
    );
  });
