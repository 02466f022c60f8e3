import type { BarView } from "@sevenfold/contract/market";
import type { TrailView } from "@sevenfold/contract/worker";
import { type AutoscaleInfo, LineStyle } from "lightweight-charts";
import { useEffect } from "react";
import { chartTime, resolvedColor } from "../ui/chart-canvas.ts";
import { keepTicksClear } from "../ui/clear-ticks.ts";
import { moneyText } from "../ui/figures.ts";
import type { ChartParts } from "./chart-parts.ts";
import { spanWith } from "./price-span.ts";
import { trailSteps } from "./trail-steps.ts";

/** The trail's extremes as they came to be. */
export function useTrailSteps(
  parts: ChartParts | undefined,
  trail: TrailView | undefined,
  bars: readonly BarView[],
): void {
  const { high, low, since } = trail ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a trail is a new view every second, but seldom moves.
  useEffect(() => {
    if (parts === undefined) return;
    const steps = trail === undefined ? [] : trailSteps(trail, bars);
    const lineOf = (extreme: "high" | "low") =>
      steps.map((step) => ({ time: chartTime(step.start), value: step[extreme] }));
    parts.trailHigh.setData(lineOf("high"));
    parts.trailLow.setData(lineOf("low"));
  }, [parts, high, low, since, bars]);
}

interface PriceLines {
  readonly trail: TrailView | undefined;
  /** Average cost of what is held, in dollars. */
  readonly cost: number | undefined;
}

/** Dashed at the next trigger, with its price on the axis; dotted at what the holding cost. */
export function usePriceLines(
  parts: ChartParts | undefined,
  { trail, cost }: PriceLines,
  appearance: string,
): void {
  const { high, low } = trail ?? {};
  const trigger = trail?.trigger_price ?? undefined;
  const title = trail?.trigger_side === "sell" ? "Sell" : "Buy";
  // biome-ignore lint/correctness/useExhaustiveDependencies: new colours, new lines.
  useEffect(() => {
    if (parts === undefined) return;
    const { candles } = parts;
    // One word at the edge only: more of them would lie on each other, and on the newest marks.
    const wanted = [
      { price: trigger, title, color: "accent", lineStyle: LineStyle.Dashed, isNamed: true },
      { price: cost, title: "", color: "muted", lineStyle: LineStyle.Dotted, isNamed: false },
    ];
    const lines = wanted.flatMap(({ price, color, isNamed, ...line }) =>
      price === undefined
        ? []
        : [
            candles.createPriceLine({
              ...line,
              price,
              color: resolvedColor(color),
              lineWidth: 1,
              axisLabelVisible: isNamed,
            }),
          ],
    );
    keepTicksClear(parts.chart, candles, () => [trigger, lastCloseOf(candles)], moneyText);
    return () => {
      for (const line of lines) candles.removePriceLine(line);
    };
  }, [parts, trigger, title, cost, appearance]);

  useEffect(() => {
    parts?.candles.applyOptions({
      autoscaleInfoProvider: reachingTo([trigger, cost, high, low]),
    });
  }, [parts, trigger, cost, high, low]);
}

function lastCloseOf(candles: ChartParts["candles"]): number | undefined {
  const last = candles.data().at(-1);
  return last && "close" in last ? last.close : undefined;
}

const reachingTo =
  (levels: readonly (number | undefined)[]) =>
  (measure: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const measured = measure();
    if (measured?.priceRange == null) return measured;
    return { ...measured, priceRange: spanWith(measured.priceRange, levels) };
  };
