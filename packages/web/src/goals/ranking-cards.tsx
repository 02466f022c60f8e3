import { Change, Price, Shares } from "../ui/amounts.tsx";
import { sharesText } from "../ui/figures.ts";
import { ShowMore, usePartOfList } from "../ui/part-of-list.tsx";
import { PerformanceBar } from "./performance-bar.tsx";
import { RankBadge } from "./rank-badge.tsx";
import { largestOf, type RankedTicker } from "./ranking-columns.tsx";
import { SymbolButton } from "./symbol-button.tsx";

const PART_SIZE = 10;

/** The ranking on a phone: three figures each, the rest below. */
export function RankingCards({ ranked }: { readonly ranked: readonly RankedTicker[] }) {
  const largest = largestOf(ranked);
  const part = usePartOfList(ranked, PART_SIZE);
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {part.shown.map((row) => (
          <li key={row.ticker} className="px-4 py-3">
            <div className="flex items-center gap-3">
              <RankBadge rank={row.rank} />
              <div className="min-w-0 flex-1 leading-5">
                <SymbolButton of={row} />
                <p className="truncate text-13 text-muted">{row.companyName}</p>
              </div>
              <div className="text-right leading-5">
                <Change money={row.totalPL} />
                <p className="text-13">
                  <Change percent={row.totalPLPercent} />
                </p>
              </div>
            </div>
            <details className="mt-1.5 text-13 text-muted">
              <summary className="cursor-pointer py-1">More figures</summary>
              <dl className="grid grid-cols-2 gap-x-4 gap-y-1 pt-1 [&>dd]:text-right">
                <dt>Trades</dt>
                <dd className="figure">{sharesText(row.tradesCount)}</dd>
                <dt>Shares</dt>
                <dd>
                  <Shares of={row.shares} />
                </dd>
                <dt>Current price</dt>
                <dd>
                  <Price of={row.currentPrice} />
                </dd>
                <dt>Realized P&L</dt>
                <dd>
                  <Change money={row.realizedPL} />
                </dd>
                <dt>Unrealized P&L</dt>
                <dd>
                  <Change money={row.unrealizedPL} />
                </dd>
                <dt>Performance</dt>
                <dd>
                  <PerformanceBar amount={row.totalPL} largest={largest} />
                </dd>
              </dl>
            </details>
          </li>
        ))}
      </ul>
      <ShowMore part={part} />
    </>
  );
}
