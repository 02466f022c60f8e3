import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { inputFailure } from "../failure.ts";
import { readJson } from "../run/read-json.ts";
import { type HearBad, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { readFailureOf } from "./file-bytes.ts";
import { decimalOfFloat32, takeNumberBar } from "./number-bars.ts";

const ROWS_MAX = 100_000_000;

const Column = z.object({
  /** Beside the header. */
  file: z.string().regex(/^[^/\\]+$/, "a file in the same folder"),
  type: z.enum(["float64", "float32", "int64", "int32"]),
});

/** The header of a column file: what lies where. */
const Header = z.object({
  rows: z.int().positive().max(ROWS_MAX),
  symbol: z.string().optional(),
  columns: z
    .object({
      /** Milliseconds since 1970 UTC, when a bar begins; else `date`. */
      time: Column.optional(),
      /** Days since 1970-01-01. */
      date: Column.optional(),
      open: Column,
      high: Column,
      low: Column,
      close: Column,
      volume: Column.optional(),
    })
    .refine(({ time, date }) => (time === undefined) !== (date === undefined), {
      message: "either time, in milliseconds, or date, in days",
    }),
});
type Column = z.infer<typeof Column>;

const WIDTHS = { float64: 8, float32: 4, int64: 8, int32: 4 } as const;

/**
 * Reads bars kept as raw little-endian columns under a JSON header, as numpy's `tofile` writes
 * them. Throws a `Failure` that names the file and the row.
 */
export async function readColumnBars(path: string, hearBad?: HearBad): Promise<BarFile> {
  const header = await readJson(path, Header);
  const { rows: count, columns } = header;
  const hash = hashOfHeader(header);
  const read = async (column: Column): Promise<Numbers> => {
    const bytes = await bytesOf(path, column);
    if (bytes.length !== count * WIDTHS[column.type])
      throw inputFailure(
        `${besideOf(path, column)}: it has ${bytes.length} bytes, and ${count} rows of ${column.type} are ${count * WIDTHS[column.type]}`,
      );
    hash.update(bytes);
    return numbersOf(bytes, column.type);
  };
  const moments = await read((columns.time ?? columns.date)!);
  const open = await read(columns.open);
  const high = await read(columns.high);
  const low = await read(columns.low);
  const close = await read(columns.close);
  const volume = columns.volume && (await read(columns.volume));

  const rows = openBarRows(path, { at: (row) => `${path}: row ${row}`, word: "row", hearBad });
  const kind = columns.time === undefined ? "date" : "instant";
  for (let at = 0; at < count; at++) rows.attempt(() => take(at));
  function take(at: number): void {
    const moment = Number(moments[at]);
    if (!Number.isSafeInteger(moment))
      rows.refuse(at + 1, `the ${kind} ${moment} is no whole number`);
    takeNumberBar(
      rows,
      {
        time: kind === "date" ? { kind, dayNumber: moment } : { kind, ms: moment },
        open: Number(open[at]),
        high: Number(high[at]),
        low: Number(low[at]),
        close: Number(close[at]),
        volume: volume && Number(volume[at]),
        symbol: header.symbol,
      },
      at + 1,
    );
  }
  return rows.finish(hash.digest("hex"));
}

/** The hash that such bars are read with, without them being read as bars. */
export async function hashOfColumnBars(path: string): Promise<string> {
  const header = await readJson(path, Header);
  const { close, date, high, low, open, time, volume } = header.columns;
  const hash = hashOfHeader(header);
  for (const column of [time ?? date, open, high, low, close, volume])
    if (column) hash.update(await bytesOf(path, column));
  return hash.digest("hex");
}

const hashOfHeader = (header: z.infer<typeof Header>) =>
  createHash("sha256").update(JSON.stringify(header));

const besideOf = (path: string, { file }: Column): string => join(dirname(path), file);

function bytesOf(path: string, column: Column): Promise<Buffer> {
  const file = besideOf(path, column);
  return readFile(file).catch((error) => {
    throw readFailureOf(error, file);
  });
}

type Numbers = Float64Array | BigInt64Array | Int32Array;

function numbersOf(bytes: Buffer, type: Column["type"]): Numbers {
  // A view wants its first byte where numbers may begin; a copy is there.
  const { buffer } = new Uint8Array(bytes);
  if (type === "float64") return new Float64Array(buffer);
  if (type === "float32") return Float64Array.from(new Float32Array(buffer), decimalOfFloat32);
  return type === "int64" ? new BigInt64Array(buffer) : new Int32Array(buffer);
}
