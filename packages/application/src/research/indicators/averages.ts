import { type Filling, type Indicator, oneByOne, period } from "./indicator.ts";

/** Simple moving average: the mean of the last values. */
export const sma = (bars: number): Indicator<number> => oneByOne(fillSma(bars));

/**
 * Its sum is added up anew once a period, so that what rounding leaves behind never outlives a window.
 * Kept in columns, here and below: a number that a closure keeps is allocated anew with each bar.
 */
export function fillSma(bars: number): Filling {
  const length = period(bars);
  const values = new Float64Array(length);
  /** Of the last values, and of those since the period began. */
  const sums = new Float64Array(2);
  let place = 0;
  let isFull = false;
  return (inputs, answers, from, to) => {
    let total = sums[0]!;
    let anew = sums[1]!;
    let n = from;
    while (n < to) {
      const end = Math.min(to, n + length - place);
      const divisor = isFull ? length : Number.NaN;
      let next = place;
      for (; n < end; n += 1, next += 1) {
        const value = inputs[n]!;
        total += value - values[next]!;
        anew += value;
        values[next] = value;
        answers[n] = total / divisor;
      }
      place = next % length;
      if (place !== 0) break;
      isFull = true;
      total = anew;
      anew = 0;
      answers[n - 1] = total / length;
    }
    sums[0] = total;
    sums[1] = anew;
  };
}

/** Exponential moving average, weight 2 ÷ (n + 1), begun with the mean of the first n values. */
export const ema = (bars: number): Indicator<number> => oneByOne(fillEma(bars));

export const fillEma = (bars: number): Filling => smoothed(bars, 2 / (period(bars) + 1));

/** Wilder's average: weight 1 ÷ n, begun with the mean of the first n values. */
export const wilder = (bars: number): Indicator<number> =>
  oneByOne(smoothed(bars, 1 / period(bars)));

function smoothed(bars: number, weight: number): Filling {
  const average = new Float64Array(1);
  let seen = 0;
  return (inputs, answers, from, to) => {
    let mean = average[0]!;
    for (let n = from; n < to; n += 1) {
      if (seen < bars) {
        seen += 1;
        mean += inputs[n]!;
        if (seen === bars) mean /= bars;
      } else {
        mean += weight * (inputs[n]! - mean);
      }
      answers[n] = seen === bars ? mean : Number.NaN;
    }
    average[0] = mean;
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
