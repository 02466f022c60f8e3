import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { Failure } from "../failure.ts";
import { type BarHeader, readBarHeader } from "./bar-header.ts";
import { type BarRows, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { named, openDuckdb, quoted } from "./duckdb.ts";
import { type ChunkColumn, type ChunkForm, openChunkTaker } from "./parquet-chunks.ts";
import { type ParquetField, parquetFieldsOf } from "./parquet-fields.ts";

const SYMBOLS_MAX = 60_000;
/** What pandas calls an index without a name. */
export const INDEX = /^__index_level_\d+__$/;
/** DuckDB takes these in a path for patterns. */
const PATTERN = /[*?[\]]/;

/**
 * Reads the usual Parquet files by DuckDB, column by column, without an object for any row; answers
 * undefined at whatever is not plain. Such a file is for `readParquetBars`, which knows all forms
 * and has the words for what is wrong; both read a file alike, which a property holds.
 */
export async function scanParquetBars(path: string, zone: string): Promise<BarFile | undefined> {
  if (PATTERN.test(path)) return undefined;
  const fields = await parquetFieldsOf(path);
  const header = fields && headerOf(fields.columns);
  if (fields === undefined || header === undefined) return undefined;
  const select = selectOf(fields.columns, header);
  if (select === undefined) return undefined;
  const connection = await openDuckdb();
  if (connection === undefined) return undefined;
  try {
    const sha256 = hashOf(path);
    const rows = openBarRows(path, { at: (row) => `${path}: row ${row}`, word: "row", zone });
    rows.expect(fields.rows);
    const isTaken = await takeAll(connection, rows, path, zone, select);
    return isTaken ? rows.finish(await sha256) : undefined;
  } catch (error) {
    // Whatever it is: the careful reader says it, or reads the file.
    if (error instanceof Failure || error instanceof Error) return undefined;
    throw error;
  } finally {
    connection.closeSync();
  }
}

/** What to ask DuckDB for, and what the columns are that come. */
interface Select {
  readonly form: ChunkForm;
  readonly timeSql: string;
  readonly priceSql: readonly string[];
  readonly volumeSql: string | undefined;
  readonly symbolSql: string | undefined;
}

function headerOf(columns: readonly ParquetField[]): BarHeader | undefined {
  const names = columns.map(({ name }) => name);
  if (new Set(names).size < names.length) return undefined;
  const header = readBarHeader(names.map((name) => (INDEX.test(name) ? "date" : name)));
  return typeof header === "string" || header.timeOfDay !== undefined ? undefined : header;
}

function selectOf(columns: readonly ParquetField[], header: BarHeader): Select | undefined {
  const moment = columns[header.time]!;
  const time = timesOf(moment);
  const prices = [header.open, header.high, header.low, header.close].map((at) => columns[at]!);
  const volume = header.volume === undefined ? undefined : columns[header.volume]!;
  const symbol = header.symbol === undefined ? undefined : columns[header.symbol]!;
  if (time === undefined || !prices.every(({ kind }) => NUMBERS.has(kind))) return undefined;
  if (volume !== undefined && !WHOLE.has(volume.kind)) return undefined;
  if (symbol !== undefined && symbol.kind !== "text") return undefined;
  const number = ({ name }: ParquetField) => `coalesce(${named(name)}::double, 'nan'::double)`;
  const isFloat32 = ({ kind }: ParquetField) => kind === "float32";
  return {
    form: {
      time: time.form,
      areFloat32: prices.map(isFloat32) as [boolean, boolean, boolean, boolean],
      hasVolume: volume !== undefined,
      hasSymbol: symbol !== undefined,
    },
    timeSql: time.sql,
    priceSql: prices.map(number),
    volumeSql: volume && number(volume),
    symbolSql: symbol && named(symbol.name),
  };
}

const NUMBERS: ReadonlySet<ParquetField["kind"]> = new Set([
  "float64",
  "float32",
  "integer",
  "decimal",
]);
const WHOLE: ReadonlySet<ParquetField["kind"]> = new Set(["float64", "integer"]);

interface TimeSql {
  readonly form: ChunkForm["time"];
  readonly sql: string;
}

function timesOf({ name, kind }: ParquetField): TimeSql | undefined {
  const column = named(name);
  if (kind === "date") return { form: "day", sql: orNan(`(${column} - date '1970-01-01')`) };
  if (kind === "instant") return { form: "micros", sql: orLongAgo(column, "timestamptz") };
  if (kind === "wall clock")
    return { form: "wall clock micros", sql: orLongAgo(column, "timestamp") };
  return kind === "integer" ? { form: "epoch", sql: orNan(column) } : undefined;
}

const orNan = (sql: string): string => `coalesce((${sql})::double, 'nan'::double)`;

/** As DuckDB keeps it: to divide it there takes longer than here. */
const orLongAgo = (column: string, type: string): string =>
  `coalesce(${column}::${type}, '-infinity'::${type})`;

async function takeAll(
  connection: DuckDBConnection,
  rows: BarRows,
  path: string,
  zone: string,
  select: Select,
): Promise<boolean> {
  const from = `from read_parquet(${quoted(resolve(path))})`;
  const symbols = await symbolsOf(connection, select, from);
  if (symbols === undefined) return false;
  const columns = [
    select.timeSql,
    ...select.priceSql,
    ...(select.volumeSql === undefined ? [] : [select.volumeSql]),
    ...(select.symbolSql === undefined ? [] : [`${select.symbolSql}::bar_symbol`]),
  ];
  const result = await connection.stream(`select ${columns.join(", ")} ${from}`);
  const take = openChunkTaker(rows, zone, select.form, symbols);
  // The next chunk is fetched while this one is taken.
  let next = result.fetchChunk();
  for (;;) {
    const chunk = await next;
    if (chunk === null || chunk.rowCount === 0) return true;
    next = result.fetchChunk();
    // Heard at the next turn, or not at all where this chunk ends the reading.
    next.catch(() => undefined);
    const vectors = columns.map((_, at) => {
      const vector: unknown = chunk.getColumnVector(at);
      return (vector as { readonly items: ChunkColumn }).items;
    });
    if (!take(vectors, chunk.rowCount)) return false;
  }
}

/** The symbols of a file by their number in an enum that is made of them; none without a column. */
async function symbolsOf(
  connection: DuckDBConnection,
  { symbolSql }: Select,
  from: string,
): Promise<readonly string[] | undefined> {
  if (symbolSql === undefined) return [];
  const reader = await connection.runAndReadAll(
    `select distinct ${symbolSql} as symbol ${from} order by 1 limit ${SYMBOLS_MAX + 1}`,
  );
  const symbols = reader.getColumnsJS()[0] ?? [];
  const isPlain = (symbol: unknown): symbol is string =>
    typeof symbol === "string" && symbol !== "" && symbol === symbol.trim();
  if (SYMBOLS_MAX < symbols.length || !symbols.every(isPlain)) return undefined;
  await connection.run(`create type bar_symbol as enum (${symbols.map(quoted).join(", ")})`);
  return symbols;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}
