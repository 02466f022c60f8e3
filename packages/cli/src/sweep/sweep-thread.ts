import { workerData } from "node:worker_threads";
import { measureTrials } from "@sevenfold/application/sweep/measure-trial";
import { openSweep } from "@sevenfold/application/sweep/open-sweep";
import { kernelMachine } from "./kernel-module.ts";
import { DONE, NEXT, type SweepOrder, TAKEN_AT_ONCE } from "./sweep-order.ts";

const { prepared, space, cut, rows, counters } = workerData as SweepOrder;
const run = openSweep(prepared, kernelMachine());
for (;;) {
  const from = Atomics.add(counters, NEXT, TAKEN_AT_ONCE);
  if (space.trials <= from) break;
  const to = Math.min(space.trials, from + TAKEN_AT_ONCE);
  measureTrials(run, space, cut, { from, to, rows });
  Atomics.add(counters, DONE, to - from);
}
