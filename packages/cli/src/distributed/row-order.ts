import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { Slippage } from "@sevenfold/application/research/backtest/costs";
import type { Market } from "@sevenfold/application/research/backtest/market";
import type {
  Bootstrap,
  BootstrapMethod,
} from "@sevenfold/application/research/monte-carlo/bootstrap";
import type { SampleCut } from "@sevenfold/application/research/sweep/measure-trial";
import type { SweepAccounts } from "@sevenfold/application/research/sweep/open-sweep";
import type { SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";

/** What workers are to make of bars: a row of numbers for each trial. */
export interface TrialsOrder {
  readonly kind: "trials";
  readonly accounts: SweepAccounts;
  readonly slippage?: Slippage;
  /** Held beside the same symbols by those who have no skill. */
  readonly market?: Market;
  /** First and last trading day, since 1970-01-01, where not all days are meant. */
  readonly days?: readonly [first: number, last: number];
  readonly space: SweepSpace;
  readonly cut: SampleCut;
}

/** What workers are to make of what a run earned: a row for each path that is drawn. */
export interface PathsOrder {
  readonly kind: "paths";
  readonly method: BootstrapMethod;
  /** Days of a block. */
  readonly block: number;
  readonly bootstrap: Bootstrap;
}

export type RowOrder = TrialsOrder | PathsOrder;

/** What trials are made of: all bars of the sweep, the same for every window of a walk. */
export interface BarsMaterial {
  readonly columns: readonly BarColumns[];
}

/** What paths are made of: what trades earned, or the returns of days. */
export interface NumbersMaterial {
  readonly numbers: Float64Array;
}
