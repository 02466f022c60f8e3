import type { Indicator } from "./indicator.ts";
import { deviationOf, meanOf, openWindow } from "./window.ts";

/** How many deviations the value lies from the mean of the last ones, itself included; 0 where all are alike. */
export function zScore(bars = 20): Indicator<number> {
  const window = openWindow(bars);
  return {
    next(value) {
      window.push(value);
      if (!window.isFull()) return undefined;
      const mean = meanOf(window.values);
      const deviation = deviationOf(window.values, mean);
      return deviation === 0 ? 0 : (value - mean) / deviation;
    },
  };
}

/** A return of ours and the market's at the same time. */
export interface ReturnPair {
  readonly own: number;
  readonly market: number;
}

/** The slope of our returns on the market's over the last pairs; nothing while the market stands still. */
export function rollingBeta(bars = 60): Indicator<ReturnPair> {
  const [own, market] = [openWindow(bars, 2), openWindow(bars, 2)];
  return {
    next(pair) {
      own.push(pair.own);
      market.push(pair.market);
      return own.isFull() ? slopeOf(own.values, market.values) : undefined;
    },
  };
}

function slopeOf(ys: Float64Array, xs: Float64Array): number | undefined {
  const [meanY, meanX] = [meanOf(ys), meanOf(xs)];
  let together = 0;
  let squares = 0;
  for (let i = 0; i < xs.length; i += 1) {
    together += (xs[i]! - meanX) * (ys[i]! - meanY);
    squares += (xs[i]! - meanX) ** 2;
  }
  return squares === 0 ? undefined : together / squares;
}

/** The place of each value among all, from 1 for the least; equal ones share the mean of theirs. */
export function ranksOf(values: readonly number[]): readonly number[] {
  const order = [...values.keys()].sort((one, other) => values[one]! - values[other]!);
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let beyond = from + 1;
    while (beyond < order.length && values[order[beyond]!] === values[order[from]!]) beyond += 1;
    for (let place = from; place < beyond; place += 1)
      ranks[order[place]!] = (from + 1 + beyond) / 2;
    from = beyond;
  }
  return ranks;
}
