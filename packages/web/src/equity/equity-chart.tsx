import type { EquityCurveView } from "@sevenfold/contract/portfolio";
import { AreaSeries, type AutoscaleInfo } from "lightweight-charts";
import { useEffect, useRef } from "react";
import { useValuesHidden } from "../ui/appearance.ts";
import { chartTime, drawChart, faded } from "../ui/chart-canvas.ts";
import { moneyText } from "../ui/figures.ts";
import { withRoom } from "./equity-range.ts";

interface EquityChartProps {
  readonly points: EquityCurveView["points"];
  readonly className: string;
}

export function EquityChart({ points, className }: EquityChartProps) {
  const isHidden = useValuesHidden();
  const frame = useRef<HTMLDivElement>(null);

  useEffect(
    () =>
      drawChart(
        frame.current!,
        (chart, color) => {
          const looks = () => ({
            lineColor: color("accent"),
            topColor: faded(color("accent"), 0.18),
            bottomColor: faded(color("accent"), 0),
          });
          const series = chart.addSeries(AreaSeries, {
            ...looks(),
            lineWidth: 2,
            priceLineVisible: false,
            autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
              const scale = own();
              const range = scale?.priceRange;
              return range ? { ...scale, priceRange: withRoom(range) } : scale;
            },
          });
          series.setData(points.map(({ at, equity }) => ({ time: chartTime(at), value: equity })));
          chart.timeScale().fitContent();
          return () => series.applyOptions(looks());
        },
        { isPrivate: true },
      ),
    [points],
  );

  return (
    <figure
      ref={frame}
      aria-label={isHidden ? "Equity over time, its amounts hidden" : summaryOf(points)}
      className={`overflow-hidden pl-2 ${className}`}
    />
  );
}

function summaryOf(points: EquityChartProps["points"]): string {
  const values = points.map(({ equity }) => equity);
  return `Equity from ${moneyText(values[0])} to ${moneyText(values.at(-1))}, lowest ${moneyText(Math.min(...values))}, highest ${moneyText(Math.max(...values))}`;
}
