import type { Money } from "@sevenfold/domain/money";

/** What a run's trades and cancels come to. Amounts in ten-thousandths of a dollar. */
export interface RunTotals {
  trades: number;
  /** Trades that closed a position or a part of one; those that gained after fees, and what they did. */
  exits: number;
  wins: number;
  won: number;
  /** What the other exits lost, above 0. */
  lost: number;
  canceled: number;
}

export const openTotals = (): RunTotals => ({
  trades: 0,
  exits: 0,
  wins: 0,
  won: 0,
  lost: 0,
  canceled: 0,
});

export function countTrade(totals: RunTotals, isExit: boolean, net: Money): void {
  totals.trades += 1;
  if (!isExit) return;
  totals.exits += 1;
  if (0 < net) {
    totals.wins += 1;
    totals.won += net;
  } else totals.lost -= net;
}
