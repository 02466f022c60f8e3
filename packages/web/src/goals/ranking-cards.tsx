import { ChevronDown } from "lucide-react";
import { Change, Price, Shares } from "../ui/amounts.tsx";
import { sharesText } from "../ui/figures.ts";
import { ShowMore, usePartOfList } from "../ui/part-of-list.tsx";
import { PerformanceBar } from "./performance-bar.tsx";
import { RankBadge } from "./rank-badge.tsx";
import { largestOf, type RankedTicker } from "./ranked-ticker.ts";
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
          <li key={row.ticker}>
            <details className="group px-4 py-3">
              <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3">
                <RankBadge rank={row.rank} />
                <span className="min-w-0 flex-1 leading-5">
                  <span className="font-semibold">{row.ticker}</span>
                  <span className="block truncate text-13 text-muted">{row.companyName}</span>
                </span>
                <span className="text-right leading-5">
                  <Change money={row.totalPL} />
                  <span className="block text-13">
                    <Change percent={row.totalPLPercent} />
                  </span>
                </span>
                <ChevronDown
                  aria-hidden="true"
                  className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-13 text-muted [&>dd]:text-right">
                <dt>Chart</dt>
                <dd>
                  <SymbolButton of={row} />
                </dd>
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
