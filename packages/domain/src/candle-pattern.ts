import {
  bodyOf,
  bodyTopOf,
  type CandleRule,
  hasFallen,
  hasRisen,
  isAfterFall,
  isAtLeast,
  lowerShadowOf,
  rangeOf,
  upperShadowOf,
} from "./candle.ts";

/** Smallest gap that counts, below the low before it: 0.2%. */
const GAP_BPS = 20;
/** Bars, the gap's own included, in which the price may come back. */
export const RECLAIM_BARS = 5;

/** After a fall, a lower shadow twice the body or longer, and hardly an upper one: sellers were outbid. */
export const isHammer: CandleRule = (bars, index) => {
  const bar = bars[index]!;
  return (
    0 < rangeOf(bar) &&
    2 * bodyOf(bar) <= lowerShadowOf(bar) &&
    10 * upperShadowOf(bar) <= rangeOf(bar) &&
    isAfterFall(bars, index - 1)
  );
};

/** After a fall, a rising body that covers the falling one before it and is larger. */
export const isBullishEngulfing: CandleRule = (bars, index) => {
  const before = bars[index - 1]!;
  const bar = bars[index]!;
  return (
    hasFallen(before) &&
    hasRisen(bar) &&
    bar.open <= before.close &&
    before.open <= bar.close &&
    bodyOf(before) < bodyOf(bar) &&
    isAfterFall(bars, index - 1)
  );
};

/** A long fall, a pause below it, and a rise back over the middle of the fall. */
export const isMorningStar: CandleRule = (bars, index) => {
  const fall = bars[index - 2]!;
  const star = bars[index - 1]!;
  const rise = bars[index]!;
  return (
    hasFallen(fall) &&
    rangeOf(fall) <= 2 * bodyOf(fall) &&
    3 * bodyOf(star) <= bodyOf(fall) &&
    bodyTopOf(star) <= fall.close &&
    hasRisen(rise) &&
    fall.open + fall.close <= 2 * rise.close &&
    isAfterFall(bars, index - 2)
  );
};

/** A bar within the range of the one before it, then a close above both. */
export const isInsideBarBreak: CandleRule = (bars, index) => {
  const mother = bars[index - 2]!;
  const inside = bars[index - 1]!;
  return (
    inside.high <= mother.high &&
    mother.low <= inside.low &&
    rangeOf(inside) < rangeOf(mother) &&
    mother.high < bars[index]!.close
  );
};

/** An opening below the whole bar before it, and the first close back at that bar's close. */
export const isGapAndReclaim: CandleRule = (bars, index) => {
  const close = bars[index]!.close;
  let highestClose = 0;
  for (let gap = index; index - RECLAIM_BARS < gap; gap--) {
    const before = bars[gap - 1]!;
    if (gap < index) highestClose = Math.max(highestClose, bars[gap]!.close);
    const hasGap = isAtLeast(before.low - bars[gap]!.open, GAP_BPS, before.low);
    if (hasGap && highestClose < before.close && before.close <= close) return true;
  }
  return false;
};
