import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Numbers } from "@sevenfold/application/research/backtest/bar-columns";
import type { BarSeries } from "../bars/bar-series.ts";
import { columnRoom } from "../bars/column-room.ts";
import { readFailureOf } from "../bars/file-bytes.ts";
import { jumpsAmong } from "../bars/unusual-steps.ts";
import { inputFailure } from "../failure.ts";
import {
  type BarManifest,
  FORMAT,
  FORMATS,
  type RowColumn,
  type SideColumn,
  type StoredColumn,
} from "./bar-manifest.ts";
import {
  bytesInFile,
  bytesInMemory,
  type ColumnTaker,
  encodedColumns,
  isPerRow,
  SLAB_BYTES,
  sideTakerOf,
  takerOf,
} from "./column-codec.ts";
import { fillTimes } from "./time-stretches.ts";

/*
 * A file of columns, "ORCL.1d.<16 hex digits>.bars": 16 bytes "7FBARS" with zeros, the version and
 * the number of rows, both 32 bits; then each column of the manifest after the other, every one
 * from a multiple of 8 on. All of it is little-endian.
 */
const MAGIC = Buffer.from("7FBARS\0\0");
const HEADER_BYTES = 16;

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Refuses, before anything is read or written, on the rare machine that keeps numbers the other way. */
export function checkByteOrder(): void {
  if (endianness() !== "LE")
    throw inputFailure("files of columns are little-endian, and this machine is not: use CSV");
}

/** Writes the columns to a file that is not there yet, down to the disk. */
export async function writeColumnFile(
  path: string,
  series: BarSeries,
  isDated: boolean,
): Promise<{ readonly sha256: string; readonly columns: readonly StoredColumn[] }> {
  checkByteOrder();
  const rows = series.times.length;
  const hash = createHash("sha256");
  const columns: StoredColumn[] = [];
  const file = await open(path, "w");
  try {
    const write = async (bytes: Uint8Array): Promise<void> => {
      hash.update(bytes);
      await file.writeFile(bytes);
    };
    const header = Buffer.alloc(HEADER_BYTES);
    MAGIC.copy(header);
    header.writeUInt32LE(FORMATS[FORMAT], 8);
    header.writeUInt32LE(rows, 12);
    await write(header);
    for (const { column, bytes } of encodedColumns(series, isDated)) {
      columns.push({ ...column, crc32: crc32(bytes) });
      await write(bytes);
      await write(new Uint8Array(padded(bytes.length) - bytes.length));
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest("hex"), columns };
}

/**
 * Reads the columns that a manifest tells of, each of its numbers into memory once, and holds them
 * to their checksums. Throws a `Failure` that names the file where they are not what was written.
 */
export function readColumnFile(folder: string, manifest: BarManifest): BarSeries {
  checkByteOrder();
  const path = join(folder, manifest.file);
  const reading: Reading = {
    file: opened(path),
    manifest,
    slab: new Uint8Array(SLAB_BYTES),
    damaged: (what) => {
      throw inputFailure(`${path}: ${what}; import its bars again with --replace`);
    },
  };
  try {
    checkHeader(reading);
    return seriesFrom(reading);
  } finally {
    closeSync(reading.file);
  }
}

interface Reading {
  readonly file: number;
  readonly manifest: BarManifest;
  readonly slab: Uint8Array<ArrayBuffer>;
  readonly damaged: (what: string) => never;
}

function checkHeader({ file, manifest, slab, damaged }: Reading): void {
  const { rows, columns, format } = manifest;
  const size = columns.reduce(
    (sum, column) => sum + padded(bytesInFile(column, rows)),
    HEADER_BYTES,
  );
  const header = slab.subarray(0, HEADER_BYTES);
  if (fstatSync(file).size !== size || readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES)
    damaged("the file is not as long as its manifest says");
  const view = new DataView(slab.buffer);
  if (!MAGIC.equals(header.subarray(0, 8))) damaged("it is no file of columns");
  const version = view.getUint32(8, true);
  if (version !== FORMATS[format])
    damaged(`it is of version ${version}, and its manifest says ${FORMATS[format]}`);
  if (view.getUint32(12, true) !== rows) damaged("it has other rows than its manifest says");
}

function seriesFrom(reading: Reading): BarSeries {
  const { manifest, slab, damaged } = reading;
  const { rows, columns, symbol } = manifest;
  const room = columnRoom(rows, bytesInMemory(columns));
  const kept: Partial<Record<RowColumn["name"], Numbers>> = {};
  const beside: Partial<Record<SideColumn["name"], Uint32Array>> = {};
  let from = HEADER_BYTES;
  for (const column of columns) {
    if (isPerRow(column)) {
      kept[column.name] = numbersFrom(reading, column, from, takerOf(column, room, slab));
    } else {
      const numbers = numbersFrom(reading, column, from, sideTakerOf(column));
      beside[column.name] = numbers;
      if (column.name === "stretches") {
        const times = room.floats();
        if (!fillTimes(times, { ...column, numbers })) damaged("it has the times of other rows");
        kept.time = times;
      }
    }
    from += padded(bytesInFile(column, rows));
  }
  const { time, open, high, low, close, volume } = kept;
  if (!(time instanceof Float64Array && open && high && low && close))
    return damaged("a column is missing");
  const jumps = beside.steps && jumpsAmong(beside.steps, { open, close });
  return { symbol, times: time, open, high, low, close, volume, room, ...(jumps && { jumps }) };
}

function numbersFrom<Kept extends Numbers | Uint32Array>(
  { file, manifest, damaged }: Reading,
  column: StoredColumn,
  from: number,
  taker: ColumnTaker<Kept>,
): Kept {
  const end = from + bytesInFile(column, manifest.rows);
  for (let at = from; at < end; ) {
    const part = taker.next(Math.min(SLAB_BYTES, end - at));
    if (readSync(file, part, 0, part.length, at) < part.length) damaged("it was cut off");
    taker.take(part);
    at += part.length;
  }
  if (!taker.isRight())
    damaged(`its column ${column.name} was changed or damaged: the checksum is another`);
  return taker.numbers;
}

function opened(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw readFailureOf(error, path);
  }
}

/** The SHA-256 of a file of columns as it lies on disk. */
export async function sha256Of(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error) => {
    throw readFailureOf(error, path);
  });
  return createHash("sha256").update(bytes).digest("hex");
}
