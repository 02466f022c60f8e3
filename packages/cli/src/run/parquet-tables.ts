import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { cellsOf } from "../bars/csv-line.ts";
import { named, openDuckdb, quoted } from "../bars/duckdb.ts";
import { usageFailure } from "../failure.ts";
import type { RunFiles } from "./run-folder.ts";

/** What the report draws, and no result. */
const LEFT_OUT: ReadonlySet<string> = new Set(["candles.csv"]);
const TIMES: ReadonlySet<string> = new Set(["time", "heldSince", "decidedAt"]);
const DATES: ReadonlySet<string> = new Set(["date", "trainFrom", "trainTo", "testFrom", "testTo"]);
const TEXTS: ReadonlySet<string> = new Set(["symbol", "side", "reason"]);

type OpenDuckdb = typeof openDuckdb;

/** Ends a command before its work where no Parquet can be written. */
export async function checkParquet(open: OpenDuckdb = openDuckdb): Promise<void> {
  const connection = await open();
  if (connection === undefined)
    throw usageFailure(
      "--parquet is written by DuckDB, an optional package that is not installed here; npm install @duckdb/node-api@1.5.5-r.5 brings it, and without --parquet the CSV files hold the same",
    );
  connection.closeSync();
}

/** Writes each table of a run's folder beside its CSV file once more, as Parquet. */
export async function writeParquetTables(folder: string, files: RunFiles): Promise<void> {
  const connection = await openDuckdb();
  if (connection === undefined) return;
  try {
    for (const [file, text] of Object.entries(files))
      if (file.endsWith(".csv") && !LEFT_OUT.has(file))
        await writeTable(connection, join(folder, file), columnsOf(text));
  } finally {
    connection.closeSync();
  }
}

const columnsOf = (text: string): readonly string[] =>
  cellsOf(text.slice(0, text.indexOf("\n")), ",") ?? [];

async function writeTable(
  connection: DuckDBConnection,
  path: string,
  columns: readonly string[],
): Promise<void> {
  const types = columns.map((column) => `${quoted(column)}: 'VARCHAR'`).join(", ");
  const form = `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"'`;
  const from = `read_csv(${quoted(path)}, ${form}, nullstr = '', columns = {${types}})`;
  const open = columns.filter((column) => typeOf(column) === undefined);
  const isNumber = open.map(
    (column) => `count(${named(column)}) = count(try_cast(${named(column)} as double))`,
  );
  const [numbers = []] =
    open.length === 0
      ? []
      : (await connection.runAndReadAll(`select ${isNumber.join(", ")} from ${from}`)).getRows();
  const selected = columns.map((column) => {
    const type = typeOf(column) ?? (numbers[open.indexOf(column)] === true ? "double" : "varchar");
    return `${named(column)}::${type} as ${named(column)}`;
  });
  const into = quoted(path.replace(/csv$/, "parquet"));
  await connection.run(
    `copy (select ${selected.join(", ")} from ${from}) to ${into} (format parquet)`,
  );
}

/** Of a column that is the same in every run; undefined for numbers, and for settings that may be words. */
function typeOf(column: string): string | undefined {
  if (TIMES.has(column)) return "timestamptz";
  if (DATES.has(column)) return "date";
  return TEXTS.has(column) ? "varchar" : undefined;
}
