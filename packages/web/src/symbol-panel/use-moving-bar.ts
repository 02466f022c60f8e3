import type { BarView } from "@sevenfold/contract/market";
import { useEffect } from "react";
import { usePrice } from "../live/price-store.ts";
import { chartTime } from "../ui/chart-canvas.ts";
import type { ChartParts } from "./chart-parts.ts";

/** Moves the last bar with the price until the next bars are loaded. */
export function useMovingBar(
  parts: ChartParts | undefined,
  ticker: string,
  bars: readonly BarView[],
): void {
  const price = usePrice(ticker)?.price;
  useEffect(() => {
    const last = bars.at(-1);
    if (price === undefined || last === undefined) return;
    parts?.candles.update({
      time: chartTime(last.start),
      open: last.open,
      high: Math.max(last.high, price),
      low: Math.min(last.low, price),
      close: price,
    });
  }, [parts, price, bars]);
}
