import type { BarView } from "@sevenfold/contract/market";
import type { TrailView } from "@sevenfold/contract/worker";
import { type AutoscaleInfo, LineStyle } from "lightweight-charts";
import { useEffect } from "react";
import { chartTime, resolvedColor } from "../ui/chart-canvas.ts";
import type { ChartParts } from "./chart-parts.ts";
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

/** Dashed at the next trigger, dotted at what the holding cost; both belong in the picture. */
export function usePriceLines(
  parts: ChartParts | undefined,
  { trail, cost }: PriceLines,
  appearance: string,
): void {
  const trigger = trail?.trigger_price ?? undefined;
  const title = trail?.trigger_side === "sell" ? "Sell" : "Buy";
  // biome-ignore lint/correctness/useExhaustiveDependencies: new colours, new lines.
  useEffect(() => {
    if (parts === undefined) return;
    const { candles } = parts;
    const wanted = [
      { price: trigger, title, color: "accent", lineStyle: LineStyle.Dashed },
      { price: cost, title: "Cost", color: "muted", lineStyle: LineStyle.Dotted },
    ];
    const lines = wanted.flatMap(({ price, color, ...line }) =>
      price === undefined
        ? []
        : [
            candles.createPriceLine({
              ...line,
              price,
              color: resolvedColor(color),
              lineWidth: 1,
              axisLabelVisible: true,
            }),
          ],
    );
    candles.applyOptions({ autoscaleInfoProvider: reachingTo(trigger) });
    return () => {
      for (const line of lines) candles.removePriceLine(line);
    };
  }, [parts, trigger, title, cost, appearance]);
}

const reachingTo =
  (price: number | undefined) =>
  (measure: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const measured = measure();
    if (measured?.priceRange == null || price === undefined) return measured;
    const { minValue, maxValue } = measured.priceRange;
    return {
      ...measured,
      priceRange: { minValue: Math.min(minValue, price), maxValue: Math.max(maxValue, price) },
    };
  };
