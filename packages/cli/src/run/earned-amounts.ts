import { isExit } from "@sevenfold/application/research/backtest/backtest-report";
import type { RunRecord } from "./run-record.ts";

/** All that a run earned, one amount after another: they add up to what equity gained. */
export interface EarnedAmounts {
  /** Ten-thousandths of a dollar, in the order of time; what is still open comes last. */
  readonly amounts: readonly number[];
  /** How many of them are sales, payments of splits and dividends, and positions still open. */
  readonly closed: number;
  readonly payments: number;
  readonly open: number;
}

const UNITS_PER_DOLLAR = 10_000;
const unitsOf = (dollars: number): number => Math.round(dollars * UNITS_PER_DOLLAR);

/**
 * What each exit earned after fees, what splits and dividends brought, and each position that is still
 * open as if it had been closed at its last price. Undefined where they do not add up to the run's
 * final equity: its folder was written before all of it was noted, or has been changed.
 */
export function earnedAmountsOf({ summary, trades }: RunRecord): EarnedAmounts | undefined {
  const closed = trades.filter(isExit).map(({ time, pnl }) => ({ time, earned: unitsOf(pnl) }));
  const payments = summary.actions
    .map(({ time, earned, paid }) => ({ time: Date.parse(time), earned: unitsOf(earned ?? paid) }))
    .filter(({ earned }) => earned !== 0);
  const open = summary.openPositions.map(
    ({ unrealizedPL, fees }) => unitsOf(unrealizedPL) - unitsOf(fees),
  );
  const past = [...closed, ...payments].sort((one, other) => one.time - other.time);
  const amounts = [...past.map(({ earned }) => earned), ...open];
  const gained = unitsOf(summary.finalEquity) - unitsOf(summary.initialCash);
  if (amounts.reduce((sum, each) => sum + each, 0) !== gained) return undefined;
  return { amounts, closed: closed.length, payments: payments.length, open: open.length };
}
