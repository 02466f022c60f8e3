import type { BarView } from "@sevenfold/contract/market";
import type { TradeView } from "@sevenfold/contract/orders";
import type { TrailView } from "@sevenfold/contract/worker";
import { useEffect, useMemo, useRef, useState } from "react";
import { type ChartNote, patternNotes, tradeNotes } from "../chart-notes/chart-notes.ts";
import { NoteTip } from "../chart-notes/note-tip.tsx";
import { useChartNotes } from "../chart-notes/use-chart-notes.ts";
import { useAppearance } from "../ui/appearance.ts";
import { drawChart } from "../ui/chart-canvas.ts";
import { priceText } from "../ui/figures.ts";
import { addParts, type ChartParts, paintParts, putBars } from "./chart-parts.ts";
import { TriggerMark } from "./trigger-mark.tsx";
import { useMovingBar } from "./use-moving-bar.ts";
import { usePriceLines, useTrailSteps } from "./use-price-lines.ts";
import { useTriggerEdge } from "./use-trigger-edge.ts";

interface PriceChartProps {
  readonly ticker: string;
  readonly bars: readonly BarView[];
  readonly trail: TrailView | undefined;
  readonly trades: readonly TradeView[];
  /** Average cost of what is held, in dollars. */
  readonly cost: number | undefined;
}

/** Candles with volume, the trail, its trigger, the account's entries and exits, and patterns. */
export function PriceChart({ ticker, bars, trail, trades, cost }: PriceChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<ChartParts>();
  const appearance = useAppearance();
  const notes = useMemo(() => [...patternNotes(bars), ...tradeNotes(trades, bars)], [bars, trades]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new colours, new paint.
  useEffect(() => {
    if (parts !== undefined) paintParts(parts);
  }, [parts, appearance]);
  useBars(parts, bars);
  useTrailSteps(parts, trail, bars);
  usePriceLines(parts, { trail, cost }, appearance);
  useMovingBar(parts, ticker, bars);
  const edge = useTriggerEdge(parts, trail?.trigger_price ?? undefined);
  const hovered = useChartNotes(parts, notes, appearance);
  // The last effect: ending in this order, the others let go of the chart before it is gone.
  useEffect(() => {
    const end = drawChart(frame.current!, (chart) => {
      setParts(addParts(chart));
      return undefined;
    });
    return () => {
      setParts(undefined);
      end();
    };
  }, []);

  return (
    <figure aria-label={summaryOf(bars, notes)} className="relative h-full pl-2">
      <div ref={frame} className="h-full" />
      {trail && edge && <TriggerMark trail={trail} edge={edge} />}
      {hovered && <NoteTip hovered={hovered} />}
    </figure>
  );
}

const BARS_SHOWN = 90;

/** New bars replace the old ones; only the first ones choose what is in view. */
function useBars(parts: ChartParts | undefined, bars: readonly BarView[]): void {
  const shown = useRef<ChartParts>(undefined);
  useEffect(() => {
    if (parts === undefined) return;
    putBars(parts, bars);
    if (shown.current === parts) return;
    shown.current = parts;
    const count = bars.length;
    parts.chart
      .timeScale()
      .setVisibleLogicalRange({ from: Math.max(0, count - BARS_SHOWN), to: count + 2 });
  }, [parts, bars]);
}

function summaryOf(bars: readonly BarView[], notes: readonly ChartNote[]): string {
  const count = (wanted: ChartNote["kind"]) => notes.filter(({ kind }) => kind === wanted).length;
  return `${bars.length} bars, last close ${priceText(bars.at(-1)?.close)}, ${count("entry")} bars with entries, ${count("exit")} with exits, ${count("pattern")} with patterns`;
}
