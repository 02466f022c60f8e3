import { type EquityCurve, valuesOf } from "./equity-curve.ts";

/**
 * How far each day's close lies below the high-water mark: equity ÷ highest so far − 1, with
 * the start among the highest. Zero at a mark, never positive. Needs a positive start.
 */
export const drawdownsOf = (curve: EquityCurve): readonly number[] => depthsOf(valuesOf(curve));

/** value ÷ highest so far − 1 for each value after the start, which is among the highest. */
export function depthsOf(values: readonly number[]): readonly number[] {
  let mark = values[0] ?? 0;
  return values.slice(1).map((value) => {
    mark = Math.max(mark, value);
    return value / mark - 1;
  });
}
