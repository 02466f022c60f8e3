import { instant } from "@sevenfold/domain/market";
import type { TrackRecord } from "../research/metrics/track-record.ts";
import { bisectedNormal } from "./bisected-normal.ts";

const DAY_MS = 86_400_000;

/** A record of so many dollars at the end of each day, a value a calendar day. */
export const recordOf = (
  values: readonly number[],
  over: Partial<TrackRecord> = {},
): TrackRecord => ({
  values,
  times: values.map((_value, day) => instant(Date.UTC(2026, 0, 5, 21) + day * DAY_MS)),
  normal: bisectedNormal,
  ...over,
});

/** Ninety days, a benchmark and thirty-five trades, the same on every machine. */
export function steadyRecord(): TrackRecord {
  let seed = 12_345;
  const next = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const values = [100_000];
  const benchmark = [50];
  const times = [Date.UTC(2024, 0, 2, 21)];
  for (let day = 0; day < 90; day++) {
    const own = next() - 0.48;
    const market = next() - 0.49;
    const extra = day % 7 === 0 ? 0.01 * market : 0;
    values.push(values[day]! * (1 + 0.03 * own + extra));
    benchmark.push(benchmark[day]! * (1 + 0.02 * market + 0.006 * own));
    // Days without a return are days too.
    if (day % 11 === 5) values[day + 1] = values[day]!;
    times.push(nextWeekday(times[day]!));
  }
  const trades = Array.from({ length: 35 }, (_, index) => {
    const earned = Math.round((next() - 0.45) * 1_000) / 10;
    const pnl = index === 7 ? 0 : earned;
    return { pnl, growth: pnl / (900 + 100 * next()) };
  });
  return {
    ...recordOf(values),
    times: times.map(instant),
    benchmark: { values, closes: benchmark },
    trades,
  };
}

function nextWeekday(at: number): number {
  const next = at + DAY_MS;
  const weekday = new Date(next).getUTCDay();
  return weekday === 6 ? next + 2 * DAY_MS : weekday === 0 ? next + DAY_MS : next;
}
