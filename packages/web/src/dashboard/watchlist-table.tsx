import { memo } from "react";
import { newestPriceAt } from "../live/price-store.ts";
import { serverNow } from "../live/server-clock.ts";
import { Card } from "../ui/card.tsx";
import { ageText } from "../ui/eastern-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { TABLE_HEAD } from "../ui/table.ts";
import { useMedia } from "../ui/use-media.ts";
import { useNow } from "../ui/use-now.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";
import { AddStock } from "./add-stock.tsx";
import { QualityLegend } from "./data-quality.tsx";
import { useGlances } from "./use-glances.ts";
import { useWatchedSymbols } from "./use-watched-symbols.ts";
import type { WatchedSymbol } from "./watched-symbols.ts";
import { WatchlistCards } from "./watchlist-cards.tsx";
import { WatchlistRow } from "./watchlist-row.tsx";

/** Every watched and held symbol, with its trail. */
export function WatchlistTable({ className }: { readonly className: string }) {
  const { data: status, error, mutate } = useWorkerStatus();
  const isPhone = useMedia("(max-width: 639px)");
  const retry = () => void mutate();
  const symbols = useWatchedSymbols(status);
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
          {error && <StaleNotice address="/api/worker/status" onRetry={retry} />}
          {symbols.length === 0 ? (
            <EmptyState title="No stocks watched yet">
              Add a stock, and the worker keeps a trail of its price.
            </EmptyState>
          ) : isPhone ? (
            <WatchlistCards symbols={symbols} />
          ) : (
            <Rows symbols={symbols} />
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

/** Drawn anew only with new symbols: what comes in between moves within its cells. */
const Rows = memo(function Rows({ symbols }: { readonly symbols: readonly WatchedSymbol[] }) {
  const glances = useGlances();
  return (
    <ScrollRegion label="Stocks" className="@container max-h-[620px] border-t border-line">
      <table className="w-full min-w-[860px] table-fixed">
        <thead
          className={`${TABLE_HEAD} sticky top-0 z-[2] bg-surface shadow-[0_1px_0_var(--line)]`}
        >
          <tr>
            <th scope="col" className="left-0 bg-surface pl-4 text-left @max-[859px]:sticky">
              Symbol
            </th>
            <th scope="col" className="w-24">
              Price
            </th>
            <th scope="col" className="w-23">
              Change
            </th>
            <th scope="col" className="hidden w-18 text-left @min-[940px]:table-cell">
              30 Sessions
            </th>
            <th scope="col" className="w-24">
              Position
            </th>
            <th scope="col" className="w-27">
              P&amp;L
            </th>
            <th scope="col" className="w-58 text-left">
              Trail Status
            </th>
            <th scope="col" className="w-21 pr-4">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
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
