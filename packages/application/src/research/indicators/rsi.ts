import { wilder } from "./averages.ts";
import { finite, type Indicator } from "./indicator.ts";

/** Wilder's relative strength index, 0 to 100; 100 where nothing was lost, 50 where nothing moved. */
export function rsi(bars = 14): Indicator<number> {
  const [gains, losses] = [wilder(bars), wilder(bars)];
  let before: number | undefined;
  return {
    next(value) {
      const change = before === undefined ? undefined : finite(value) - before;
      before = finite(value);
      if (change === undefined) return undefined;
      const gain = gains.next(Math.max(0, change));
      const loss = losses.next(Math.max(0, -change));
      if (gain === undefined || loss === undefined) return undefined;
      return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
    },
  };
}
