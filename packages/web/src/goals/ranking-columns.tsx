import { Change, Price, Shares } from "../ui/amounts.tsx";
import type { TableColumn } from "../ui/data-table.tsx";
import { sharesText } from "../ui/figures.ts";
import { PerformanceBar } from "./performance-bar.tsx";
import { RankBadge } from "./rank-badge.tsx";
import { largestOf, type RankedTicker } from "./ranked-ticker.ts";
import { SymbolButton } from "./symbol-button.tsx";

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
