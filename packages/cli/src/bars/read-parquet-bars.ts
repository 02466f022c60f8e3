import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { inputFailure } from "../failure.ts";
import { readBarHeader } from "./bar-header.ts";
import { type BarRows, type HearBad, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { type BarTime, barTimeReader } from "./bar-time.ts";
import { readFailureOf } from "./file-bytes.ts";
import { decimalOfFloat32, takeNumberBar } from "./number-bars.ts";
import { type ParquetColumn, parquetColumnsOf } from "./parquet-columns.ts";
import { isNoPrice, unitsOfCell } from "./price-cell.ts";
import { INDEX, scanParquetBars } from "./scan-parquet-bars.ts";

/** A larger file is read in parts by other programs. */
const BYTES_MAX = 2 ** 31 - 1;

/**
 * Reads a Parquet file of bars, its columns found by name as those of a CSV file are. Timestamps
 * without a zone are local to `zone`. Throws a `Failure` that names the file and the row.
 */
export async function readParquetBars(
  path: string,
  zone: string,
  hearBad?: HearBad,
): Promise<BarFile> {
  const scanned = hearBad === undefined ? await scanParquetBars(path, zone) : undefined;
  return scanned ?? readParquetCarefully(path, zone, hearBad);
}

/** Reads what DuckDB is not for, or is not there for, and says what is wrong. */
export async function readParquetCarefully(
  path: string,
  zone: string,
  hearBad?: HearBad,
): Promise<BarFile> {
  const bytes = await readFile(path).catch((error) => {
    throw readFailureOf(error, path);
  });
  if (BYTES_MAX < bytes.length)
    throw inputFailure(`${path}: the file is larger than 2 GB; split it`);
  const columns = await parquetColumnsOf(path, bytes);
  const names = columns.map(({ name }) => name);
  const double = names.find((name, at) => names.indexOf(name) !== at);
  if (double !== undefined)
    throw inputFailure(`${path}: the file has two columns named ${double}; keep one`);
  const header = readBarHeader(names.map((name) => (INDEX.test(name) ? "date" : name)));
  if (typeof header === "string") throw inputFailure(`${path}: ${header}`);

  const rows = openBarRows(path, {
    at: (row) => `${path}: row ${row}`,
    word: "row",
    zone,
    hearBad,
  });
  const numbers = (name: string, at: number) => numberReader(path, rows, name, columns[at]!);
  const open = numbers("open", header.open);
  const high = numbers("high", header.high);
  const low = numbers("low", header.low);
  const close = numbers("close", header.close);
  const volume = header.volume === undefined ? undefined : numbers("volume", header.volume);
  const symbols = header.symbol === undefined ? undefined : columns[header.symbol]!.values;
  const clock = header.timeOfDay === undefined ? undefined : columns[header.timeOfDay]!;
  const times = columns[header.time]!;
  const timeAt = timeReader(rows, zone, times, clock);
  const take = (at: number): void =>
    takeNumberBar(
      rows,
      {
        time: timeAt(at),
        open: open(at),
        high: high(at),
        low: low(at),
        close: close(at),
        volume: volume && (volume(at) ?? Number.NaN),
        symbol: symbols && String(symbols[at] ?? "").trim(),
      },
      at + 1,
    );
  for (let at = 0; at < times.values.length; at++) rows.attempt(() => take(at));
  return rows.finish(createHash("sha256").update(bytes).digest("hex"));
}

/** Reads a column of prices or volumes; undefined where a row has none. */
function numberReader(
  path: string,
  { refuse }: BarRows,
  name: string,
  { kind, values }: ParquetColumn,
): (at: number) => number | undefined {
  if (kind.name === "float16")
    throw inputFailure(
      `${path}: the ${name} is kept in 16 bits, which round prices; write 32 or 64`,
    );
  const exactly = (value: number): number => {
    if (kind.name === "float32") return decimalOfFloat32(value);
    // The reader multiplies by a power of ten, which leaves a trace in the last digit.
    return kind.name === "decimal" ? Number(value.toFixed(kind.scale)) : value;
  };
  return (at) => {
    const value = values[at];
    if (typeof value === "number") return exactly(value);
    if (typeof value === "bigint") return Number(value);
    if (value === null || value === undefined) return undefined;
    if (typeof value === "string") {
      if (isNoPrice(value)) return undefined;
      const units = unitsOfCell(value);
      if (units !== undefined) return units / 10_000;
    }
    return refuse(at + 1, `the ${name} "${wordsOf(value)}" is not a number`);
  };
}

const wordsOf = (value: unknown): string =>
  typeof value === "string" ? value : value instanceof Date ? value.toISOString() : typeof value;

/** Reads the times of rows, of which the time of day may be a column of its own. */
function timeReader(
  { refuse, noTimeHint }: BarRows,
  zone: string,
  times: ParquetColumn,
  clock: ParquetColumn | undefined,
): (at: number) => BarTime {
  const readTime = barTimeReader(zone);
  return (at) => {
    const value = times.values[at];
    if (value === null || value === undefined) return refuse(at + 1, "the time is empty");
    const text = value instanceof Date ? dateTextOf(value, times, clock) : String(value);
    if (text === undefined)
      return refuse(
        at + 1,
        "an INT96 does not say whether it is UTC; write timestamps of 64 bits (pyarrow: use_deprecated_int96_timestamps=False, Spark: outputTimestampType TIMESTAMP_MICROS)",
      );
    const ofDay = clock && clockTextOf(clock, at);
    const time =
      readTime(text, ofDay) ??
      refuse(
        at + 1,
        noTimeWords(ofDay === undefined ? text : `${text} ${ofDay}`, noTimeHint(text, ofDay)),
      );
    // The text of a timestamp is this reader's, not the file's: nobody wrote a midnight.
    return value instanceof Date && time.kind === "instant"
      ? { kind: time.kind, ms: time.ms }
      : time;
  };
}

const noTimeWords = (text: string, leftOut: string | undefined): string =>
  leftOut === undefined
    ? `the time "${text}" is not a date or time this reader knows`
    : `there is no time "${text}"; ${leftOut}`;

const MIDNIGHT = /T00:00:00\.000Z$/;

/** Undefined where nobody can tell which clock is meant: a midnight is a day's by either. */
function dateTextOf(
  value: Date,
  { kind }: ParquetColumn,
  clock: ParquetColumn | undefined,
): string | undefined {
  const text = value.toISOString();
  if (kind.name === "plain") return text;
  if (MIDNIGHT.test(text) && (clock || kind.name === "either clock"))
    return clock ? text.slice(0, 10) : text;
  return kind.name === "wall clock" ? text.slice(0, 23).replace("T", " ") : undefined;
}

function clockTextOf({ kind, values }: ParquetColumn, at: number): string {
  const value = values[at];
  if (kind.name !== "time of day" || value === null || value === undefined) return String(value);
  const ms = Math.floor((Number(value) * 1_000) / kind.perSecond);
  return new Date(ms).toISOString().slice(11, 23);
}
