import { type BarTime, barTimeReader, localDayReader } from "../bars/bar-time.ts";

const DAY_MS = 86_400_000;
/** What a written time may end with. */
const OFFSET = /\s*(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;

/** A row's time, as it is written and as it was read. */
export interface WrittenTime {
  readonly cell: string;
  readonly time: BarTime;
}

/** The day that begins at the time; undefined where none does. */
type DayBegun = (written: WrittenTime & { readonly ms: number }) => number | undefined;

/**
 * Times that are all midnights are dates: so notebooks write them. Taken for the moment, what is known
 * when a day ends would be acted on when it begins, or the evening before. They are midnights by the
 * offset that stands beside each, or all of them here, or all in UTC.
 */
export function datedByMidnights(
  written: readonly WrittenTime[],
  zone: string,
): readonly BarTime[] {
  const times = written.map(({ time }) => time);
  for (const dayBegun of [asWritten(), midnightIn(zone), midnightInUtc]) {
    const dates = datesBy(written, dayBegun);
    if (dates !== undefined) return dates;
  }
  return times;
}

function datesBy(written: readonly WrittenTime[], dayBegun: DayBegun): BarTime[] | undefined {
  const dates: BarTime[] = [];
  for (const { cell, time } of written) {
    if (time.kind === "date") {
      dates.push(time);
      continue;
    }
    const dayNumber = dayBegun({ cell, time, ms: time.ms });
    if (dayNumber === undefined) return undefined;
    dates.push({ kind: "date", dayNumber });
  }
  return dates;
}

/** The clock of whoever wrote it: "2024-01-31 00:00:00+09:00" is the last of January. */
function asWritten(): DayBegun {
  const readLocal = barTimeReader("UTC");
  return ({ cell }) => {
    const local = readLocal(cell.trim().replace(OFFSET, ""));
    return local?.kind === "instant" ? wholeDays(local.ms) : undefined;
  };
}

/** Where clocks leave a midnight out, the day begins later. */
function midnightIn(zone: string): DayBegun {
  const dayAt = localDayReader(zone);
  return ({ ms }) => (dayAt(ms - 1) === dayAt(ms) ? undefined : dayAt(ms));
}

const midnightInUtc: DayBegun = ({ ms }) => wholeDays(ms);

const wholeDays = (ms: number): number | undefined => (ms % DAY_MS === 0 ? ms / DAY_MS : undefined);
