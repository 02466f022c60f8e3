import { CALLS } from "@sevenfold/contract/calls";
import type { TradeView } from "@sevenfold/contract/orders";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { apart } from "../ui/apart.ts";
import { ChartSlot } from "../ui/chart-slot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useOverlays } from "../ui/overlays.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TableToggle } from "../ui/table-toggle.tsx";
import { useWorkerStatus } from "../worker/use-worker-status.ts";
import { BarTable } from "./bar-table.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import { SymbolFacts } from "./symbol-facts.tsx";
import { SymbolTrades } from "./symbol-trades.tsx";
import { useSymbolTrades } from "./use-symbol-trades.ts";

const PriceChart = apart("PriceChart", () => import("./price-chart.tsx"));

const INTERVALS = [
  { value: "minute", words: "1m" },
  { value: "5minute", words: "5m" },
  { value: "15minute", words: "15m" },
  { value: "hour", words: "1h" },
  { value: "day", words: "1D" },
] as const;
type Interval = (typeof INTERVALS)[number]["value"];
const COUNTS: Readonly<Record<Interval, number>> = {
  minute: 240,
  "5minute": 120,
  "15minute": 90,
  hour: 60,
  day: 90,
};
const NO_TRADES: readonly TradeView[] = [];

/** One symbol: its price over time, its trail, and the sentence why it did or did not trade. */
export function SymbolPanel() {
  const { symbol = "", closeSymbol } = useOverlays();
  const { data: status } = useWorkerStatus();
  const state = status?.positions.find(({ ticker }) => ticker === symbol);
  const trail = status?.trails[symbol];
  return (
    <Dialog
      shape="drawer"
      title={symbol}
      description={state?.company_name ?? "Price, trail and trades"}
      onClose={closeSymbol}
    >
      <SymbolFacts ticker={symbol} state={state} trail={trail} />
      <ChartSection key={symbol} ticker={symbol} />
      <SymbolTrades ticker={symbol} />
    </Dialog>
  );
}

function ChartSection({ ticker }: { readonly ticker: string }) {
  const [interval, setInterval] = useState<Interval>("minute");
  const [isTable, setTable] = useState(false);
  const bars = useEndpoint(CALLS.listBars, { symbol: ticker, interval, count: COUNTS[interval] });
  const { trades = NO_TRADES } = useSymbolTrades(ticker);
  const { data: status } = useWorkerStatus();
  const state = status?.positions.find((each) => each.ticker === ticker);
  return (
    <section aria-label="Price chart" className="border-b border-line">
      <div className="flex items-center justify-between px-5 pt-3 pb-2">
        <TableToggle isTable={isTable} onChange={setTable} />
        <SegmentedControl
          label="Bars"
          options={INTERVALS}
          value={interval}
          onChange={setInterval}
        />
      </div>
      <div className="h-[320px]">
        {bars.data === undefined ? (
          bars.error ? (
            <ProblemNotice
              title="Failed to load the chart"
              problem={bars.error}
              onRetry={() => void bars.mutate()}
            />
          ) : (
            <Skeleton className="mx-5 h-[300px]" />
          )
        ) : bars.data.length === 0 ? (
          <EmptyState title="No bars yet">The first one stands here within a minute.</EmptyState>
        ) : isTable ? (
          <BarTable bars={bars.data} />
        ) : (
          <ChartSlot className="mx-5 h-[300px]">
            <PriceChart
              key={interval}
              ticker={ticker}
              bars={bars.data}
              trail={status?.trails[ticker]}
              trades={trades}
              cost={state?.avg_price ?? undefined}
            />
          </ChartSlot>
        )}
      </div>
      {bars.data !== undefined && 0 < bars.data.length && !isTable && (
        <ChartLegend
          hasShade={bars.data.some(({ isRegular }) => !isRegular)}
          hasCost={state?.avg_price != null}
        />
      )}
    </section>
  );
}
