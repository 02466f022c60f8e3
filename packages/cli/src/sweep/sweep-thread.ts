import { workerData } from "node:worker_threads";
import { measureTrials } from "@sevenfold/application/research/sweep/measure-trial";
import { openSweep, type PortfolioTrader } from "@sevenfold/application/research/sweep/open-sweep";
import type { OwnTrader } from "../strategy/own-trader.ts";
import { kernelMachine } from "./kernel-module.ts";
import { NEXT, STOP, type SweepOrder, TAKEN_AT_ONCE } from "./sweep-order.ts";

const { prepared, space, cut, own, rows, first, counters, isDone } = workerData as SweepOrder;
const trade = own === undefined ? undefined : await traderOf(own);
const run = openSweep(prepared, kernelMachine(), trade);
while (Atomics.load(counters, STOP) === 0) {
  const from = Atomics.add(counters, NEXT, TAKEN_AT_ONCE);
  if (space.trials <= from) break;
  const to = Math.min(space.trials, from + TAKEN_AT_ONCE);
  measureTrials(run, space, cut, { basis: prepared.basis, from, to, rows });
  // Only now: who finds it set finds the rows written.
  Atomics.store(isDone, (from - first) / TAKEN_AT_ONCE, 1);
}

/** Loaded where there is one only. */
async function traderOf(trader: OwnTrader): Promise<PortfolioTrader> {
  const { tradeAgainAndAgain } = await import("../strategy/own-trader.ts");
  return tradeAgainAndAgain(trader);
}
