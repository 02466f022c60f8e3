import type { EquityPoint } from "./market.ts";
import type { Money } from "./money.ts";

/** What an account began with and its equity at the close of each day since, oldest first. */
export interface EquityCurve {
  /** Equity before the first day: the first day's return counts from it. */
  readonly start: Money;
  readonly closes: readonly EquityPoint[];
}

/** The start and every close, in ten-thousandths of a dollar. */
export const valuesOf = ({ start, closes }: EquityCurve): readonly Money[] => [
  start,
  ...closes.map(({ equity }) => equity),
];
