import { CALLS } from "@sevenfold/contract/calls";
import type { SymbolStateView, TrailView } from "@sevenfold/contract/worker";
import type { ReactNode } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { usePrice } from "../live/price-store.ts";
import { AgedPrice } from "../ui/aged-price.tsx";
import { Change, Money, Percent, Price, Shares } from "../ui/amounts.tsx";
import { Button } from "../ui/button.tsx";
import { distanceAt, figuresAt } from "../ui/live-figures.ts";
import { useOverlays } from "../ui/overlays.ts";
import { PatternBadges } from "../ui/pattern-badges.tsx";
import { PriceSource } from "../ui/price-source.tsx";
import { TickCell } from "../ui/tick-cell.tsx";
import { useFreeKey } from "../ui/use-free-key.ts";
import { useOnline } from "../ui/use-online.ts";

interface SymbolFactsProps {
  readonly ticker: string;
  readonly state: SymbolStateView | undefined;
  readonly trail: TrailView | undefined;
}

/** The price, the verdict in words, the trail and what is held. */
export function SymbolFacts({ ticker, state, trail }: SymbolFactsProps) {
  const known = usePrice(ticker);
  const { data: quote, error } = useEndpoint(
    CALLS.readQuote,
    { symbol: ticker },
    { when: state === undefined },
  );
  const isUnlisted = state === undefined && error?.code === "unknown-symbol";
  const figures = state && figuresAt(state, known?.price);
  const price = figures?.price ?? known?.price;
  return (
    <div className="border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p>
          <span className="text-2xl font-semibold tracking-[-0.015em]">
            <TickCell value={price}>
              <AgedPrice ticker={ticker} of={price} />
            </TickCell>
          </span>
          {price !== undefined && (
            <Change
              isPublic
              money={figures?.change ?? quote?.change}
              percent={figures?.changePercent ?? quote?.changePercent}
              className="ml-3"
            />
          )}
          <PriceSource ticker={ticker} className="block text-13" />
        </p>
        {!isUnlisted && <TradeButtons ticker={ticker} canSell={0 < (state?.shares ?? 0)} />}
      </div>
      <p className="mt-3 rounded-control border border-line bg-raised px-3.5 py-2.5 text-pretty">
        {isUnlisted
          ? `${error.message} There is nothing to follow or to trade.`
          : (trail?.explanation ??
            "No trail yet: it begins with the first price the worker sees of this symbol.")}
      </p>
      {state !== undefined && 0 < state.patterns.length && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-13 text-muted">
          Bar patterns: <PatternBadges patterns={state.patterns} />
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact label="Trail high">
          <Price of={trail?.high} />
        </Fact>
        <Fact label="Trail low">
          <Price of={trail?.low} />
        </Fact>
        <Fact label={trail?.trigger_side ? `Next ${trail.trigger_side}` : "Next trigger"}>
          <Price of={trail?.trigger_price} />
        </Fact>
        <Fact label="Distance">
          <Percent of={trail && distanceAt(trail, price)} />
        </Fact>
        <Fact label="Shares">
          <Shares of={state?.shares} />
        </Fact>
        <Fact label="Avg cost">
          <Price of={state?.avg_price} />
        </Fact>
        <Fact label="Value">
          <Money of={price === undefined || !state?.shares ? undefined : price * state.shares} />
        </Fact>
        <Fact label="P&L">
          <Change money={figures?.gain ?? null} />
        </Fact>
      </dl>
    </div>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-xs font-medium text-muted">{label}</dt>
    <dd className="figure font-medium">{children}</dd>
  </div>
);

function TradeButtons({ ticker, canSell }: { readonly ticker: string; readonly canSell: boolean }) {
  const { openTicket } = useOverlays();
  const isOnline = useOnline();
  const open = (side: "buy" | "sell") => {
    if (isOnline && (side === "buy" || canSell)) openTicket({ ticker, side });
  };
  useFreeKey("b", () => open("buy"));
  useFreeKey("s", () => open("sell"));
  return (
    <span className="flex gap-2">
      <Button
        disabled={!isOnline}
        aria-keyshortcuts="B"
        title="Buy ( B )"
        onClick={() => open("buy")}
      >
        Buy
      </Button>
      {canSell && (
        <Button
          disabled={!isOnline}
          aria-keyshortcuts="S"
          title="Sell ( S )"
          onClick={() => open("sell")}
        >
          Sell
        </Button>
      )}
    </span>
  );
}
