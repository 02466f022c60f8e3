import { type EquityCurve, valuesOf } from "./equity-curve.ts";
import { depthsOf } from "./metrics/drawdown-measures.ts";

/**
 * How far each day's close lies below the high-water mark: equity ÷ highest so far − 1, with
 * the start among the highest. Zero at a mark, never positive. Needs a positive start.
 */
export const drawdownsOf = (curve: EquityCurve): readonly number[] => depthsOf(valuesOf(curve));
