import type { BarView } from "@sevenfold/contract/market";
import type { ISeriesApi } from "lightweight-charts";
import { useEffect } from "react";
import { useTick } from "../live/price-store.ts";
import { chartTime } from "../ui/chart-canvas.ts";

/** Moves the last bar with the price until the next bars are loaded. */
export function useMovingBar(
  candles: { readonly current: ISeriesApi<"Candlestick"> | undefined },
  ticker: string,
  bars: readonly BarView[],
): void {
  const tick = useTick(ticker);
  const price = tick?.price;
  useEffect(() => {
    const last = bars.at(-1);
    if (price === undefined || last === undefined) return;
    candles.current?.update({
      time: chartTime(last.start),
      open: last.open,
      high: Math.max(last.high, price),
      low: Math.min(last.low, price),
      close: price,
    });
  }, [candles, price, bars]);
}
