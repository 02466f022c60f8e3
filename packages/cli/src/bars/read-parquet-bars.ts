import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { inputFailure } from "../failure.ts";
import { readBarHeader } from "./bar-header.ts";
import { openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { type BarTime, barTimeReader } from "./bar-time.ts";
import { readFailureOf } from "./file-lines.ts";
import { takeNumberBar } from "./number-bars.ts";

/** A larger file is read in parts by other programs. */
const BYTES_MAX = 2 ** 31 - 1;

/**
 * Reads a Parquet file of bars, its columns found by name as those of a CSV file are. Timestamps
 * without a zone are local to `zone`. Throws a `Failure` that names the file and the row.
 */
export async function readParquetBars(path: string, zone: string): Promise<BarFile> {
  const bytes = await readFile(path).catch((error) => {
    throw readFailureOf(error, path);
  });
  if (BYTES_MAX < bytes.length)
    throw inputFailure(`${path}: the file is larger than 2 GB; split it`);
  const { columns, isLocal } = await columnsOf(path, bytes);
  const names = Object.keys(columns);
  const header = readBarHeader(names.map((name) => (INDEX.test(name) ? "date" : name)));
  if (typeof header === "string") throw inputFailure(`${path}: ${header}`);
  const column = (at: number | undefined): readonly unknown[] | undefined =>
    at === undefined ? undefined : columns[names[at]!];
  const times = column(header.time)!;
  const [open, high, low, close] = [header.open, header.high, header.low, header.close].map(
    (at) => column(at)!,
  );
  const [volume, symbols] = [column(header.volume), column(header.symbol)];
  const rows = openBarRows(path, { at: (row) => `${path}: row ${row}`, word: "row" });
  const timeOf = timeReader(zone, isLocal.has(names[header.time]!));
  for (let at = 0; at < times.length; at++) {
    const row = at + 1;
    const time =
      timeOf(times[at]) ??
      rows.refuse(row, `the time "${String(times[at])}" is not a date or time this reader knows`);
    takeNumberBar(
      rows,
      {
        time,
        open: numberOf(open![at]),
        high: numberOf(high![at]),
        low: numberOf(low![at]),
        close: numberOf(close![at]),
        volume: volume && numberOf(volume[at]),
        symbol: symbols && String(symbols[at] ?? "").trim(),
      },
      row,
    );
  }
  return rows.finish(createHash("sha256").update(bytes).digest("hex"));
}

/** What pandas calls an index without a name. */
const INDEX = /^__index_level_\d+__$/;

/** Every column's values; of the timestamps, which are a wall clock's. */
async function columnsOf(path: string, bytes: Buffer) {
  // The reader is for this format alone: other runs do not wait for it.
  const [{ parquetMetadata, parquetReadObjects, parquetSchema }, { compressors }] =
    await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
  const file = bytes.buffer.slice(
    bytes.byteOffset,
    bytes.byteOffset + bytes.byteLength,
  ) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(file);
    const fields = parquetSchema(metadata).children.map(({ element }) => element);
    const isLocal = new Set(
      fields
        .filter(({ logical_type: type }) => type?.type === "TIMESTAMP" && !type.isAdjustedToUTC)
        .map(({ name }) => name),
    );
    const objects = await parquetReadObjects({
      file,
      metadata,
      compressors,
      parsers: { dateFromDays: tradingDayFrom },
    });
    const columns: Record<string, unknown[]> = {};
    for (const { name } of fields) columns[name] = objects.map((row) => row[name]);
    return { columns, isLocal };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw inputFailure(`${path}: the file cannot be read as Parquet: ${reason}`);
  }
}

const numberOf = (value: unknown): number =>
  value === null || value === undefined ? Number.NaN : Number(value);

function timeReader(zone: string, isWallClock: boolean): (value: unknown) => BarTime | undefined {
  const readTime = barTimeReader(zone);
  return (value) => {
    if (value instanceof Date) {
      const text = value.toISOString();
      return readTime(isWallClock ? text.slice(0, 23).replace("T", " ") : text);
    }
    return value === null || value === undefined ? undefined : readTime(String(value));
  };
}
