import { createRequire } from "node:module";
import type * as Bindings from "@duckdb/node-bindings";

/** What DuckDB may take beside the columns that are read. */
const MEMORY_MAX = "512MB";

/** A DuckDB of this process's own. What it cannot do, it throws as an `Error`. */
export interface Duckdb {
  run(sql: string): Promise<void>;
  /** The rows of a small result whose every value is a text; undefined stands for null. */
  textsOf(sql: string): Promise<readonly (readonly (string | undefined)[])[]>;
  /** The rows of a large result, some two thousand at a time. */
  stream(sql: string): Promise<DuckdbStream>;
  close(): void;
}

export interface DuckdbStream {
  /** Undefined behind the last rows. */
  next(): Promise<DuckdbChunk | undefined>;
}

export interface DuckdbChunk {
  readonly count: number;
  /** A column's values as DuckDB keeps them, each of so many bytes; where a row has none, anything. */
  bytesOf(column: number, width: number): ArrayBuffer;
  /** Which rows have a value of a column; undefined where all have. */
  validIn(column: number): ((row: number) => boolean) | undefined;
}

/**
 * Opens DuckDB without files, network or extensions beyond those built in; undefined where the
 * package is not installed, which is optional for its size. The bindings are used as they are: the
 * client above them takes three times as long to load.
 */
export async function openDuckdb(): Promise<Duckdb | undefined> {
  const api = bindings();
  if (api === undefined) return undefined;
  const config = api.create_config();
  api.set_config(config, "memory_limit", MEMORY_MAX);
  api.set_config(config, "autoinstall_known_extensions", "false");
  api.set_config(config, "autoload_known_extensions", "false");
  const database = await api.open(":memory:", config);
  const connection = await api.connect(database);
  return {
    run: async (sql) => {
      await api.query(connection, sql);
    },
    textsOf: async (sql) => rowsOfTexts(api, await api.query(connection, sql)),
    stream: async (sql) => {
      const statement = await api.prepare(connection, sql);
      const result = await api.execute_prepared_streaming(statement);
      return { next: async () => chunkOf(api, await api.fetch_chunk(result)) };
    },
    close: () => {
      api.disconnect_sync(connection);
      api.close_sync(database);
    },
  };
}

type Api = typeof Bindings;

function bindings(): Api | undefined {
  try {
    return createRequire(import.meta.url)("@duckdb/node-bindings") as Api;
  } catch {
    return undefined;
  }
}

function chunkOf(api: Api, chunk: Bindings.DataChunk | null): DuckdbChunk | undefined {
  const count = chunk === null ? 0 : api.data_chunk_get_size(chunk);
  if (chunk === null || count === 0) return undefined;
  return {
    count,
    bytesOf: (column, width) => {
      const vector = api.data_chunk_get_vector(chunk, column);
      const { buffer, byteOffset, byteLength } = api.vector_get_data(vector, count * width);
      const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
      return (isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer;
    },
    validIn: (column) => validityOf(api, api.data_chunk_get_vector(chunk, column), count),
  };
}

function rowsOfTexts(api: Api, result: Bindings.Result): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [];
  const width = api.column_count(result);
  for (let at = 0; at < api.result_chunk_count(result); at++) {
    const chunk = api.result_get_chunk(result, at);
    const count = api.data_chunk_get_size(chunk);
    const columns = Array.from({ length: width }, (_, column) =>
      textsOfVector(api, api.data_chunk_get_vector(chunk, column), count),
    );
    for (let row = 0; row < count; row++) rows.push(columns.map((texts) => texts[row]));
  }
  return rows;
}

const TEXT_BYTES = 16;
/** A text of so many bytes stands in the vector itself, behind its length; a longer one is pointed to. */
const INLINE_MAX = 12;

function textsOfVector(api: Api, vector: Bindings.Vector, count: number): (string | undefined)[] {
  const bytes = api.vector_get_data(vector, count * TEXT_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isValid = validityOf(api, vector, count);
  return Array.from({ length: count }, (_, row) => {
    if (isValid?.(row) === false) return undefined;
    const at = row * TEXT_BYTES;
    const length = view.getUint32(at, true);
    const text =
      length <= INLINE_MAX
        ? bytes.subarray(at + 4, at + 4 + length)
        : api.get_data_from_pointer(bytes.buffer as ArrayBuffer, bytes.byteOffset + at + 8, length);
    return Buffer.from(text).toString("utf8");
  });
}

/** DuckDB keeps one bit a row, in words of 64, and none at all where all rows are valid. */
function validityOf(api: Api, vector: Bindings.Vector, count: number) {
  const bits = api.vector_get_validity(vector, Math.ceil(count / 64) * 8) as Uint8Array | null;
  if (bits === null) return undefined;
  return (row: number): boolean => (bits[row >> 3]! & (1 << (row & 7))) !== 0;
}

/** A text as SQL writes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A column's name as SQL writes it. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;
