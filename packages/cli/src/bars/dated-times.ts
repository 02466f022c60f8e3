import { type BarTime, dayWritten, EXCHANGE_ZONE, localDayReader } from "./bar-time.ts";

const DAY_MS = 86_400_000;

/** The day that begins at the time; undefined where none does. */
type DayBegun = (time: Extract<BarTime, { readonly kind: "instant" }>) => number | undefined;

/**
 * Times that are all midnights are dates: so notebooks write them. Taken for the moment, what is known
 * when a day ends would be acted on when it begins, or the evening before. They are midnights by the
 * offset that stands beside each, or all of them here, or all in UTC, or all at the exchange: what
 * was written in UTC says no zone.
 */
export function datesOfMidnights(times: readonly BarTime[], zone: string): readonly BarTime[] {
  for (const dayBegun of [dayWritten, midnightIn(zone), midnightInUtc, midnightIn(EXCHANGE_ZONE)]) {
    const dates = datesBy(times, dayBegun);
    if (dates !== undefined) return dates;
  }
  return times;
}

function datesBy(times: readonly BarTime[], dayBegun: DayBegun): BarTime[] | undefined {
  const dates: BarTime[] = [];
  for (const time of times) {
    const dayNumber = time.kind === "date" ? time.dayNumber : dayBegun(time);
    if (dayNumber === undefined) return undefined;
    dates.push({ kind: "date", dayNumber });
  }
  return dates;
}

/** Where clocks leave a midnight out, the day begins later. */
function midnightIn(zone: string): DayBegun {
  const dayAt = localDayReader(zone);
  return ({ ms }) => (dayAt(ms - 1) === dayAt(ms) ? undefined : dayAt(ms));
}

const midnightInUtc: DayBegun = ({ ms }) => wholeDays(ms);

const wholeDays = (ms: number): number | undefined => (ms % DAY_MS === 0 ? ms / DAY_MS : undefined);
