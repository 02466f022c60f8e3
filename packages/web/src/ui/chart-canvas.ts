import {
  CrosshairMode,
  createChartEx,
  type DeepPartial,
  type IChartApi,
  LineStyle,
  TickMarkType,
  type Time,
  type TimeChartOptions,
  type UTCTimestamp,
} from "lightweight-charts";
import { areValuesHidden, onAppearance } from "./appearance.ts";
import { clockText, dayText, momentText } from "./eastern-time.ts";
import { moneyText } from "./figures.ts";
import { NewYorkScale } from "./new-york-scale.ts";

export type { IChartApi };

/** UTC milliseconds or an ISO instant as the chart counts time. */
export const chartTime = (at: string | number): UTCTimestamp =>
  Math.floor(new Date(at).getTime() / 1000) as UTCTimestamp;

/**
 * Draws a chart in the page's colours and size and keeps it so; call back to end it. One whose
 * amounts are the account's own loses its scale while values are hidden.
 */
export function drawChart(
  element: HTMLElement,
  draw: (chart: IChartApi, color: (token: string) => string) => (() => void) | undefined,
  { isPrivate = false }: { readonly isPrivate?: boolean } = {},
): () => void {
  // The size comes a moment later, and with it must not go what is in view.
  const chart: IChartApi = createChartEx<Time, NewYorkScale>(element, new NewYorkScale(), {
    autoSize: true,
    timeScale: { lockVisibleTimeRangeOnResize: true },
    // Said once, not with the colours: a chart of percents stays one when the theme changes.
    localization: {
      priceFormatter: (price: number) => moneyText(price),
      timeFormatter: (time: Time) => `${momentText(Number(time) * 1000)} ET`,
    },
  });
  const paint = () => {
    chart.applyOptions(looksOf(resolvedColor));
    if (isPrivate) chart.applyOptions(scaleOf(areValuesHidden()));
  };
  paint();
  const repaint = draw(chart, resolvedColor);
  const stop = onAppearance(() => {
    paint();
    repaint?.();
  });
  return () => {
    stop();
    // Once whoever else draws on it has let go: a word to a chart that is gone fails in the next frame.
    queueMicrotask(() => chart.remove());
  };
}

/** A token's colour as the canvas understands it: the canvas itself translates OKLCH. */
export function resolvedColor(token: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (pixel === null) return "gray";
  pixel.fillStyle = value;
  pixel.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

export const faded = (color: string, alpha: number): string =>
  color.replace("rgb(", "rgba(").replace(")", `, ${alpha})`);

const scaleOf = (isHidden: boolean): DeepPartial<TimeChartOptions> => ({
  rightPriceScale: { visible: !isHidden },
  crosshair: { horzLine: { labelVisible: !isHidden } },
});

const looksOf = (color: (token: string) => string): DeepPartial<TimeChartOptions> => ({
  layout: {
    background: { color: color("surface") },
    textColor: color("muted"),
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontSize: 12,
    panes: { separatorColor: color("line") },
  },
  grid: {
    vertLines: { visible: false },
    horzLines: { color: faded(color("line"), 0.7), style: LineStyle.Solid },
  },
  crosshair: {
    mode: CrosshairMode.Magnet,
    vertLine: { color: color("line-strong"), labelBackgroundColor: color("muted") },
    horzLine: { color: color("line-strong"), labelBackgroundColor: color("muted") },
  },
  rightPriceScale: {
    borderVisible: false,
    entireTextOnly: true,
    scaleMargins: { top: 0.1, bottom: 0.08 },
  },
  timeScale: {
    borderColor: color("line"),
    fixLeftEdge: true,
    fixRightEdge: true,
    ...TIME_MARKS,
  },
});

/** Year, month and day marks say the day, finer ones the time, within a minute its second; in New York. */
export const TIME_MARKS = {
  timeVisible: true,
  secondsVisible: true,
  tickMarkFormatter(time: UTCTimestamp, kind: TickMarkType): string {
    if (kind <= TickMarkType.DayOfMonth) return dayText(time * 1000).replace(/, \d{4}$/, "");
    const clock = clockText(time * 1000);
    return kind === TickMarkType.TimeWithSeconds ? clock : clock.slice(0, 5);
  },
} as const;
