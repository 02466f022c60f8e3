import { crc32 } from "node:zlib";
import type { Numbers } from "@sevenfold/application/research/backtest/bar-columns";
import type { BarSeries } from "../bars/bar-series.ts";
import type { ColumnRoom } from "../bars/column-room.ts";
import type { StoredColumn } from "./bar-manifest.ts";

/** A column as it lies in a file: little-endian, one number after another. */
export interface EncodedColumn extends Omit<StoredColumn, "crc32"> {
  readonly bytes: Uint8Array;
}

const NAMES = ["time", "open", "high", "low", "close", "volume"] as const;
const SIGNED_MAX = 2 ** 31 - 1;
const UNSIGNED_MAX = 2 ** 32 - 1;
const DAY_SECOND_UNITS = [86_400_000, 3_600_000, 60_000, 1_000, 1] as const;

/** Columns in the fewest bytes that hold them exactly. */
export function* encodedColumns(series: BarSeries, isDated: boolean): Generator<EncodedColumn> {
  for (const name of NAMES) {
    const values = name === "time" ? series.times : series[name];
    if (values === undefined) continue;
    if (name !== "time" || isDated) yield encoded(name, values, 0, 1);
    else yield encoded(name, values, series.times[0]!, timeUnitOf(series.times));
  }
}

/** The longest of a day, an hour, a minute, a second that all times lie whole ones apart. */
function timeUnitOf(times: Float64Array): number {
  const first = times[0]!;
  return DAY_SECOND_UNITS.find((unit) => times.every((time) => (time - first) % unit === 0)) ?? 1;
}

function encoded(
  name: StoredColumn["name"],
  values: Numbers,
  base: number,
  unit: number,
): EncodedColumn {
  const type = narrowest(values, base, unit);
  const kept = new ARRAYS[type](values.length);
  for (let at = 0; at < values.length; at++) kept[at] = (values[at]! - base) / unit;
  return { name, type, base, unit, bytes: new Uint8Array(kept.buffer) };
}

const ARRAYS = { int32: Int32Array, uint32: Uint32Array, float64: Float64Array } as const;

export const WIDTHS = { int32: 4, uint32: 4, float64: 8 } as const;

function narrowest(values: Numbers, base: number, unit: number): StoredColumn["type"] {
  let least = 0;
  let most = 0;
  for (const value of values) {
    const kept = (value - base) / unit;
    if (kept < least) least = kept;
    if (most < kept) most = kept;
  }
  if (-SIGNED_MAX <= least && most <= SIGNED_MAX) return "int32";
  return 0 <= least && most <= UNSIGNED_MAX ? "uint32" : "float64";
}

/** Bytes that are read, checked and decoded at once: so many stay in the processor's cache. */
export const SLAB_BYTES = 1 << 17;

/**
 * Takes a column slab by slab: `next` gives room for so many of its bytes, and `take` checks and decodes
 * what was read there; `isRight` answers whether all were the right ones.
 */
export interface ColumnTaker {
  readonly numbers: Numbers;
  next(bytes: number): Uint8Array<ArrayBuffer>;
  take(slab: Uint8Array<ArrayBuffer>): void;
  isRight(): boolean;
}

/** Prices and volumes are read where they stay, if they are kept as they are and in 32 bits. */
export const takerOf = (
  column: StoredColumn,
  room: ColumnRoom,
  slab: Uint8Array<ArrayBuffer>,
): ColumnTaker =>
  staysInPlace(column)
    ? readInPlace(column, room.integers())
    : decoded(column, room.floats(), slab);

const staysInPlace = ({ name, type, base, unit }: StoredColumn): boolean =>
  type === "int32" && name !== "time" && base === 0 && unit === 1;

/** What a row of the columns takes in memory. */
export const bytesInMemory = (columns: readonly StoredColumn[]): number =>
  columns.reduce((sum, column) => sum + (staysInPlace(column) ? WIDTHS.int32 : WIDTHS.float64), 0);

function readInPlace(column: StoredColumn, numbers: Int32Array<ArrayBuffer>): ColumnTaker {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  let at = 0;
  let sum = 0;
  return {
    numbers,
    next: (count) => bytes.subarray(at, at + count),
    take(slab) {
      sum = crc32(slab, sum);
      at += slab.length;
    },
    isRight: () => at === bytes.length && sum === column.crc32,
  };
}

function decoded(
  column: StoredColumn,
  numbers: Float64Array,
  room: Uint8Array<ArrayBuffer>,
): ColumnTaker {
  const { type, base, unit } = column;
  let at = 0;
  let sum = 0;
  return {
    numbers,
    next: (count) => room.subarray(0, count),
    take(slab) {
      sum = crc32(slab, sum);
      const count = slab.length / WIDTHS[type];
      const kept = new ARRAYS[type](slab.buffer, slab.byteOffset, count);
      // As they are, numbers are widened by the runtime itself, three times as fast as by any loop here.
      if (base === 0 && unit === 1) numbers.set(kept, at);
      else if (kept instanceof Int32Array) decode(kept, numbers, at, base, unit);
      else if (kept instanceof Uint32Array) decodeUnsigned(kept, numbers, at, base, unit);
      else for (let i = 0; i < count; i++) numbers[at + i] = base + unit * kept[i]!;
      at += count;
    },
    isRight: () => at === numbers.length && sum === column.crc32,
  };
}

// One function for each kind of numbers: to the compiler a function that sees two is slower at both.
function decode(
  kept: Int32Array,
  into: Float64Array,
  from: number,
  base: number,
  unit: number,
): void {
  for (let i = 0; i < kept.length; i++) into[from + i] = base + unit * kept[i]!;
}

function decodeUnsigned(
  kept: Uint32Array,
  into: Float64Array,
  from: number,
  base: number,
  unit: number,
): void {
  for (let i = 0; i < kept.length; i++) into[from + i] = base + unit * kept[i]!;
}
