import { finite, type Indicator, period } from "./indicator.ts";

/**
 * Simple moving average: the mean of the last values. Its sum is added up anew once a period, so that
 * what rounding leaves behind never outlives a window. Kept in columns, here and below: a number that
 * a closure keeps is allocated anew with each bar.
 */
export function sma(bars: number): Indicator<number> {
  const length = period(bars);
  const values = new Float64Array(length);
  const sum = new Float64Array(1);
  let place = 0;
  let isFull = false;
  return {
    next(value) {
      sum[0] = sum[0]! + (finite(value) - values[place]!);
      values[place] = value;
      place += 1;
      if (place === length) {
        place = 0;
        isFull = true;
        sum[0] = totalOf(values);
      }
      return isFull ? sum[0]! / length : undefined;
    },
  };
}

function totalOf(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += values[i]!;
  return total;
}

/** Exponential moving average, weight 2 ÷ (n + 1), begun with the mean of the first n values. */
export const ema = (bars: number): Indicator<number> => smoothed(bars, 2 / (period(bars) + 1));

/** Wilder's average: weight 1 ÷ n, begun with the mean of the first n values. */
export const wilder = (bars: number): Indicator<number> => smoothed(bars, 1 / period(bars));

function smoothed(bars: number, weight: number): Indicator<number> {
  const average = new Float64Array(1);
  let seen = 0;
  return {
    next(value) {
      finite(value);
      if (seen < bars) {
        seen += 1;
        average[0] = average[0]! + value;
        if (seen === bars) average[0] = average[0]! / bars;
      } else {
        average[0] = average[0]! + weight * (value - average[0]!);
      }
      return seen === bars ? average[0] : undefined;
    },
  };
}

export interface Macd {
  /** The fast average less the slow one. */
  readonly macd: number;
  /** Its own average, and what it is above that. */
  readonly signal: number;
  readonly histogram: number;
}

/** Moving average convergence and divergence, each average begun with its own first values. */
export function macd(fastBars = 12, slowBars = 26, signalBars = 9): Indicator<number, Macd> {
  const [fast, slow, signalLine] = [ema(fastBars), ema(slowBars), ema(signalBars)];
  return {
    next(value) {
      const one = fast.next(value);
      const other = slow.next(value);
      if (one === undefined || other === undefined) return undefined;
      const signal = signalLine.next(one - other);
      if (signal === undefined) return undefined;
      return { macd: one - other, signal, histogram: one - other - signal };
    },
  };
}
