import { workerData } from "node:worker_threads";
import { measureTrials } from "@sevenfold/application/research/sweep/measure-trial";
import { openSweep, type PortfolioTrader } from "@sevenfold/application/research/sweep/open-sweep";
import { nextStretch } from "../resumable/compute-rows.ts";
import type { OwnTrader } from "../strategy/own-trader.ts";
import { systemClock } from "../system/system-clock.ts";
import { kernelMachine } from "./kernel-module.ts";
import { NEXT, STOP, type SweepOrder, TAKEN_AT_ONCE } from "./sweep-order.ts";

const { prepared, space, cut, own, rows, first, counters, isDone } = workerData as SweepOrder;
const trade = own === undefined ? undefined : await traderOf(own);
const run = openSweep(prepared, kernelMachine(), trade);
let stretch = 1;
while (Atomics.load(counters, STOP) === 0) {
  const from = Atomics.add(counters, NEXT, stretch);
  if (space.trials <= from) break;
  const to = Math.min(space.trials, from + stretch);
  const begunAt = systemClock.monotonicMs();
  measureTrials(run, space, cut, { basis: prepared.basis, from, to, rows });
  // Only now: who finds it set finds the rows written.
  for (let trial = from; trial < to; trial++) Atomics.store(isDone, trial - first, 1);
  stretch = nextStretch(stretch, systemClock.monotonicMs() - begunAt, TAKEN_AT_ONCE);
}

/** Loaded where there is one only. */
async function traderOf(trader: OwnTrader): Promise<PortfolioTrader> {
  const { tradeAgainAndAgain } = await import("../strategy/own-trader.ts");
  return tradeAgainAndAgain(trader);
}
