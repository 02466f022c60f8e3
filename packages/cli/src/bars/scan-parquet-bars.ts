import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { Failure } from "../failure.ts";
import { type BarHeader, readBarHeader } from "./bar-header.ts";
import { type BarRows, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { type Duckdb, type DuckdbChunk, named, openDuckdb, quoted } from "./duckdb.ts";
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
  const duckdb = await openDuckdb();
  if (duckdb === undefined) return undefined;
  try {
    const fields = await parquetFieldsOf(duckdb, path);
    const header = fields && headerOf(fields.columns);
    if (fields === undefined || header === undefined) return undefined;
    const select = selectOf(fields.columns, header);
    if (select === undefined) return undefined;
    const sha256 = hashOf(path);
    // Heard of where it is awaited, or not at all where DuckDB fails first.
    sha256.catch(() => undefined);
    const rows = openBarRows(path, { at: (row) => `${path}: row ${row}`, word: "row", zone });
    rows.expect(fields.rows);
    const isTaken = await takeAll(duckdb, rows, path, zone, select);
    return isTaken ? rows.finish(await sha256) : undefined;
  } catch (error) {
    // Whatever it is: the careful reader says it, or reads the file.
    if (error instanceof Failure || error instanceof Error) return undefined;
    throw error;
  } finally {
    duckdb.close();
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
  const number = ({ name }: ParquetField) => `${named(name)}::double`;
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
  if (kind === "date") return { form: "day", sql: `(${column} - date '1970-01-01')::double` };
  // As DuckDB keeps it: to divide it there takes longer than here.
  if (kind === "instant") return { form: "micros", sql: `${column}::timestamptz` };
  if (kind === "wall clock") return { form: "wall clock micros", sql: `${column}::timestamp` };
  return kind === "integer" ? { form: "epoch", sql: `${column}::double` } : undefined;
}

async function takeAll(
  duckdb: Duckdb,
  rows: BarRows,
  path: string,
  zone: string,
  select: Select,
): Promise<boolean> {
  const from = `from read_parquet(${quoted(resolve(path))})`;
  const symbols = await symbolsOf(duckdb, select, from);
  if (symbols === undefined) return false;
  const columns = [
    select.timeSql,
    ...select.priceSql,
    ...(select.volumeSql === undefined ? [] : [select.volumeSql]),
    ...(select.symbolSql === undefined ? [] : [`${select.symbolSql}::bar_symbol`]),
  ];
  const stream = await duckdb.stream(`select ${columns.join(", ")} ${from}`);
  const take = openChunkTaker(rows, zone, select.form, symbols);
  // The next chunk is fetched while this one is taken.
  const read = columns.map((_, at) => columnReader(at, select, symbols.length));
  let next = stream.next();
  for (;;) {
    const chunk = await next;
    if (chunk === undefined) return true;
    next = stream.next();
    // Heard at the next turn, or not at all where this chunk ends the reading.
    next.catch(() => undefined);
    const vectors = read.map((columnOf) => columnOf(chunk));
    if (!take(vectors, chunk.count)) return false;
  }
}

/** How DuckDB keeps a column: 64 bits a number, and the number of a symbol in as few bytes as do. */
function columnReader(at: number, { form }: Select, symbols: number) {
  const isSymbol = form.hasSymbol && at === (form.hasVolume ? 6 : 5);
  const areMicros = at === 0 && (form.time === "micros" || form.time === "wall clock micros");
  return (chunk: DuckdbChunk): ChunkColumn => {
    if (!isSymbol) {
      const bytes = chunk.bytesOf(at, 8);
      // To ask DuckDB for something in their place takes longer, also where no value is missing.
      const isValid = chunk.validIn(at);
      if (areMicros) return withGaps(new Int32Array(bytes), isValid, LONG_AGO);
      return withGaps(new Float64Array(bytes), isValid, NO_NUMBER);
    }
    return symbols <= BYTE_SYMBOLS_MAX
      ? new Uint8Array(chunk.bytesOf(at, 1))
      : new Uint16Array(chunk.bytesOf(at, 2));
  };
}

/** What stands where a row has no value: no number, or a time before all that is read. */
const NO_NUMBER = [Number.NaN];
const LONG_AGO = [-1, -1];

function withGaps<Column extends Float64Array | Int32Array>(
  values: Column,
  isValid: ((row: number) => boolean) | undefined,
  missing: readonly number[],
): Column {
  if (isValid === undefined) return values;
  // DuckDB's memory is not for writing.
  const filled = values.slice() as Column;
  const width = missing.length;
  for (let row = 0; row < filled.length / width; row++)
    if (!isValid(row)) filled.set(missing, row * width);
  return filled;
}

/** DuckDB numbers so many words of an enum in a byte each. */
const BYTE_SYMBOLS_MAX = 255;

/** The symbols of a file by their number in an enum that is made of them; none without a column. */
async function symbolsOf(
  duckdb: Duckdb,
  { symbolSql }: Select,
  from: string,
): Promise<readonly string[] | undefined> {
  if (symbolSql === undefined) return [];
  const rows = await duckdb.textsOf(
    `select distinct ${symbolSql} as symbol ${from} order by 1 limit ${SYMBOLS_MAX + 1}`,
  );
  const symbols = rows.map(([symbol]) => symbol);
  const isPlain = (symbol: string | undefined): symbol is string =>
    symbol !== undefined && symbol !== "" && symbol === symbol.trim();
  if (SYMBOLS_MAX < symbols.length || !symbols.every(isPlain)) return undefined;
  await duckdb.run(`create type bar_symbol as enum (${symbols.map(quoted).join(", ")})`);
  return symbols;
}

/** Of each piece the same memory: fresh memory takes longer than to hash what is read into it. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path);
  try {
    const piece = Buffer.allocUnsafe(HASHED_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, HASHED_BYTES);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

const HASHED_BYTES = 1 << 18;
