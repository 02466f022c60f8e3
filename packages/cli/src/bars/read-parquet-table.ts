import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { inputFailure } from "../failure.ts";
import { type ColumnNames, type CsvTable, placesOf, TABLE_ROWS_MAX } from "./csv-table.ts";
import { readFailureOf } from "./file-bytes.ts";
import { decimalOfFloat32 } from "./number-bars.ts";
import { type ParquetColumn, parquetColumnsOf } from "./parquet-columns.ts";
import { INDEX } from "./scan-parquet-bars.ts";

const PARQUET = /\.(parquet|pq)$/i;
/** Before it is unpacked. */
const BYTES_MAX = 512 * 1024 * 1024;

export const isParquet = (path: string): boolean => PARQUET.test(path);

/** Reads a Parquet file as the table that a CSV file of the same columns is: cells are text. */
export async function readParquetTable<Column extends string>(
  path: string,
  names: ColumnNames<Column>,
  optional: readonly Column[] = [],
): Promise<CsvTable<Column>> {
  const bytes = await readFile(path).catch((error) => {
    throw readFailureOf(error, path);
  });
  if (BYTES_MAX < bytes.length)
    throw inputFailure(`${path}: the file is larger than 512 MB; split it`);
  const columns = await parquetColumnsOf(path, bytes);
  // What pandas calls an index without a name stands last, and first in a CSV file.
  const ordered = columns.toSorted((one, other) => indexFirst(one) - indexFirst(other));
  const words = ordered.map(({ name }) => (INDEX.test(name) ? "" : name));
  const places = placesOf(words, names);
  const missing = (Object.keys(names) as Column[]).filter(
    (column) => !places.has(column) && !optional.includes(column),
  );
  if (0 < missing.length)
    throw inputFailure(
      `${path}: the file has no ${missing.map((column) => names[column][0]).join(", no ")} column; it has ${ordered.map(({ name }) => name).join(", ")}`,
    );
  const count = ordered[0]?.values.length ?? 0;
  if (TABLE_ROWS_MAX < count)
    throw inputFailure(`${path}: the file has more than ${TABLE_ROWS_MAX} rows`);
  const rowOf = (at: number) => ({
    line: at + 1,
    cell: (column: Column): string | undefined => {
      const place = places.get(column);
      return place === undefined ? undefined : textOf(ordered[place]!, at);
    },
    refuse: (what: string): never => {
      throw inputFailure(`${path}: row ${at + 1}: ${what}`);
    },
  });
  return {
    path,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    header: words,
    rows: Array.from({ length: count }, (_, at) => rowOf(at)),
    has: (column) => places.has(column),
  };
}

const indexFirst = ({ name }: ParquetColumn): number => (INDEX.test(name) ? 0 : 1);

function textOf({ kind, values }: ParquetColumn, at: number): string {
  const value = values[at];
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && kind.name === "float32") return String(decimalOfFloat32(value));
  if (!(value instanceof Date)) return String(value).trim();
  const text = value.toISOString();
  // A wall clock's is local to whoever reads it.
  return kind.name === "wall clock" ? text.slice(0, -1).replace("T", " ") : text;
}
