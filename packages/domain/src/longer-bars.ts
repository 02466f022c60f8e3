import type { Bar } from "./market.ts";
import type { Price } from "./money.ts";

/**
 * Bars of a length made of shorter ones, oldest first: each begins on a multiple of its length, or
 * where the regular session begins or ends within it, so that none has both kinds of hours.
 */
export function longerBars(
  bars: readonly Bar[],
  lengthMs: number,
  isRegular: (bar: Bar) => boolean,
): readonly Bar[] {
  const longer: Bar[] = [];
  let last: string | undefined;
  for (const bar of bars) {
    const place = `${Math.floor(bar.start / lengthMs)} ${isRegular(bar)}`;
    const before = longer.at(-1);
    if (before === undefined || place !== last) longer.push(bar);
    else longer[longer.length - 1] = joined(before, bar);
    last = place;
  }
  return longer;
}

const joined = (first: Bar, next: Bar): Bar => ({
  ...first,
  high: Math.max(first.high, next.high) as Price,
  low: Math.min(first.low, next.low) as Price,
  close: next.close,
  volume: first.volume + next.volume,
});
