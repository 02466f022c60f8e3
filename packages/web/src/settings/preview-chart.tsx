import type { SettingsPreviewView } from "@sevenfold/contract/settings";
import { LineSeries, LineStyle } from "lightweight-charts";
import { useEffect, useRef } from "react";
import { useValuesHidden } from "../ui/appearance.ts";
import { chartTime, drawChart } from "../ui/chart-canvas.ts";
import { moneyText } from "../ui/figures.ts";

interface PreviewChartProps {
  readonly view: SettingsPreviewView;
  readonly className: string;
}

/** Two equity curves: the proposed one drawn through, the stored one dashed. */
export function PreviewChart({ view, className }: PreviewChartProps) {
  const isHidden = useValuesHidden();
  const frame = useRef<HTMLDivElement>(null);

  useEffect(
    () =>
      drawChart(
        frame.current!,
        (chart, color) => {
          const stored = chart.addSeries(LineSeries, { ...PLAIN, lineStyle: LineStyle.Dashed });
          const proposed = chart.addSeries(LineSeries, { ...PLAIN, lineWidth: 2 });
          stored.setData(seriesOf(view.current));
          proposed.setData(seriesOf(view.proposed));
          const paint = () => {
            stored.applyOptions({ color: color("muted") });
            proposed.applyOptions({ color: color("accent") });
          };
          paint();
          chart.timeScale().fitContent();
          return paint;
        },
        { isPrivate: true },
      ),
    [view],
  );

  return (
    <figure
      ref={frame}
      aria-label={
        isHidden
          ? "Equity over the last year, its amounts hidden"
          : `Equity over the last year, ending at ${moneyText(view.proposed.endEquity)} with these values and at ${moneyText(view.current.endEquity)} with the stored ones`
      }
      className={`overflow-hidden ${className}`}
    />
  );
}

const PLAIN = { lineWidth: 1, priceLineVisible: false, lastValueVisible: false } as const;

const seriesOf = ({ points }: SettingsPreviewView["proposed"]) =>
  points.map(({ at, equity }) => ({ time: chartTime(at), value: equity }));
