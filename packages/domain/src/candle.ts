import type { Bar } from "./market.ts";
import { BPS_PER_ONE } from "./money.ts";

/** The four prices of a bar: all that a pattern looks at. */
export type Candle = Pick<Bar, "open" | "high" | "low" | "close">;

/** Whether a bar meets a rule, judged by the bars up to it and none after it. */
export type CandleRule = (bars: readonly Candle[], index: number) => boolean;

export const rangeOf = ({ high, low }: Candle): number => high - low;
export const bodyOf = ({ open, close }: Candle): number => Math.abs(close - open);
export const bodyTopOf = ({ open, close }: Candle): number => Math.max(open, close);
export const bodyBottomOf = ({ open, close }: Candle): number => Math.min(open, close);
export const upperShadowOf = (bar: Candle): number => bar.high - bodyTopOf(bar);
export const lowerShadowOf = (bar: Candle): number => bodyBottomOf(bar) - bar.low;
export const hasRisen = ({ open, close }: Candle): boolean => open < close;
export const hasFallen = ({ open, close }: Candle): boolean => close < open;

/** Closed lower than three bars before: something has fallen that can turn. */
export const isAfterFall: CandleRule = (bars, index) => bars[index]!.close < bars[index - 3]!.close;

/** Whether a difference is at least such a share of a price. Multiplied out: equality is exact. */
export const isAtLeast = (difference: number, bps: number, price: number): boolean =>
  price * bps <= difference * BPS_PER_ONE;

/** Whether a difference is at most such a share of a price. */
export const isAtMost = (difference: number, bps: number, price: number): boolean =>
  difference * BPS_PER_ONE <= price * bps;
