import type { GoalTickerView } from "@sevenfold/contract/portfolio";
import { Change, Price, Shares } from "../ui/amounts.tsx";
import type { TableColumn } from "../ui/data-table.tsx";
import { sharesText } from "../ui/figures.ts";
import { PerformanceBar } from "./performance-bar.tsx";
import { RankBadge } from "./rank-badge.tsx";
import { SymbolButton } from "./symbol-button.tsx";

/** A stock with its place, which stays its own however the table is sorted. */
export interface RankedTicker extends GoalTickerView {
  readonly rank: number;
}

export const rankedTickers = (tickers: readonly GoalTickerView[]): readonly RankedTicker[] =>
  tickers.map((ticker, index) => ({ ...ticker, rank: index + 1 }));

/** The largest gain or loss: the whole length of a bar. */
export const largestOf = (ranked: readonly RankedTicker[]): number =>
  Math.max(0, ...ranked.map(({ totalPL }) => Math.abs(totalPL ?? 0)));

export function rankingColumns(
  ranked: readonly RankedTicker[],
): readonly TableColumn<RankedTicker>[] {
  const largest = largestOf(ranked);
  return [
    {
      heading: "Rank",
      isText: true,
      sortBy: ({ rank }) => rank,
      cell: ({ rank }) => <RankBadge rank={rank} />,
    },
    {
      heading: "Ticker",
      isText: true,
      sortBy: ({ ticker }) => ticker,
      cell: (row) => <SymbolButton of={row} />,
    },
    {
      heading: "Trades",
      sortBy: ({ tradesCount }) => tradesCount,
      cell: ({ tradesCount }) => <span className="figure">{sharesText(tradesCount)}</span>,
    },
    {
      heading: "Shares",
      sortBy: ({ shares }) => shares,
      cell: ({ shares }) => <Shares of={shares} />,
    },
    {
      heading: "Current Price",
      sortBy: ({ currentPrice }) => currentPrice,
      cell: ({ currentPrice }) => <Price of={currentPrice} />,
    },
    {
      heading: "Realized P&L",
      sortBy: ({ realizedPL }) => realizedPL,
      cell: ({ realizedPL }) => <Change money={realizedPL} />,
    },
    {
      heading: "Unrealized P&L",
      sortBy: ({ unrealizedPL }) => unrealizedPL,
      cell: ({ unrealizedPL }) => <Change money={unrealizedPL} />,
    },
    {
      heading: "Total P&L",
      sortBy: ({ totalPL }) => totalPL,
      cell: ({ totalPL }) => (
        <span className="font-medium">
          <Change money={totalPL} />
        </span>
      ),
    },
    {
      heading: "Return %",
      sortBy: ({ totalPLPercent }) => totalPLPercent,
      cell: ({ totalPLPercent }) => <Change percent={totalPLPercent} />,
    },
    {
      heading: "Performance",
      cell: ({ totalPL }) => <PerformanceBar amount={totalPL} largest={largest} />,
    },
  ];
}
