import type { CandleSeries } from "./candle-series.ts";
import type { RunConfig, RunSummary } from "./run-schema.ts";

/** A backtest as its folder keeps it. Money in dollars, times in UTC milliseconds. */
export interface RunRecord {
  readonly config: RunConfig;
  readonly summary: RunSummary;
  readonly trades: readonly RunTrade[];
  /** The start, then the last close of each trading day. */
  readonly equity: readonly EquityRow[];
  readonly candles: readonly CandleSeries[];
}

/** A fill. */
export interface RunTrade {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly price: number;
  readonly time: number;
  readonly reason: string;
  readonly fees: number;
  /** What an exit earned after the fees of entry and exit; 0 for an entry. */
  readonly pnl: number;
  /** Where shares may be sold short: whether it made a position larger or smaller. */
  readonly effect?: "open" | "close";
  /** Of what closed something, where the folder tells: when that began, what it returned on its cost, and how far prices went since. */
  readonly heldSince?: number;
  readonly growth?: number;
  readonly mae?: number;
  readonly mfe?: number;
}

export interface EquityRow {
  readonly time: number;
  readonly equity: number;
  /** Of it, what is not cash. */
  readonly invested: number;
  /** What the initial cash would be worth, bought in equal parts at the first opens and kept. */
  readonly buyAndHold: number;
  /** What it would be worth in the benchmark that was asked for; absent where none was, and on days it lacks. */
  readonly benchmark?: number;
}
