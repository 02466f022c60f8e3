import { trialNumber } from "./trial-row.ts";

/** What the best configuration is best in: always of the days inside the sample. */
export const SWEEP_OBJECTIVES = ["sharpe", "return", "calmar"] as const;
export type SweepObjective = (typeof SWEEP_OBJECTIVES)[number];

export const DAYS_PER_YEAR = 252;

/** Higher is better; NaN where the number has no value. A year's, for the ratios. */
export function objectiveOf(
  rows: Float64Array,
  trial: number,
  objective: SweepObjective,
  insideDays: number,
): number {
  if (objective === "sharpe") return trialNumber(rows, trial, "sharpe") * Math.sqrt(DAYS_PER_YEAR);
  const growth = trialNumber(rows, trial, "growth");
  if (objective === "return") return growth;
  const drawdown = -trialNumber(rows, trial, "drawdown");
  const yearly = (1 + growth) ** (DAYS_PER_YEAR / insideDays) - 1;
  return drawdown === 0 ? Number.NaN : yearly / drawdown;
}

/** Trials, the best first and those without a number last; equals in the order they were tried. */
export function rankingOf(numbers: Float64Array): readonly number[] {
  const worth = (trial: number): number =>
    Number.isNaN(numbers[trial]!) ? Number.NEGATIVE_INFINITY : numbers[trial]!;
  return Array.from(numbers, (_, trial) => trial).sort(
    (one, other) => compare(worth(other), worth(one)) || one - other,
  );
}

const compare = (one: number, other: number): number => (one < other ? -1 : one === other ? 0 : 1);
