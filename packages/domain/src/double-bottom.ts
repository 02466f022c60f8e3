import { type Candle, type CandleRule, isAtLeast, isAtMost } from "./candle.ts";

/** The two bottoms and the break lie within so many bars. */
const WINDOW_BARS = 40;
/** A bottom is no higher than so many bars on each side of it, as far as they are known. */
const SIDE_BARS = 2;
/** The bottoms lie at least so many bars apart, */
const APART_BARS = 5;
/** within 1.5% of each other, */
const LEVEL_BPS = 150;
/** and the price rises at least 2% above the higher one between them. */
const RISE_BPS = 200;

/** Bars the rule looks at, the last one included. */
export const DOUBLE_BOTTOM_BARS = WINDOW_BARS + SIDE_BARS;

interface Bottoms {
  readonly first: number;
  readonly second: number;
}

/** Two lows at one level with a rise between them, and the first close above that rise. */
export const isDoubleBottom: CandleRule = (bars, index) => {
  // Nothing breaks out by falling: that spares the search at half of all bars.
  if (bars[index]!.close <= bars[index - 1]!.close) return false;
  const earliest = index - WINDOW_BARS + 1;
  for (let second = index - 1; earliest + APART_BARS <= second; second--) {
    if (!isBottom(bars, second, index)) continue;
    for (let first = second - APART_BARS; earliest <= first; first--)
      if (isBottom(bars, first, index) && isBroken(bars, { first, second }, index)) return true;
  }
  return false;
};

function isBottom(bars: readonly Candle[], at: number, index: number): boolean {
  const until = Math.min(at + SIDE_BARS, index);
  return bars[at]!.low <= lowestLow(bars, at - SIDE_BARS, until);
}

function isBroken(bars: readonly Candle[], { first, second }: Bottoms, index: number): boolean {
  const lower = Math.min(bars[first]!.low, bars[second]!.low);
  const higher = Math.max(bars[first]!.low, bars[second]!.low);
  if (!isAtMost(higher - lower, LEVEL_BPS, lower)) return false;
  if (lowestLow(bars, first, index) < lower) return false;
  const neckline = highestHigh(bars, first + 1, second - 1);
  return (
    isAtLeast(neckline - higher, RISE_BPS, higher) &&
    highestClose(bars, second, index - 1) <= neckline &&
    neckline < bars[index]!.close
  );
}

function lowestLow(bars: readonly Candle[], from: number, to: number): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = from; at <= to; at++) lowest = Math.min(lowest, bars[at]!.low);
  return lowest;
}

function highestHigh(bars: readonly Candle[], from: number, to: number): number {
  let highest = 0;
  for (let at = from; at <= to; at++) highest = Math.max(highest, bars[at]!.high);
  return highest;
}

function highestClose(bars: readonly Candle[], from: number, to: number): number {
  let highest = 0;
  for (let at = from; at <= to; at++) highest = Math.max(highest, bars[at]!.close);
  return highest;
}
