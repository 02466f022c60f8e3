import type { Candle } from "../candle.ts";
import { type Price, price, UNITS_PER_DOLLAR } from "../money.ts";
import { patternsAt } from "../pattern.ts";

export type Prices = readonly [open: number, high: number, low: number, close: number];

const dollars = (amount: number): Price => price(Math.round(amount * UNITS_PER_DOLLAR));

export const candle = ([open, high, low, close]: Prices): Candle => ({
  open: dollars(open),
  high: dollars(high),
  low: dollars(low),
  close: dollars(close),
});

export function lastOf(rows: readonly Prices[]) {
  const bars = rows.map(candle);
  return patternsAt(bars, bars.length - 1);
}
