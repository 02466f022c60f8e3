import { dateOf } from "../calendar-date.ts";
import type { Instant } from "../market.ts";
import { dayNumberAt } from "../new-york-time.ts";

/** What a calendar month returned. */
export interface MonthReturn {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Last value of the month ÷ last value before it − 1. */
  readonly growth: number;
}

/** Every month that has a value, by the New York date of the values after the first. */
export function monthlyReturnsOf(
  values: readonly number[],
  times: readonly Instant[],
): readonly MonthReturn[] {
  const months: MonthReturn[] = [];
  const dates = times.slice(1).map((at) => dateOf(dayNumberAt(at)));
  let before = values[0] ?? 0;
  dates.forEach(({ year, month }, index) => {
    const next = dates[index + 1];
    if (next?.month === month && next.year === year) return;
    const last = values[index + 1]!;
    if (0 < before) months.push({ year, month, growth: last / before - 1 });
    before = last;
  });
  return months;
}

/** What a year returned, of its months. */
export const yearlyReturnOf = (months: readonly MonthReturn[], year: number): number =>
  months
    .filter((month) => month.year === year)
    .reduce((total, { growth }) => total * (1 + growth), 1) - 1;
