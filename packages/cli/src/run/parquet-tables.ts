import { join } from "node:path";
import { cellsOf } from "../bars/csv-line.ts";
import { type Duckdb, named, openDuckdb, quoted } from "../bars/duckdb.ts";
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
  const duckdb = await open();
  if (duckdb === undefined)
    throw usageFailure(
      "--parquet is written by DuckDB, an optional package that is not installed here; npm install @duckdb/node-bindings@1.5.5-r.5 brings it, and without --parquet the CSV files hold the same",
    );
  duckdb.close();
}

/** Writes each table of a run's folder beside its CSV file once more, as Parquet. */
export async function writeParquetTables(folder: string, files: RunFiles): Promise<void> {
  const duckdb = await openDuckdb();
  if (duckdb === undefined) return;
  try {
    for (const [file, text] of Object.entries(files))
      if (file.endsWith(".csv") && !LEFT_OUT.has(file))
        await writeTable(duckdb, join(folder, file), columnsOf(text));
  } finally {
    duckdb.close();
  }
}

const columnsOf = (text: string): readonly string[] =>
  cellsOf(text.slice(0, text.indexOf("\n")), ",") ?? [];

async function writeTable(duckdb: Duckdb, path: string, columns: readonly string[]): Promise<void> {
  const types = columns.map((column) => `${quoted(column)}: 'VARCHAR'`).join(", ");
  const form = `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"'`;
  const from = `read_csv(${quoted(path)}, ${form}, nullstr = '', columns = {${types}})`;
  const open = columns.filter((column) => typeOf(column) === undefined);
  const isNumber = open.map(
    (column) => `(count(${named(column)}) = count(try_cast(${named(column)} as double)))::varchar`,
  );
  const [numbers = []] =
    open.length === 0 ? [] : await duckdb.textsOf(`select ${isNumber.join(", ")} from ${from}`);
  const selected = columns.map((column) => {
    const type =
      typeOf(column) ?? (numbers[open.indexOf(column)] === "true" ? "double" : "varchar");
    return `${named(column)}::${type} as ${named(column)}`;
  });
  const into = quoted(path.replace(/csv$/, "parquet"));
  await duckdb.run(`copy (select ${selected.join(", ")} from ${from}) to ${into} (format parquet)`);
}

/** Of a column that is the same in every run; undefined for numbers, and for settings that may be words. */
function typeOf(column: string): string | undefined {
  if (TIMES.has(column)) return "timestamptz";
  if (DATES.has(column)) return "date";
  return TEXTS.has(column) ? "varchar" : undefined;
}
