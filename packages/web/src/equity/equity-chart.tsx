import type { TradeView } from "@sevenfold/contract/orders";
import type { EquityCurveView } from "@sevenfold/contract/portfolio";
import {
  AreaSeries,
  type AutoscaleInfo,
  createSeriesMarkers,
  type ISeriesApi,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useMemo, useRef, useState } from "react";
import { tradeNotes } from "../chart-notes/chart-notes.ts";
import { NoteTip } from "../chart-notes/note-tip.tsx";
import { type MarkedChart, useChartNotes } from "../chart-notes/use-chart-notes.ts";
import { useAppearance, useValuesHidden } from "../ui/appearance.ts";
import { chartTime, drawChart, faded } from "../ui/chart-canvas.ts";
import { keepTicksClear } from "../ui/clear-ticks.ts";
import { moneyText, percentText } from "../ui/figures.ts";
import { type EquityView, valuesIn } from "./equity-figures.ts";
import { withRoom } from "./equity-range.ts";

const MARKED_POINTS_MAX = 40;

interface EquityChartProps {
  readonly points: EquityCurveView["points"];
  /** The same with its last point as it is by now. */
  readonly shown: EquityCurveView["points"];
  readonly view: EquityView;
  /** Marked on the curve. */
  readonly trades: readonly TradeView[];
  readonly className: string;
}

export function EquityChart({ points, shown, view, trades, className }: EquityChartProps) {
  const isHidden = useValuesHidden();
  const frame = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<MarkedChart>();
  const [series, setSeries] = useState<ISeriesApi<"Area", UTCTimestamp>>();
  const labelled = useRef<number>(undefined);
  const notes = useMemo(() => {
    const [first] = points;
    // What came before the range is no part of it.
    const own = trades.filter(({ ts }) => first !== undefined && first.at <= ts);
    // Hundreds of marks would hide the curve: neighbours share one.
    const each = Math.ceil(points.length / MARKED_POINTS_MAX);
    const starts = points.filter((_, index) => index % each === 0).map(({ at }) => ({ start: at }));
    return tradeNotes(own, starts).map((note) => ({ ...note, label: "" }));
  }, [points, trades]);
  const hovered = useChartNotes(marked, notes, useAppearance());

  useEffect(() => {
    const values = valuesIn(view, points);
    const textOf = view === "money" ? moneyText : (value: number) => percentText(value);
    const ink = view === "drawdown" ? "loss" : "accent";
    const end = drawChart(
      frame.current!,
      (chart, color) => {
        const looks = () => ({
          lineColor: color(ink),
          topColor: faded(color(ink), 0.18),
          bottomColor: faded(color(ink), 0),
        });
        const series = chart.addSeries(AreaSeries, {
          ...looks(),
          lineWidth: 2,
          priceLineVisible: false,
          // How far it is under its highest, from above.
          invertFilledArea: view === "drawdown",
          priceFormat: { type: "custom", formatter: textOf, minMove: 0.01 },
          autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
            const scale = own();
            const range = scale?.priceRange;
            return range && view === "money" ? { ...scale, priceRange: withRoom(range) } : scale;
          },
        });
        chart.applyOptions({ localization: { priceFormatter: textOf } });
        labelled.current = values.at(-1);
        keepTicksClear(chart, series, () => [labelled.current], textOf);
        series.setData(
          values.map((value, index) => ({ time: chartTime(points[index]!.at), value })),
        );
        chart.timeScale().fitContent();
        const ofTimes = series as unknown as ISeriesApi<"Area", UTCTimestamp>;
        setMarked({ chart, markers: createSeriesMarkers<UTCTimestamp>(ofTimes, []) });
        setSeries(ofTimes);
        return () => series.applyOptions(looks());
      },
      // Percentages tell nobody how much it is.
      { isPrivate: view === "money" },
    );
    return () => {
      setMarked(undefined);
      setSeries(undefined);
      end();
    };
  }, [points, view]);

  // Only its last point moves with the account: the whole is drawn when it is read anew.
  useEffect(() => {
    const [last, value] = [shown.at(-1), valuesIn(view, shown).at(-1)];
    if (series === undefined || last === undefined || value === undefined) return;
    labelled.current = value;
    series.update({ time: chartTime(last.at), value });
  }, [series, shown, view]);

  return (
    <figure
      aria-label={
        isHidden && view === "money"
          ? "Equity over time, its amounts hidden"
          : summaryOf(shown, view)
      }
      // A browser does not draw it for paper; the figures above it are printed, and the table is.
      className={`relative pl-2 print:hidden ${className}`}
    >
      <div ref={frame} className="h-full overflow-hidden" />
      {hovered && <NoteTip hovered={hovered} />}
    </figure>
  );
}

const WORDS = { money: "Equity", percent: "Change of the equity", drawdown: "Drawdown" };

function summaryOf(points: EquityChartProps["points"], view: EquityView): string {
  const values = valuesIn(view, points);
  const textOf = view === "money" ? moneyText : percentText;
  return `${WORDS[view]} from ${textOf(values[0])} to ${textOf(values.at(-1))}, lowest ${textOf(Math.min(...values))}, highest ${textOf(Math.max(...values))}`;
}
