import { dateOf } from "@sevenfold/domain/calendar-date";
import { type Instant, instant } from "@sevenfold/domain/market";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import { type BarTime, barTimeReader, localDayReader } from "../bars/bar-time.ts";
import { type CsvRow, numberOfCell, readCsvTable } from "../bars/csv-table.ts";
import { datesOfMidnights } from "../bars/dated-times.ts";
import { inputFailure } from "../failure.ts";
import { counted } from "../report/amounts.ts";

/** Values in the order of time, a day each: the first stands before the first day. */
export interface ValueFile {
  readonly path: string;
  readonly sha256: string;
  readonly values: readonly number[];
  readonly times: readonly Instant[];
  /** Days since 1970-01-01, in the zone. */
  readonly days: readonly number[];
}

const WHEN = ["date", "datetime", "timestamp", "time", "day", "at", ""] as const;
const EQUITY = {
  date: WHEN,
  value: ["equity", "value", "nav", "portfoliovalue", "balance", "totalequity"],
};
const CLOSE = {
  date: WHEN,
  value: ["close", "c", "closelast", "adjclose", "price", "value", "equity", "last"],
};
const CLOSES_AT = 16;
/** In ten-thousandths it is still a whole number without loss. */
const VALUE_MAX = 100_000_000_000;

/** Reads columns date and equity. Of several rows of a day the last one counts. */
export const readEquityFile = (path: string, zone: string): Promise<ValueFile> =>
  readValues(path, zone, EQUITY);

/** Reads columns date and close. */
export const readBenchmarkFile = (path: string, zone: string): Promise<ValueFile> =>
  readValues(path, zone, CLOSE);

async function readValues(
  path: string,
  zone: string,
  names: typeof EQUITY | typeof CLOSE,
): Promise<ValueFile> {
  const { rows, sha256 } = await readCsvTable(path, names);
  const dayAt = localDayReader(zone);
  const readTime = rowTimeReader(zone);
  const written = datesOfMidnights(rows.map(readTime), zone);
  const values: number[] = [];
  const times: Instant[] = [];
  const days: number[] = [];
  for (const [place, row] of rows.entries()) {
    const time = written[place]!;
    const at = instantOf(time);
    const value = equityIn(row);
    const last = times.at(-1);
    if (last !== undefined && at <= last)
      row.refuse(
        "the row is not later than the one before it; sort the file with the oldest first",
      );
    const day = time.kind === "date" ? time.dayNumber : dayAt(at);
    // The first row stays what the account began with, even within its first day.
    if (1 < days.length && days.at(-1) === day) {
      values[values.length - 1] = value;
      times[times.length - 1] = at;
      continue;
    }
    values.push(value);
    times.push(at);
    days.push(day);
  }
  if (values.length < 2)
    throw inputFailure(
      `${path}: the file has ${counted(values.length, "row")}; a start and a day are the least`,
    );
  return { path, sha256, values, times, days };
}

/** Reads the moment of a row; a date alone is its close, 16:00 in New York. */
export function timeReader(zone: string): (row: CsvRow<"date">) => Instant {
  const readTime = rowTimeReader(zone);
  return (row) => instantOf(readTime(row));
}

function rowTimeReader(zone: string): (row: CsvRow<"date">) => BarTime {
  const read = barTimeReader(zone);
  return (row) => {
    const cell = row.cell("date") ?? "";
    return read(cell) ?? row.refuse(`the date "${cell}" is not a date or time this reader knows`);
  };
}

function instantOf(time: BarTime): Instant {
  if (time.kind === "instant") return instant(time.ms);
  const { year, month, day } = dateOf(time.dayNumber);
  return instantOfNewYork(year, month, day, CLOSES_AT);
}

function equityIn(row: CsvRow<"value">): number {
  const cell = row.cell("value") ?? "";
  const value = numberOfCell(cell) ?? row.refuse(`"${cell}" is not a number`);
  return Math.abs(value) <= VALUE_MAX ? value : row.refuse(`"${cell}" is more than ${VALUE_MAX}`);
}
