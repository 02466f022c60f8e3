import type { BacktestSettings } from "../backtest/backtest-settings.ts";

/** What one configuration came to, over all symbols. Amounts in ten-thousandths of a dollar. */
export interface TrialOutcome {
  readonly initialEquity: number;
  readonly finalEquity: number;
  readonly trades: number;
  readonly exits: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  readonly canceled: number;
  /** Share of the closes at which something was held. */
  readonly exposure: number;
}

/**
 * Runs one configuration and writes equity at the end of each day into the curve. What the kernel
 * does not do of it, the full engine does. With a machine or without, the numbers are the same.
 */
export type TrialRunner = (settings: BacktestSettings, curve: Float64Array) => TrialOutcome;
