import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { Failure } from "../failure.ts";
import { type BarHeader, readBarHeader } from "./bar-header.ts";
import { type BarRows, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { localOffsets } from "./bar-time.ts";
import { named, openDuckdb, quoted } from "./duckdb.ts";
import type { GrowingSeries } from "./growing-series.ts";
import { decimalOfFloat32, unitsOfFloat } from "./number-bars.ts";
import { type ParquetField, parquetFieldsOf } from "./parquet-fields.ts";
import { isTradablePrice } from "./price-cell.ts";

const DAY_MS = 86_400_000;
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

/** What to ask DuckDB for, and what the times are that come. */
interface Select {
  readonly time: "day" | "instant" | "wall clock" | "epoch";
  readonly timeSql: string;
  readonly prices: readonly { readonly sql: string; readonly isFloat32: boolean }[];
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
  return {
    ...time,
    prices: prices.map((price) => ({ sql: number(price), isFloat32: price.kind === "float32" })),
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

function timesOf({ name, kind }: ParquetField): Pick<Select, "time" | "timeSql"> | undefined {
  const column = named(name);
  if (kind === "date") return { time: "day", timeSql: orNan(`(${column} - date '1970-01-01')`) };
  if (kind === "instant") return { time: "instant", timeSql: orNan(`epoch_ms(${column})`) };
  if (kind === "wall clock") return { time: "wall clock", timeSql: orNan(`epoch_ms(${column})`) };
  return kind === "integer" ? { time: "epoch", timeSql: orNan(column) } : undefined;
}

const orNan = (sql: string): string => `coalesce((${sql})::double, 'nan'::double)`;

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
    ...select.prices.map(({ sql }) => sql),
    ...(select.volumeSql === undefined ? [] : [select.volumeSql]),
    ...(select.symbolSql === undefined ? [] : [`${select.symbolSql}::bar_symbol`]),
  ];
  const result = await connection.stream(`select ${columns.join(", ")} ${from}`);
  const take = openChunkTaker(rows, zone, select, symbols);
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
      return (vector as { readonly items: Numbers }).items;
    });
    if (!take(vectors, chunk.rowCount)) return false;
  }
}

type Numbers = Float64Array | Uint8Array | Uint16Array;

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

function openChunkTaker(rows: BarRows, zone: string, select: Select, symbols: readonly string[]) {
  const hasVolume = select.volumeSql !== undefined;
  const offsetMsAt = localOffsets(zone);
  const only = select.symbolSql === undefined ? rows.seriesOf(undefined, hasVolume) : undefined;
  const series: (GrowingSeries | undefined)[] = new Array(symbols.length);
  const [open, high, low, close] = select.prices.map(({ isFloat32 }) =>
    isFloat32 ? unitsOfFloat32 : unitsOfFloat64,
  ) as [UnitsOf, UnitsOf, UnitsOf, UnitsOf];
  const isDay = select.time === "day";
  let taken = 0;

  return (vectors: readonly Numbers[], count: number): boolean => {
    const [times, opens, highs, lows, closes] = vectors as readonly Float64Array[];
    const volumes = hasVolume ? (vectors[5] as Float64Array) : undefined;
    const codes = only === undefined ? vectors.at(-1)! : undefined;
    for (let at = 0; at < count; at++) {
      taken++;
      const time = times![at]!;
      const isPriceless =
        Number.isNaN(opens![at]!) &&
        Number.isNaN(highs![at]!) &&
        Number.isNaN(lows![at]!) &&
        Number.isNaN(closes![at]!);
      if (isPriceless) {
        rows.skip();
        continue;
      }
      const opening = open(opens![at]!);
      const highest = high(highs![at]!);
      const lowest = low(lows![at]!);
      const closing = close(closes![at]!);
      // What is NaN is no price either.
      if (!(0 < opening && 0 < highest && 0 < lowest && 0 < closing)) return false;
      const moment = momentOf(time);
      if (!(0 <= moment)) return false;
      let volume = volumes === undefined ? 0 : volumes[at]!;
      if (Number.isNaN(volume)) volume = 0;
      if (!(0 <= volume && volume <= Number.MAX_SAFE_INTEGER)) return false;
      const code = codes === undefined ? 0 : codes[at]!;
      const one = only ?? seriesOf(code);
      rows.append(one, isDay, moment, opening, highest, lowest, closing, Math.floor(volume), taken);
    }
    return true;
  };

  function seriesOf(code: number): GrowingSeries {
    const known = series[code];
    if (known !== undefined) return known;
    const made = rows.seriesOf(symbols[code], hasVolume);
    series[code] = made;
    return made;
  }

  /** NaN at what the careful reader is for. */
  function momentOf(time: number): number {
    if (select.time === "wall clock") {
      const midnight = Math.floor(time / DAY_MS) * DAY_MS;
      return time - offsetMsAt(midnight, time);
    }
    if (select.time !== "epoch") return time;
    if (1e9 <= time && time < 1e10) return time * 1_000;
    return 1e12 <= time && time < 1e13 ? time : Number.NaN;
  }
}

type UnitsOf = (dollars: number) => number;

/** NaN where the price is none that can be traded. */
function unitsOfFloat64(dollars: number): number {
  const units = unitsOfFloat(dollars);
  return units !== undefined && isTradablePrice(units) ? units : Number.NaN;
}

const unitsOfFloat32: UnitsOf = (dollars) => unitsOfFloat64(decimalOfFloat32(dollars));

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}
