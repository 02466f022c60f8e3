import type { GoalTickerView } from "@sevenfold/contract/portfolio";

/** A stock with its place, which stays its own however the table is sorted. */
export interface RankedTicker extends GoalTickerView {
  readonly rank: number;
}

export const rankedTickers = (tickers: readonly GoalTickerView[]): readonly RankedTicker[] =>
  tickers.map((ticker, index) => ({ ...ticker, rank: index + 1 }));

/** The largest gain or loss: the whole length of a bar. */
export const largestOf = (ranked: readonly RankedTicker[]): number =>
  Math.max(0, ...ranked.map(({ totalPL }) => Math.abs(totalPL ?? 0)));
