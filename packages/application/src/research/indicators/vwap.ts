import { finite, type Indicator, type Range } from "./indicator.ts";

/** A bar with what was traded in it, and the day it is of. */
export interface TradedRange extends Range {
  readonly volume: number;
  /** Whatever is another on another day. Absent: all bars are of one. */
  readonly day?: number | string;
}

/**
 * Volume-weighted average price of the day so far, of (high + low + close) ÷ 3; begun anew with each
 * day, and nothing until something was traded.
 */
export function vwap(): Indicator<TradedRange> {
  let day: number | string | undefined;
  let value = 0;
  let shares = 0;
  return {
    next(bar) {
      if (bar.day !== day) {
        day = bar.day;
        value = 0;
        shares = 0;
      }
      value += finite(((bar.high + bar.low + bar.close) / 3) * bar.volume);
      shares += bar.volume;
      return shares === 0 ? undefined : value / shares;
    },
  };
}
