import { useEffect, useState } from "react";
import type { ChartParts } from "./chart-parts.ts";

export type Edge = "above" | "below";

/** Beyond which edge of the picture a price lies, as it was painted last; undefined where it is in it. */
export function useTriggerEdge(
  parts: ChartParts | undefined,
  price: number | undefined,
): Edge | undefined {
  const [edge, setEdge] = useState<Edge>();

  useEffect(() => {
    if (parts === undefined || price === undefined) return;
    const { candles, chart } = parts;
    const measure = () => {
      const y = candles.priceToCoordinate(price);
      const { height } = chart.paneSize();
      setEdge(y === null ? undefined : y < 0 ? "above" : height < y ? "below" : undefined);
    };
    // A painter that paints nothing: it is called when the scale is settled, however it came to be.
    const painter = { renderer: () => ({ draw: () => queueMicrotask(measure) }) };
    const witness = { paneViews: () => [painter] };
    candles.attachPrimitive(witness);
    return () => {
      candles.detachPrimitive(witness);
      setEdge(undefined);
    };
  }, [parts, price]);

  return edge;
}
