import type { GlanceView } from "@sevenfold/contract/market";
import { Seen, useSeen, WhileSeen } from "../live/seen.ts";
import { Money, Shares } from "../ui/amounts.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { LiveChange, LiveGain, LivePrice } from "../ui/live-cells.tsx";
import { useOverlays } from "../ui/overlays.ts";
import { useOnline } from "../ui/use-online.ts";
import { QualityDot, QualityWords } from "./data-quality.tsx";
import { GlanceLine } from "./glance-line.tsx";
import { TrailCell } from "./trail-cell.tsx";
import type { WatchedSymbol } from "./watched-symbols.ts";

// The borders are the fixed 4% signals: red to buy, green to sell.
const BORDER = { buy: "border-l-loss", sell: "border-l-gain" };

export const SignalBadge = ({ signal }: { readonly signal: "buy" | "sell" }) => (
  <Badge tone={signal === "buy" ? "loss" : "gain"}>
    {signal === "buy" ? "Buy signal" : "Sell signal"}
  </Badge>
);

interface WatchlistRowProps {
  readonly symbol: WatchedSymbol;
  readonly glance: GlanceView | undefined;
}

export function WatchlistRow({ symbol, glance }: WatchlistRowProps) {
  const { state, trail, quality } = symbol;
  const { openSymbol } = useOverlays();
  const signal = trail?.signal ?? undefined;
  const [ref, isSeen] = useSeen<HTMLTableRowElement>();
  return (
    <Seen value={isSeen}>
      {/* Each row is painted by itself: a price that moves repaints its own, not all of them. */}
      <tr ref={ref} className="group isolate border-t border-line hover:bg-raised [&>td]:px-2">
        <WhileSeen isSeen={isSeen}>
          <th
            scope="row"
            data-signal={signal ?? "none"}
            className={classNames(
              "h-11 border-l-3 bg-surface pr-2 pl-3 text-left font-normal group-hover:bg-raised @max-[835px]:sticky @max-[835px]:left-0 @max-[835px]:z-[1]",
              signal ? BORDER[signal] : "border-l-transparent",
            )}
          >
            <button
              type="button"
              className="on-paper flex w-full items-center gap-2.5 rounded-[5px] text-left"
              onClick={() => openSymbol(state.ticker)}
            >
              <QualityDot ticker={state.ticker} quality={quality} />
              <span className="min-w-0 flex-1 leading-4">
                <span className="flex items-center gap-2">
                  <span className="font-semibold">{state.ticker}</span>
                  {signal && <SignalBadge signal={signal} />}
                </span>
                <span title={state.company_name} className="block truncate text-xs text-muted">
                  {state.company_name}
                </span>
                <QualityWords ticker={state.ticker} quality={quality} />
              </span>
            </button>
          </th>
          <td className="text-right">
            <LivePrice state={state} />
          </td>
          <td className="text-right">
            <LiveChange state={state} />
          </td>
          <td className="hidden @min-[940px]:table-cell">
            <GlanceLine glance={glance} />
          </td>
          <td className="text-right leading-4">
            <Holding symbol={symbol} />
          </td>
          <td className="text-right">
            <LiveGain state={state} />
          </td>
          <td>
            <TrailCell state={state} trail={trail} />
          </td>
          <td className="!pr-4 text-right print:hidden">
            <TradeButton symbol={symbol} />
          </td>
        </WhileSeen>
      </tr>
    </Seen>
  );
}

export function Holding({ symbol }: { readonly symbol: WatchedSymbol }) {
  const { isHoldingKnown, state } = symbol;
  const { cost_basis: cost, shares } = state;
  if (shares === 0)
    return (
      <span className="block text-13 whitespace-nowrap text-muted">
        {isHoldingKnown ? "No position" : "–"}
        <span className="block text-xs">Watching</span>
      </span>
    );
  return (
    <span className="block text-13 whitespace-nowrap">
      <Shares of={shares} /> {shares === 1 ? "share" : "shares"}
      <span className="block text-xs text-muted">
        <Money of={cost} />
      </span>
    </span>
  );
}

export function TradeButton({ symbol: { state } }: { readonly symbol: WatchedSymbol }) {
  const { openTicket } = useOverlays();
  const isOnline = useOnline();
  const isHeld = 0 < state.shares;
  return (
    <Button
      size="small"
      disabled={!isOnline}
      aria-label={`${isHeld ? "Trade" : "Buy"} ${state.ticker}`}
      onClick={() => openTicket({ ticker: state.ticker, side: isHeld ? "sell" : "buy" })}
    >
      {isHeld ? "Trade" : "Buy"}
    </Button>
  );
}
