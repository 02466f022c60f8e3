import { SATURDAY, SUNDAY, weekdayOf } from "@sevenfold/domain/calendar-date";
import type { Instant } from "@sevenfold/domain/market";
import { dayNumberAt } from "@sevenfold/domain/new-york-time";
import { estimated, unmeasured } from "./metric.ts";
import { cagr, downsideOf, totalReturn } from "./return-measures.ts";
import { NO_SPREAD, varianceOf } from "./sample.ts";
import { type Measure, onReturns } from "./track-record.ts";

/** Numbers of backtesting.py: they compound what others annualize by √252. */

const DAYS_OF_CALENDAR_YEAR = 365.25;

/** 365 where most weekends are traded, else 252. */
export function periodsPerYearOf(times: readonly Instant[]): number {
  const weekends = times.filter((at) =>
    [SUNDAY, SATURDAY].includes(weekdayOf(dayNumberAt(at))),
  ).length;
  return times.length * (2 / 7) * 0.6 < weekends ? 365 : 252;
}

/** (end ÷ start)^(1 ÷ y) − 1, y the years between the first and the last value by the calendar. */
export const calendarCagr: Measure = (facts) => {
  const total = totalReturn(facts);
  if (total.value === undefined) return total;
  const days = dayNumberAt(facts.times.at(-1)!) - dayNumberAt(facts.times[0]!);
  if (days <= 0) return unmeasured("no time between the first and the last value");
  return estimated((1 + total.value) ** (DAYS_OF_CALENDAR_YEAR / days) - 1, facts.isShort);
};

/** √((σ² + (1 + g)²)^252 − (1 + g)^504), σ² the variance (n − 1) and g the geometric mean of daily returns. */
export const backtestingVolatility: Measure = onReturns(2, (returns, facts) => {
  const growth = cagr(facts);
  if (growth.value === undefined) return growth;
  const years = facts.periodsPerYear;
  const daily = (1 + growth.value) ** (1 / years);
  const variance = varianceOf(returns);
  if (Math.sqrt(variance) <= NO_SPREAD) return estimated(0, facts.isShort);
  return estimated(
    Math.sqrt((variance + daily ** 2) ** years - daily ** (2 * years)),
    facts.isShort,
  );
});

/** (yearly geometric return − risk-free rate) ÷ the volatility above. */
export const backtestingSharpe: Measure = (facts) => {
  const [growth, volatility] = [cagr(facts), backtestingVolatility(facts)];
  if (growth.value === undefined) return growth;
  if (volatility.value === undefined) return volatility;
  return volatility.value === 0
    ? unmeasured("returns never varied")
    : estimated((growth.value - facts.riskFree) / volatility.value, facts.isShort);
};

/** (yearly geometric return − risk-free rate) ÷ (√mean(min(r, 0)²) × √252). */
export const backtestingSortino: Measure = onReturns(1, (returns, facts) => {
  const growth = cagr(facts);
  if (growth.value === undefined) return growth;
  const downside = downsideOf(returns) * Math.sqrt(facts.periodsPerYear);
  return downside === 0
    ? unmeasured("no losing day")
    : estimated((growth.value - facts.riskFree) / downside, facts.isShort);
});
