import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { measureTrials, type SampleCut } from "@sevenfold/application/research/sweep/measure-trial";
import {
  openSweep,
  type PortfolioTrader,
  type PreparedSweep,
} from "@sevenfold/application/research/sweep/open-sweep";
import type { SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import { TRIAL_WIDTH } from "@sevenfold/application/research/sweep/trial-row";
import { Failure } from "../failure.ts";
import { computeRows } from "../resumable/compute-rows.ts";
import type { KeptRows } from "../resumable/kept-rows.ts";
import type { OwnTrader } from "../strategy/own-trader.ts";
import { kernelMachine } from "./kernel-module.ts";
import { sharedColumns } from "./shared-columns.ts";
import { STOP, type SweepOrder, TAKEN_AT_ONCE } from "./sweep-order.ts";

export interface SweepRun {
  readonly prepared: PreparedSweep;
  readonly space: SweepSpace;
  readonly cut: SampleCut;
  readonly jobs: number;
  /** Who decides in the built-in rule's place. */
  readonly own?: { readonly trader: OwnTrader; readonly trade: PortfolioTrader } | undefined;
  /** Hears now and then how many trials are done. */
  readonly onProgress: (done: number) => void;
  /** Where trials are kept that are done; without it the sweep is not stopped by anything. */
  readonly kept?: KeptRows;
}

const THREAD = new URL("./sweep-thread.js", import.meta.url);
/** A thread takes some 40 ms to start: less work than this is done sooner without. */
const BARS_WORTH_THREADS = 20_000_000;
/** A strategy of one's own is asked bar by bar. */
const OWN_BARS_WORTH_THREADS = 400_000;
const PROGRESS_MS = 200;

/** The numbers of every trial. The same, to the last bit, on any number of threads. */
export async function runSweep(sweep: SweepRun): Promise<Float64Array> {
  const { prepared, space, cut, own } = sweep;
  const bars = prepared.columns.reduce((sum, { count }) => sum + count, 0);
  const worth = own === undefined ? BARS_WORTH_THREADS : OWN_BARS_WORTH_THREADS;
  if (1 < sweep.jobs && worth <= bars * space.trials) return onThreads(sweep);
  const rows = new Float64Array(space.trials * TRIAL_WIDTH);
  const run = openSweep(prepared, kernelMachine(), own?.trade);
  await computeRows({
    rows,
    count: space.trials,
    atOnce: TAKEN_AT_ONCE,
    compute: (from, to) =>
      measureTrials(run, space, cut, { basis: prepared.basis, from, to, rows }),
    ...(sweep.kept && { kept: sweep.kept }),
    onProgress: sweep.onProgress,
  });
  return rows;
}

async function onThreads({
  prepared,
  space,
  cut,
  jobs,
  own,
  onProgress,
  kept,
}: SweepRun): Promise<Float64Array> {
  const rows = sharedColumns(new Float64Array(space.trials * TRIAL_WIDTH));
  const first = kept?.restore(rows) ?? 0;
  const order: SweepOrder = {
    prepared: sharedColumns(prepared),
    space: sharedColumns(space),
    cut,
    ...(own && { own: own.trader }),
    rows,
    first,
    counters: sharedColumns(Int32Array.of(first, 0)),
    isDone: sharedColumns(new Uint8Array(space.trials - first)),
  };
  const threads = Array.from({ length: jobs }, () => new Worker(THREAD, { workerData: order }));
  try {
    const all = Promise.all(threads.map(ended));
    while (!(await isOverWithin(all, PROGRESS_MS))) {
      if (kept?.isStopping()) Atomics.store(order.counters, STOP, 1);
      const done = doneOf(order);
      onProgress(done);
      await kept?.keepInTime(rows, done);
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  const done = doneOf(order);
  if (done < space.trials) {
    await kept?.keep(rows, done);
    kept?.stop(done);
  }
  await kept?.complete(rows, done);
  return rows;
}

/** Trials that are done, from the first one on without a gap. */
function doneOf({ first, isDone }: SweepOrder): number {
  let done = 0;
  while (done < isDone.length && Atomics.load(isDone, done) === 1) done++;
  return first + done;
}

async function isOverWithin(all: Promise<unknown>, ms: number): Promise<boolean> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await Promise.race([all.then(() => true), pause(ms, false, { signal })]);
  } finally {
    waiting.abort();
  }
}

const ended = (thread: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    thread.once("error", (error) => reject(failureFrom(error)));
    thread.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`A thread of the sweep ended with ${code}.`)),
    );
  });

/** What a thread throws comes as a copy of it, of no class. */
function failureFrom(error: unknown): unknown {
  const { name, exitCode, message } = error as Partial<Failure>;
  return name === "Failure" && exitCode !== undefined ? new Failure(exitCode, message!) : error;
}
