import { CALLS } from "@sevenfold/contract/calls";
import { memo } from "react";
import { newestPriceAt } from "../live/price-store.ts";
import { serverNow } from "../live/server-clock.ts";
import { Card } from "../ui/card.tsx";
import { ageText } from "../ui/eastern-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { SortHeading } from "../ui/sort-heading.tsx";
import { TABLE_HEAD } from "../ui/table.ts";
import { useMedia } from "../ui/use-media.ts";
import { useNow } from "../ui/use-now.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";
import { AddStock } from "./add-stock.tsx";
import { QualityLegend } from "./data-quality.tsx";
import { useGlances } from "./use-glances.ts";
import { useWatchedSymbols } from "./use-watched-symbols.ts";
import { holding, type SortedWatchlist, useWatchlistSort } from "./use-watchlist-sort.ts";
import type { WatchedSymbol } from "./watched-symbols.ts";
import { WatchlistCards } from "./watchlist-cards.tsx";
import { WatchlistRow } from "./watchlist-row.tsx";
import { SORT_COLUMNS, type SortColumn } from "./watchlist-sort.ts";

/** Every watched and held symbol, with its trail. */
export function WatchlistTable({ className }: { readonly className: string }) {
  const { data: status, error, mutate } = useWorkerStatus();
  const isPhone = useMedia("(max-width: 639px)");
  const retry = () => void mutate();
  const sorted = useWatchlistSort(useWatchedSymbols(status));
  const { symbols } = sorted;
  return (
    <Card
      title={`Stock Watchlist${symbols ? ` (${symbols.length} stocks)` : ""}`}
      className={className}
      isPadded={false}
      aside={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <QualityLegend />
          <UpdatedAgo />
          <div className="xl:hidden">
            <AddStock />
          </div>
        </div>
      }
    >
      {symbols === undefined ? (
        error ? (
          <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
        ) : (
          <SkeletonRows rows={12} what="the watchlist" />
        )
      ) : (
        <>
          {error && <StaleNotice address={CALLS.readWorkerStatus.path} onRetry={retry} />}
          {symbols.length === 0 ? (
            <EmptyState title="No stocks watched yet">
              Add a stock, and the worker keeps a trail of its price.
            </EmptyState>
          ) : isPhone ? (
            <WatchlistCards {...sorted} symbols={symbols} />
          ) : (
            <Rows {...sorted} symbols={symbols} />
          )}
        </>
      )}
    </Card>
  );
}

function UpdatedAgo() {
  useNow(1_000);
  const at = newestPriceAt();
  if (at === undefined) return null;
  return <span className="figure text-xs text-muted">Updated {ageText(serverNow() - at)} ago</span>;
}

const COLUMN_LOOKS: Readonly<Record<SortColumn, string>> = {
  symbol: "left-0 bg-surface pl-4 @max-[835px]:sticky",
  price: "w-24",
  change: "w-22",
  sessions: "hidden w-26 @min-[940px]:table-cell",
  position: "w-23",
  gain: "w-26",
  trail: "w-57",
};
const TEXT_COLUMNS = { symbol: true, sessions: true, trail: true };

interface RowsProps extends SortedWatchlist {
  readonly symbols: readonly WatchedSymbol[];
}

/** Drawn anew only with new symbols: what comes in between moves within its cells. */
const Rows = memo(function Rows({ symbols, sort, press, hold }: RowsProps) {
  const glances = useGlances();
  return (
    <ScrollRegion
      label="Stocks"
      className="@container max-h-[620px] scroll-pt-12 border-t border-line"
    >
      <table aria-label="Stock watchlist" className="w-full min-w-[836px] table-fixed">
        <thead
          className={`${TABLE_HEAD} sticky top-0 z-[2] bg-surface shadow-[0_1px_0_var(--line)]`}
        >
          <tr>
            {SORT_COLUMNS.map(({ by, words }) => (
              <SortHeading
                key={by}
                isText={by in TEXT_COLUMNS}
                className={COLUMN_LOOKS[by]}
                sorted={sort.by === by ? sort.direction : undefined}
                onPress={() => press(by)}
              >
                {words}
              </SortHeading>
            ))}
            <th scope="col" className="w-21 pr-4 print:hidden">
              Actions
            </th>
          </tr>
        </thead>
        <tbody {...holding(hold)}>
          {symbols.map((symbol) => (
            <WatchlistRow
              key={symbol.state.ticker}
              symbol={symbol}
              glance={glances.get(symbol.state.ticker)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
});
