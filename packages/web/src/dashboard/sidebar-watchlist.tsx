import type { GlanceView } from "@sevenfold/contract/market";
import { memo } from "react";
import { isCut, useLine } from "../live/line.ts";
import { Seen, useSeen, WhileSeen } from "../live/seen.ts";
import { Shares } from "../ui/amounts.tsx";
import { Badge } from "../ui/badge.tsx";
import { LiveChange, LivePrice } from "../ui/live-cells.tsx";
import { useOverlays } from "../ui/overlays.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useMedia } from "../ui/use-media.ts";
import { isOnline, useWorkerStatus } from "../worker/use-worker-status.ts";
import { AddStock } from "./add-stock.tsx";
import { GlanceLine } from "./glance-line.tsx";
import { RemoveButton } from "./remove-button.tsx";
import { useGlances } from "./use-glances.ts";
import { useWatchedSymbols } from "./use-watched-symbols.ts";
import { useWatchlist } from "./use-watchlist.ts";
import type { WatchedSymbol } from "./watched-symbols.ts";

/** Beside the page where there is room: from 1280 px. */
export function SidebarWatchlist() {
  return useMedia("(min-width: 1280px)") ? <Watchlist /> : null;
}

function Watchlist() {
  const { data: status, error, mutate } = useWorkerStatus();
  const symbols = useWatchedSymbols(status);
  const line = useLine();
  // What the server said last is no connection to it.
  const isActive = !error && status !== undefined && isOnline(status) && !isCut(line);
  return (
    <aside
      aria-label="Watchlist"
      className="sticky top-[68px] flex max-h-[calc(100dvh-92px)] w-[272px] shrink-0 flex-col rounded-card border border-line bg-surface print:hidden"
    >
      <header className="space-y-2 border-b border-line p-3.5 pb-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-13 whitespace-nowrap">
            {symbols ? `Stock Watchlist - ${symbols.length} Stocks` : "Stock Watchlist"}
          </h2>
          <Badge tone={isActive ? "gain" : "plain"}>{isActive ? "Active" : "Offline"}</Badge>
        </div>
        <p className="text-xs text-muted">
          Real-time monitoring with 4% rule triggers{" "}
          <span className="block">
            {isActive && line === "live" ? "Connected" : "(connecting...)"}
          </span>
        </p>
        <AddStock />
      </header>
      {error && symbols === undefined && (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void mutate()} />
      )}
      <ul className="flex-1 divide-y divide-line overflow-y-auto">
        {symbols === undefined ? (
          !error &&
          Array.from({ length: 12 }, (_, index) => index).map((row) => (
            <li key={row} className="px-4 py-3">
              <Skeleton className="h-7" />
            </li>
          ))
        ) : (
          <SymbolCards symbols={symbols} />
        )}
      </ul>
    </aside>
  );
}

const SymbolCards = memo(function SymbolCards({
  symbols,
}: {
  readonly symbols: readonly WatchedSymbol[];
}) {
  const { data: watched } = useWatchlist();
  const glances = useGlances();
  const watchedTickers = new Set(watched?.map(({ ticker }) => ticker));
  return symbols.map((symbol) => (
    <SymbolCard
      key={symbol.state.ticker}
      symbol={symbol}
      glance={glances.get(symbol.state.ticker)}
      isWatched={watchedTickers.has(symbol.state.ticker)}
    />
  ));
});

interface SymbolCardProps {
  readonly symbol: WatchedSymbol;
  readonly glance: GlanceView | undefined;
  readonly isWatched: boolean;
}

function SymbolCard({ symbol: { state }, glance, isWatched }: SymbolCardProps) {
  const { openSymbol } = useOverlays();
  const [ref, isSeen] = useSeen<HTMLLIElement>();
  return (
    <Seen value={isSeen}>
      <li
        ref={ref}
        className="group relative flex [contain-intrinsic-size:auto_49px] [content-visibility:auto] items-center gap-2 py-2 pr-2 pl-3.5 hover:bg-raised"
      >
        <WhileSeen isSeen={isSeen}>
          <button
            type="button"
            title={state.company_name}
            className="min-w-0 flex-1 rounded-[5px] text-left leading-4 after:absolute after:inset-0"
            onClick={() => openSymbol(state.ticker)}
          >
            <span className="font-semibold">{state.ticker}</span>
            <span className="block truncate text-xs text-muted">
              {0 < state.shares ? (
                <>
                  <Shares of={state.shares} /> held
                </>
              ) : (
                state.company_name
              )}
            </span>
          </button>
          <GlanceLine glance={glance} />
          <span className="flex min-w-20 flex-col items-end leading-4">
            <LivePrice state={state} />
            <span className="text-xs">
              <LiveChange state={state} />
            </span>
          </span>
          {isWatched ? <RemoveButton ticker={state.ticker} /> : <span className="size-6" />}
        </WhileSeen>
      </li>
    </Seen>
  );
}
