import type { Indicator, Range } from "./indicator.ts";
import { deviationOf, meanOf, openWindow } from "./window.ts";

export interface Band {
  readonly lower: number;
  readonly middle: number;
  readonly upper: number;
}

/** Bollinger's bands: the mean of the last values, and so many deviations below and above it. */
export function bollinger(bars = 20, deviations = 2): Indicator<number, Band> {
  const window = openWindow(bars);
  return {
    next(value) {
      window.push(value);
      if (!window.isFull()) return undefined;
      const middle = meanOf(window.values);
      const width = deviations * deviationOf(window.values, middle);
      return { lower: middle - width, middle, upper: middle + width };
    },
  };
}

/** Donchian's channel: the lowest low and the highest high of the last bars, this one included. */
export function donchian(bars = 20): Indicator<Range, Band> {
  const [lows, highs] = [openWindow(bars), openWindow(bars)];
  return {
    next({ high, low }) {
      lows.push(low);
      highs.push(high);
      if (!lows.isFull()) return undefined;
      const lower = lows.values.reduce((least, each) => Math.min(least, each));
      const upper = highs.values.reduce((most, each) => Math.max(most, each));
      return { lower, middle: (lower + upper) / 2, upper };
    },
  };
}
