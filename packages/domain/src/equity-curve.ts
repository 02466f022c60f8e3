import type { EquityPoint } from "./market.ts";
import type { Money } from "./money.ts";
import { tradingDayOf } from "./new-york-time.ts";

/** What an account began with and its equity at the close of each day since, oldest first. */
export interface EquityCurve {
  /** Equity before the first day: the first day's return counts from it. */
  readonly start: Money;
  readonly closes: readonly EquityPoint[];
}

/** The last point of each New York day: an equity curve of any pace made daily. Oldest first. */
export function dailyCloses(points: readonly EquityPoint[]): readonly EquityPoint[] {
  return points.filter((point, index) => {
    const next = points[index + 1];
    return next === undefined || tradingDayOf(point.at) !== tradingDayOf(next.at);
  });
}

/** The start and every close, in ten-thousandths of a dollar. */
export const valuesOf = ({ start, closes }: EquityCurve): readonly Money[] => [
  start,
  ...closes.map(({ equity }) => equity),
];
