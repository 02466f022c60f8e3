import { wilder } from "./averages.ts";
import { finite, type Indicator, type Range } from "./indicator.ts";

/** The range of a bar, from the close before it where that lies outside. */
const trueRangeOf = ({ high, low }: Range, before: number): number =>
  Math.max(high, before) - Math.min(low, before);

/** Wilder's average true range; the first bar has no close before it and does not count. */
export function atr(bars = 14): Indicator<Range> {
  const average = wilder(bars);
  let before: number | undefined;
  return {
    next(bar) {
      const range = before === undefined ? undefined : trueRangeOf(bar, before);
      before = finite(bar.close);
      return range === undefined ? undefined : average.next(range);
    },
  };
}

/** How strong a trend is, and its two directions, each 0 to 100. */
export interface Directions {
  readonly adx: number;
  readonly plus: number;
  readonly minus: number;
}

/** Wilder's average directional index: there after twice the period. */
export function adx(bars = 14): Indicator<Range, Directions> {
  const [ranges, rises, falls, strength] = [wilder(bars), wilder(bars), wilder(bars), wilder(bars)];
  let before: Range | undefined;
  return {
    next({ high, low, close }) {
      const last = before;
      before = { high: finite(high), low: finite(low), close: finite(close) };
      if (last === undefined) return undefined;
      const up = high - last.high;
      const down = last.low - low;
      const range = ranges.next(trueRangeOf(before, last.close));
      const rise = rises.next(down < up && 0 < up ? up : 0);
      const fall = falls.next(up < down && 0 < down ? down : 0);
      if (range === undefined || rise === undefined || fall === undefined) return undefined;
      const [plus, minus] = [percentOf(rise, range), percentOf(fall, range)];
      const index = strength.next(percentOf(Math.abs(rise - fall), rise + fall));
      return index === undefined ? undefined : { adx: index, plus, minus };
    },
  };
}

/** 0 of nothing: a price that stands still has no direction. */
const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
