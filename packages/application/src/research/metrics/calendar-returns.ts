import { dateOf } from "@sevenfold/domain/calendar-date";
import type { Instant } from "@sevenfold/domain/market";
import { dayNumberAt } from "@sevenfold/domain/new-york-time";

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

/** What a calendar year returned: whole, or as much of it as there is. */
export interface YearReturn {
  readonly year: number;
  readonly growth: number;
}

/** Every year that has a value: its months one after another. */
export function yearlyReturnsOf(
  values: readonly number[],
  times: readonly Instant[],
): readonly YearReturn[] {
  const years = new Map<number, number>();
  for (const { year, growth } of monthlyReturnsOf(values, times))
    years.set(year, (years.get(year) ?? 1) * (1 + growth));
  return [...years].map(([year, growth]) => ({ year, growth: growth - 1 }));
}
