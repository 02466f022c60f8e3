import type { BarView } from "@sevenfold/contract/market";
import {
  AreaSeries,
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from "lightweight-charts";
import { chartTime, faded, type IChartApi, resolvedColor } from "../ui/chart-canvas.ts";

/** What stands on a price chart, from the back to the front. */
export interface ChartParts {
  readonly chart: IChartApi;
  /** Tints the hours outside the regular session. */
  readonly shade: ISeriesApi<"Area">;
  readonly volume: ISeriesApi<"Histogram">;
  readonly trailHigh: ISeriesApi<"Line">;
  readonly trailLow: ISeriesApi<"Line">;
  readonly candles: ISeriesApi<"Candlestick">;
  readonly markers: ISeriesMarkersPluginApi<UTCTimestamp>;
}

const QUIET = { lastValueVisible: false, priceLineVisible: false } as const;
const STEPS = {
  lineType: LineType.WithSteps,
  lineStyle: LineStyle.Solid,
  lineWidth: 1,
  crosshairMarkerVisible: false,
  // The candles' scale says what is in the picture.
  autoscaleInfoProvider: () => null,
  ...QUIET,
} as const;

/** One even tint: bars of a histogram would stand apart, and a dozen of them be stripes. */
const SHADE = {
  priceScaleId: "shade",
  lineType: LineType.WithSteps,
  lineVisible: false,
  crosshairMarkerVisible: false,
  autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 1 } }),
} as const;

export function addParts(chart: IChartApi): ChartParts {
  const shade = chart.addSeries(AreaSeries, { ...QUIET, ...SHADE });
  shade.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
  const volume = chart.addSeries(HistogramSeries, {
    ...QUIET,
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  const trailHigh = chart.addSeries(LineSeries, STEPS);
  const trailLow = chart.addSeries(LineSeries, STEPS);
  const candles = chart.addSeries(CandlestickSeries, { priceLineVisible: false });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.2 } });
  const markers = createSeriesMarkers<UTCTimestamp>(
    candles as unknown as ISeriesApi<"Candlestick", UTCTimestamp>,
    [],
  );
  return { chart, shade, volume, trailHigh, trailLow, candles, markers };
}

/** In the page's colours of this moment. */
export function paintParts({ candles, shade, trailHigh, trailLow, volume }: ChartParts): void {
  // Hollow up, filled down: the body says the direction without its colour.
  candles.applyOptions({
    upColor: resolvedColor("surface"),
    borderUpColor: resolvedColor("gain"),
    wickUpColor: resolvedColor("gain"),
    downColor: resolvedColor("loss"),
    borderDownColor: resolvedColor("loss"),
    wickDownColor: resolvedColor("loss"),
    // Of the label on the axis: in the colour of a hollow candle it would be none.
    priceLineColor: resolvedColor("ink"),
  });
  volume.applyOptions({ color: faded(resolvedColor("line-strong"), 0.45) });
  const tint = faded(resolvedColor("line-strong"), 0.14);
  shade.applyOptions({ topColor: tint, bottomColor: tint });
  for (const line of [trailHigh, trailLow]) line.applyOptions({ color: resolvedColor("muted") });
}

export function putBars({ candles, shade, volume }: ChartParts, bars: readonly BarView[]): void {
  candles.setData(
    bars.map(({ start, open, high, low, close }) => ({
      time: chartTime(start),
      open,
      high,
      low,
      close,
    })),
  );
  volume.setData(bars.map(({ start, volume: value }) => ({ time: chartTime(start), value })));
  shade.setData(
    bars.map(({ start, isRegular }) => ({ time: chartTime(start), value: isRegular ? 0 : 1 })),
  );
}
