import { barsBetween } from "@sevenfold/application/research/backtest/bar-columns";
import { drawOfBlocks, drawOfTrades } from "@sevenfold/application/research/monte-carlo/bootstrap";
import { measureTrials, type SampleCut } from "@sevenfold/application/research/sweep/measure-trial";
import {
  openSweep,
  type PreparedSweep,
  prepareSweep,
} from "@sevenfold/application/research/sweep/open-sweep";
import type { SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import { TRIAL_WIDTH } from "@sevenfold/application/research/sweep/trial-row";
import type { KernelMachine } from "@sevenfold/application/research/sweep/wasm-kernel";
import { sharedColumns } from "../sweep/shared-columns.ts";
import type {
  BarsMaterial,
  NumbersMaterial,
  PathsOrder,
  RowOrder,
  TrialsOrder,
} from "./row-order.ts";

/** An order and what it is made of, ready for any number of threads. */
export type ReadyOrder =
  | {
      readonly kind: "trials";
      readonly prepared: PreparedSweep;
      readonly space: SweepSpace;
      readonly cut: SampleCut;
    }
  | (PathsOrder & NumbersMaterial);

/** Computes the rows [from, to). */
export type ComputeRows = (from: number, to: number) => Float64Array;

export function readyOrder(order: RowOrder, material: BarsMaterial | NumbersMaterial): ReadyOrder {
  if (order.kind === "paths") return { ...order, ...(material as NumbersMaterial) };
  const { space, cut } = order;
  const prepared = sharedColumns(preparedFor(order, material as BarsMaterial));
  return { kind: "trials", prepared, space: sharedColumns(space), cut };
}

function preparedFor(
  { accounts, slippage, market, days }: TrialsOrder,
  { columns }: BarsMaterial,
): PreparedSweep {
  const within =
    days === undefined
      ? columns
      : columns.map((each) => barsBetween(each, ...days)).filter(({ count }) => 0 < count);
  return prepareSweep(within, accounts, { ...(slippage && { slippage }) }, market);
}

/** Opens an order on one thread. */
export function openRows(order: ReadyOrder, machine?: KernelMachine): ComputeRows {
  return order.kind === "trials" ? trialRows(order, machine) : pathRows(order);
}

function trialRows(
  { prepared, space, cut }: Extract<ReadyOrder, { readonly kind: "trials" }>,
  machine: KernelMachine | undefined,
): ComputeRows {
  const run = openSweep(prepared, machine);
  return (from, to) => {
    const rows = new Float64Array((to - from) * TRIAL_WIDTH);
    const part = partOf(space, from, to);
    measureTrials(run, part, cut, { basis: prepared.basis, from: 0, to: part.trials, rows });
    return rows;
  };
}

/** The trials [from, to) as a space of their own. */
const partOf = (space: SweepSpace, from: number, to: number): SweepSpace => ({
  ...space,
  trials: to - from,
  values: space.values.subarray(from * space.axes.length, to * space.axes.length),
});

function pathRows({
  method,
  block,
  bootstrap,
  numbers,
}: PathsOrder & NumbersMaterial): ComputeRows {
  const from = [...numbers];
  const { width, draw } =
    method === "trades" ? drawOfTrades(from, bootstrap) : drawOfBlocks(from, block, bootstrap);
  return (first, end) => {
    const rows = new Float64Array((end - first) * width);
    draw(rows, first, end, first);
    return rows;
  };
}
