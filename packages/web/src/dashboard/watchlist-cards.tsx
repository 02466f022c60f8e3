import type { GlanceView } from "@sevenfold/contract/market";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, useState } from "react";
import { Seen, useSeen } from "../live/seen.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { INPUT } from "../ui/field.ts";
import { LiveChange, LiveGain, LivePrice } from "../ui/live-cells.tsx";
import { useOverlays } from "../ui/overlays.ts";
import { QualityDot, QualityWords } from "./data-quality.tsx";
import { GlanceLine } from "./glance-line.tsx";
import { TrailCell } from "./trail-cell.tsx";
import { useGlances } from "./use-glances.ts";
import { holding, type SortedWatchlist } from "./use-watchlist-sort.ts";
import type { WatchedSymbol } from "./watched-symbols.ts";
import { Holding, SignalBadge, TradeButton } from "./watchlist-row.tsx";
import { SORT_COLUMNS } from "./watchlist-sort.ts";

const SHOWN_FIRST = 10;
const BORDER = { buy: "border-l-loss", sell: "border-l-gain" };

/** The watchlist on a phone: price, change and gain, the rest behind a disclosure. */
export const WatchlistCards = memo(function WatchlistCards({
  symbols,
  sort,
  press,
  hold,
}: SortedWatchlist & { readonly symbols: readonly WatchedSymbol[] }) {
  const [isWhole, setWhole] = useState(false);
  const glances = useGlances();
  const shown = isWhole ? symbols : symbols.slice(0, SHOWN_FIRST);
  return (
    <>
      <SortFields sort={sort} press={press} />
      <ul className="divide-y divide-line border-t border-line" {...holding(hold)}>
        {shown.map((symbol) => (
          <WatchlistCard
            key={symbol.state.ticker}
            symbol={symbol}
            glance={glances.get(symbol.state.ticker)}
          />
        ))}
      </ul>
      {shown.length < symbols.length && (
        <div className="border-t border-line p-3">
          <Button className="h-11 w-full" onClick={() => setWhole(true)}>
            Show all {symbols.length} stocks
          </Button>
        </div>
      )}
    </>
  );
});

/** Where there are no headings to press. */
const SortFields = ({ sort, press }: Pick<SortedWatchlist, "sort" | "press">) => (
  <div className="flex items-center gap-2 px-4 pb-3">
    <label className="flex min-w-0 flex-1 items-center gap-2 text-13 text-muted">
      Sort by
      <select
        className={`min-w-0 flex-1 ${INPUT}`}
        value={sort.by}
        onChange={({ target }) =>
          press(SORT_COLUMNS.find(({ by }) => by === target.value)?.by ?? "symbol")
        }
      >
        {SORT_COLUMNS.map(({ by, words }) => (
          <option key={by} value={by}>
            {words}
          </option>
        ))}
      </select>
    </label>
    <Button
      size="icon"
      className="size-10"
      aria-label={`Turn the order round: now ${sort.direction === "asc" ? "ascending" : "descending"}`}
      onClick={() => press(sort.by)}
    >
      {sort.direction === "asc" ? (
        <ArrowUp aria-hidden="true" className="size-4" />
      ) : (
        <ArrowDown aria-hidden="true" className="size-4" />
      )}
    </Button>
  </div>
);

interface WatchlistCardProps {
  readonly symbol: WatchedSymbol;
  readonly glance: GlanceView | undefined;
}

function WatchlistCard({ symbol, glance }: WatchlistCardProps) {
  const { state, trail, quality } = symbol;
  const { openSymbol } = useOverlays();
  const signal = trail?.signal ?? undefined;
  const [ref, isSeen] = useSeen<HTMLLIElement>();
  return (
    <Seen value={isSeen}>
      <li
        ref={ref}
        data-signal={signal ?? "none"}
        className={classNames(
          "border-l-3 py-2.5 pr-4 pl-3",
          signal ? BORDER[signal] : "border-l-transparent",
        )}
      >
        <details className="group">
          <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[1fr_auto_auto] items-center gap-3">
            <span className="flex min-w-0 items-center gap-2.5">
              <QualityDot ticker={state.ticker} quality={quality} />
              <span className="min-w-0 leading-4">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-semibold">{state.ticker}</span>
                  {signal && <SignalBadge signal={signal} />}
                </span>
                <span className="block truncate text-xs text-muted">{state.company_name}</span>
                <QualityWords ticker={state.ticker} quality={quality} />
              </span>
            </span>
            <span className="flex flex-col items-end leading-4">
              <LivePrice state={state} />
              <span className="text-xs">
                <LiveChange state={state} />
              </span>
            </span>
            <span className="min-w-18 text-right">
              <LiveGain state={state} />
            </span>
          </summary>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3 pb-1">
            <TrailCell state={state} trail={trail} />
            <GlanceLine glance={glance} />
            <Holding symbol={symbol} />
            {trail && <p className="w-full text-13 text-muted">{trail.explanation}</p>}
            <span className="flex w-full gap-2">
              <Button size="small" className="h-11 flex-1" onClick={() => openSymbol(state.ticker)}>
                Chart
              </Button>
              <TradeButton symbol={symbol} />
            </span>
          </div>
        </details>
      </li>
    </Seen>
  );
}
