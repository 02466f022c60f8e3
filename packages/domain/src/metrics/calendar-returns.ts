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
  let before = values[0] ?? 0;
  for (let index = 1; index < values.length; index++) {
    const { year, month } = dateOf(dayNumberAt(times[index]!));
    if (isInMonth(times[index + 1], year, month)) continue;
    if (0 < before) months.push({ year, month, growth: values[index]! / before - 1 });
    before = values[index]!;
  }
  return months;
}

function isInMonth(at: Instant | undefined, year: number, month: number): boolean {
  if (at === undefined) return false;
  const date = dateOf(dayNumberAt(at));
  return date.year === year && date.month === month;
}

/** What a year returned, of its months. */
export const yearlyReturnOf = (months: readonly MonthReturn[], year: number): number =>
  months
    .filter((month) => month.year === year)
    .reduce((total, { growth }) => total * (1 + growth), 1) - 1;
