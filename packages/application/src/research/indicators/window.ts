import { finite, period } from "./indicator.ts";

/** The latest values, as many as the period, in no order that means anything. */
export interface Window {
  readonly values: Float64Array;
  /** Takes a value in the place of the oldest. */
  push(value: number): void;
  isFull(): boolean;
}

export function openWindow(bars: number, least = 1): Window {
  const values = new Float64Array(period(bars, least));
  let seen = 0;
  return {
    values,
    push(value) {
      values[seen % values.length] = finite(value);
      seen += 1;
    },
    isFull: () => values.length <= seen,
  };
}

export function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Of the whole population, as bands and scores are used to it: divided by n. */
export function deviationOf(values: Float64Array, mean: number): number {
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / values.length);
}
