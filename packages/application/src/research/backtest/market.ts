import type { BenchmarkRecord } from "../metrics/track-record.ts";
import type { BarColumns } from "./bar-columns.ts";
import { holdingReturnsOf } from "./holding-returns.ts";

/** What an account is set against: something that is bought before its first day and kept. */
export interface Market {
  /** Days since 1970-01-01, ascending, and what it was worth at the close of each. In any unit. */
  readonly days: Int32Array;
  readonly values: Float64Array;
  /** What it was worth before the first of them, where that is known. */
  readonly start: number | undefined;
}

/**
 * The symbols bought in equal parts, each at its first opening, and kept, splits and dividends
 * included: worth 1 before the first of `days`. A symbol that has not begun is its part in cash.
 */
export function marketOfBars(columns: readonly BarColumns[], days: Int32Array): Market {
  const values = new Float64Array(days.length);
  for (const one of columns) {
    let worth = 1 / columns.length;
    holdingReturnsOf(one, days).forEach((each, day) => {
      worth *= 1 + each;
      values[day]! += worth;
    });
  }
  return { days, values, start: 1 };
}

/** What the market made on each of `days` since its value before; 0 where it has none. */
export function marketReturnsOn(market: Market, days: Int32Array): Float64Array {
  const walk = openWalk(market);
  return Float64Array.from(days, (day) => {
    const { before, now } = walk(day);
    return before === undefined || now === undefined ? 0 : now / before - 1;
  });
}

/**
 * An account and the market on the days that both have. `values` are the account's, the first before
 * the first of `days`. What the account was worth before the first day that both have stands beside the
 * market's last value before it, or its opening that day; where there is neither, both begin with it.
 */
export function benchmarkOn(
  market: Market,
  days: Int32Array,
  values: readonly number[],
): BenchmarkRecord {
  const walk = openWalk(market);
  const [own, closes]: [number[], number[]] = [[], []];
  days.forEach((day, place) => {
    const { before, now } = walk(day);
    if (now === undefined) return;
    if (own.length === 0 && before !== undefined) {
      own.push(values[place]!);
      closes.push(before);
    }
    own.push(values[place + 1]!);
    closes.push(now);
  });
  return { values: own, closes };
}

/** Asked for days in their order: the value at the close of each, and the last one before it. */
function openWalk({ days, values, start }: Market) {
  let next = 0;
  return (day: number) => {
    for (; next < days.length && days[next]! < day; next++);
    return {
      before: next === 0 ? start : values[next - 1],
      now: days[next] === day ? values[next] : undefined,
    };
  };
}
