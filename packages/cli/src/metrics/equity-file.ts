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

/** The equity of a kept run, which has what it was set against in the same rows. */
export interface KeptEquity extends ValueFile {
  /** The benchmark that was asked for, else holding the same; undefined on days that it lacks. */
  readonly beside: readonly (number | undefined)[];
}

const WHEN = ["date", "datetime", "timestamp", "time", "day", "at", ""] as const;
const NONE: readonly string[] = [];
const EQUITY = {
  date: WHEN,
  value: ["equity", "value", "nav", "portfoliovalue", "balance", "totalequity"],
  benchmark: NONE,
  hold: NONE,
};
const CLOSE = {
  date: WHEN,
  value: ["close", "c", "closelast", "adjclose", "price", "value", "equity", "last"],
  benchmark: NONE,
  hold: NONE,
};
const KEPT = { date: WHEN, value: ["equity"], benchmark: ["benchmark"], hold: ["buyandhold"] };
type Names = Readonly<Record<"date" | "value" | "benchmark" | "hold", readonly string[]>>;
type Row = CsvRow<keyof Names>;
const CLOSES_AT = 16;
/** In ten-thousandths it is still a whole number without loss. */
const VALUE_MAX = 100_000_000_000;
/** What the most cash makes of the least price at the highest one; only its returns are asked. */
const BESIDE_MAX = 5e18;

/** Reads columns date and equity. Of several rows of a day the last one counts. */
export const readEquityFile = (path: string, zone: string): Promise<ValueFile> =>
  readValues(path, zone, EQUITY);

/** Reads columns date and close. */
export const readBenchmarkFile = (path: string, zone: string): Promise<ValueFile> =>
  readValues(path, zone, CLOSE);

/** Reads the equity.csv of a kept run. */
export const readKeptEquity = (path: string, zone: string): Promise<KeptEquity> =>
  readValues(path, zone, KEPT);

async function readValues(path: string, zone: string, names: Names): Promise<KeptEquity> {
  const { rows, sha256, has } = await readCsvTable<keyof Names>(path, names, ["benchmark", "hold"]);
  const market = has("benchmark") ? "benchmark" : "hold";
  const dayAt = localDayReader(zone);
  const readTime = rowTimeReader(zone);
  const written = datesOfMidnights(rows.map(readTime), zone);
  const values: number[] = [];
  const times: Instant[] = [];
  const days: number[] = [];
  const beside: (number | undefined)[] = [];
  for (const [place, row] of rows.entries()) {
    const time = written[place]!;
    const at = instantOf(time);
    const value = valueIn(row, "value");
    const last = times.at(-1);
    if (last === at) row.refuse("the row has the same time as the one before it; keep one of them");
    if (last !== undefined && at < last)
      row.refuse(
        "the row is earlier than the one before it; sort the file with the oldest row first",
      );
    const day = time.kind === "date" ? time.dayNumber : dayAt(at);
    // The first row stays what the account began with, even within its first day.
    if (1 < days.length && days.at(-1) === day) {
      values[values.length - 1] = value;
      times[times.length - 1] = at;
      beside[beside.length - 1] = row.cell(market) ? valueIn(row, market) : undefined;
      continue;
    }
    values.push(value);
    times.push(at);
    days.push(day);
    beside.push(row.cell(market) ? valueIn(row, market) : undefined);
  }
  if (values.length < 2)
    throw inputFailure(
      `${path}: the file has ${counted(values.length, "row")}; a start and a day are the least`,
    );
  return { path, sha256, values, times, days, beside };
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

function valueIn(row: Row, column: keyof Names): number {
  const cell = row.cell(column) ?? "";
  if (cell === "") row.refuse("the value is empty");
  const value = numberOfCell(cell) ?? row.refuse(`"${cell}" is not a number`);
  const most = column === "value" ? VALUE_MAX : BESIDE_MAX;
  return Math.abs(value) <= most ? value : row.refuse(`"${cell}" is more than ${most}`);
}
