import { type EquityCurve, valuesOf } from "./equity-curve.ts";

/**
 * How far each day's close lies below the high-water mark: equity ÷ highest so far − 1, with
 * the start among the highest. Zero at a mark, never positive. Needs a positive start.
 */
export function drawdownsOf(curve: EquityCurve): readonly number[] {
  let mark: number = curve.start;
  return curve.closes.map(({ equity }) => {
    mark = Math.max(mark, equity);
    return equity / mark - 1;
  });
}

/** The deepest of them, at most 0: min(C ÷ cummax(C) − 1), the start included. */
export const maxDrawdownOf = (curve: EquityCurve): number =>
  drawdownsOf(curve).reduce((deepest, depth) => Math.min(deepest, depth), 0);

/** Days of the longest way from a high-water mark back to it; one that still lasts counts to the end. */
export function longestDrawdownOf(curve: EquityCurve): number {
  let mark: number = curve.start;
  let markedOn = 0;
  let longest = 0;
  for (const [day, equity] of valuesOf(curve).entries()) {
    if (equity < mark) longest = Math.max(longest, day - markedOn);
    else {
      // The day of recovery belongs to the drawdown it ends.
      if (markedOn < day - 1) longest = Math.max(longest, day - markedOn);
      mark = equity;
      markedOn = day;
    }
  }
  return longest;
}
