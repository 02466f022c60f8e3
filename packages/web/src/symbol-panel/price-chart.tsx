import type { BarView } from "@sevenfold/contract/market";
import type { TradeView } from "@sevenfold/contract/orders";
import type { TrailView } from "@sevenfold/contract/worker";
import {
  type AutoscaleInfo,
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type ISeriesApi,
  LineStyle,
  type SeriesMarker,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef } from "react";
import { chartTime, drawChart, faded, type IChartApi, resolvedColor } from "../ui/chart-canvas.ts";
import { priceText } from "../ui/figures.ts";
import { useMovingBar } from "./use-moving-bar.ts";

interface PriceChartProps {
  readonly ticker: string;
  readonly bars: readonly BarView[];
  readonly trail: TrailView | undefined;
  readonly trades: readonly TradeView[];
}

/** Candles with volume, the trail's lines and the account's entries and exits. */
export function PriceChart({ ticker, bars, trail, trades }: PriceChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const candles = useRef<ISeriesApi<"Candlestick">>(undefined);

  useEffect(() => {
    const end = drawChart(frame.current!, (chart) => {
      const series = addCandles(chart, bars);
      const volume = addVolume(chart, bars);
      candles.current = series;
      createSeriesMarkers(series, markersOf(trades, bars));
      showLatest(chart, bars.length);
      return () => {
        series.applyOptions(candleLooks());
        volume.applyOptions({ color: faded(resolvedColor("line-strong"), 0.45) });
      };
    });
    return () => {
      candles.current = undefined;
      end();
    };
  }, [bars, trades]);
  useTrailLines(candles, trail, bars);
  useMovingBar(candles, ticker, bars);

  return <figure ref={frame} aria-label={summaryOf(bars, trades)} className="h-full pl-2" />;
}

// Hollow up, filled down: the body says the direction without its colour.
const candleLooks = () => ({
  upColor: resolvedColor("surface"),
  borderUpColor: resolvedColor("gain"),
  wickUpColor: resolvedColor("gain"),
  downColor: resolvedColor("loss"),
  borderDownColor: resolvedColor("loss"),
  wickDownColor: resolvedColor("loss"),
});

function addCandles(chart: IChartApi, bars: readonly BarView[]) {
  const series = chart.addSeries(CandlestickSeries, { ...candleLooks(), priceLineVisible: false });
  series.setData(
    bars.map(({ start, open, high, low, close }) => ({
      time: chartTime(start),
      open,
      high,
      low,
      close,
    })),
  );
  series.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } });
  return series;
}

function addVolume(chart: IChartApi, bars: readonly BarView[]) {
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    color: faded(resolvedColor("line-strong"), 0.45),
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  volume.setData(bars.map(({ start, volume: value }) => ({ time: chartTime(start), value })));
  return volume;
}

const BARS_SHOWN = 90;

const showLatest = (chart: IChartApi, count: number) =>
  chart
    .timeScale()
    .setVisibleLogicalRange({ from: Math.max(0, count - BARS_SHOWN), to: count + 2 });

/** Entries below their bar, exits above it; only those within the bars shown. */
function markersOf(
  trades: readonly TradeView[],
  bars: readonly BarView[],
): SeriesMarker<UTCTimestamp>[] {
  const starts = bars.map(({ start }) => Date.parse(start));
  return trades
    .map((trade) => ({ trade, at: starts.findLast((start) => start <= Date.parse(trade.ts)) }))
    .filter((each): each is { trade: TradeView; at: number } => each.at !== undefined)
    .map(({ trade, at }) => {
      const isEntry = trade.side === "BUY";
      return {
        time: chartTime(at),
        position: isEntry ? ("belowBar" as const) : ("aboveBar" as const),
        shape: isEntry ? ("arrowUp" as const) : ("arrowDown" as const),
        color: resolvedColor("accent"),
        text: `${isEntry ? "▲" : "▼"} ${trade.shares}`,
      };
    })
    .sort((left, right) => left.time - right.time);
}

/** Price lines at the trail's extremes and the trigger; drawn again when one of them moves. */
function useTrailLines(
  candles: { readonly current: ISeriesApi<"Candlestick"> | undefined },
  trail: TrailView | undefined,
  bars: readonly BarView[],
): void {
  const { high, low, trigger_price: trigger, trigger_side: side } = trail ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: new bars draw a new series.
  useEffect(() => {
    const series = candles.current;
    if (series === undefined) return;
    const line = (
      price: number | null | undefined,
      title: string,
      color: string,
      style: LineStyle,
    ) =>
      price == null
        ? []
        : [
            series.createPriceLine({
              price,
              title,
              color: resolvedColor(color),
              lineStyle: style,
              lineWidth: 1,
              axisLabelVisible: true,
            }),
          ];
    // The trail's lines belong in the picture, not beyond its edge.
    const extremes = [high, low, trigger].filter((price) => price != null);
    series.applyOptions({
      autoscaleInfoProvider: (measure: () => AutoscaleInfo | null) => {
        const range = measure()?.priceRange;
        if (range == null) return null;
        return {
          priceRange: {
            minValue: Math.min(range.minValue, ...extremes),
            maxValue: Math.max(range.maxValue, ...extremes),
          },
        };
      },
    });
    const lines = [
      ...line(high, "Trail high", "muted", LineStyle.Solid),
      ...line(low, "Trail low", "muted", LineStyle.Solid),
      ...line(trigger, side === "sell" ? "Sell" : "Buy", "accent", LineStyle.Dashed),
    ];
    return () => {
      // A chart that went first took its lines with it.
      if (candles.current === series) for (const each of lines) series.removePriceLine(each);
    };
  }, [candles, high, low, trigger, side, bars]);
}

const summaryOf = (bars: readonly BarView[], trades: readonly TradeView[]) =>
  `${bars.length} bars, last close ${priceText(bars.at(-1)?.close)}, ${trades.length} trades`;
