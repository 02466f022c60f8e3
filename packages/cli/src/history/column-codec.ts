import { crc32 } from "node:zlib";
import type { Numbers } from "@sevenfold/application/research/backtest/bar-columns";
import type { BarSeries } from "../bars/bar-series.ts";
import type { ColumnRoom } from "../bars/column-room.ts";
import { unusualSteps } from "../bars/unusual-steps.ts";
import type { RowColumn, SideColumn, StoredColumn } from "./bar-manifest.ts";
import { type Stretches, stretchesOf } from "./time-stretches.ts";

/** A column as it lies in a file: little-endian, one number after another. */
export interface EncodedColumn {
  readonly column: Omit<RowColumn, "crc32"> | Omit<SideColumn, "crc32">;
  readonly bytes: Uint8Array;
}

const PER_ROW = ["open", "high", "low", "close", "volume"] as const;
const SIGNED_MAX = 2 ** 31 - 1;
const UNSIGNED_MAX = 2 ** 32 - 1;
const DAY_SECOND_UNITS = [86_400_000, 3_600_000, 60_000, 1_000, 1] as const;

/** Columns in the fewest bytes that hold them exactly. */
export function* encodedColumns(series: BarSeries, isDated: boolean): Generator<EncodedColumn> {
  const { times } = series;
  const stretches = stretchesOf(times);
  if (stretches !== undefined) yield beside("stretches", stretches);
  else if (isDated) yield encoded("time", times, 0, 1);
  else yield encoded("time", times, times[0]!, timeUnitOf(times));
  for (const name of PER_ROW) {
    const values = series[name];
    if (values !== undefined) yield encoded(name, values, 0, 1);
  }
  const steps = Uint32Array.from(unusualSteps(series));
  yield beside("steps", { base: 0, unit: 1, numbers: steps });
}

const beside = (name: SideColumn["name"], { base, unit, numbers }: Stretches): EncodedColumn => ({
  column: { name, type: "uint32", count: numbers.length, base, unit },
  bytes: new Uint8Array(numbers.buffer),
});

/** The longest of a day, an hour, a minute, a second that all times lie whole ones apart. */
function timeUnitOf(times: Float64Array): number {
  const first = times[0]!;
  return DAY_SECOND_UNITS.find((unit) => times.every((time) => (time - first) % unit === 0)) ?? 1;
}

function encoded(
  name: RowColumn["name"],
  values: Numbers,
  base: number,
  unit: number,
): EncodedColumn {
  const type = narrowest(values, base, unit);
  const kept = new ARRAYS[type](values.length);
  for (let at = 0; at < values.length; at++) kept[at] = (values[at]! - base) / unit;
  return { column: { name, type, base, unit }, bytes: new Uint8Array(kept.buffer) };
}

const ARRAYS = { int32: Int32Array, uint32: Uint32Array, float64: Float64Array } as const;

export const WIDTHS = { int32: 4, uint32: 4, float64: 8 } as const;

function narrowest(values: Numbers, base: number, unit: number): RowColumn["type"] {
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
export interface ColumnTaker<Kept extends Numbers | Uint32Array = Numbers> {
  readonly numbers: Kept;
  next(bytes: number): Uint8Array<ArrayBuffer>;
  take(slab: Uint8Array<ArrayBuffer>): void;
  isRight(): boolean;
}

/** Prices and volumes are read where they stay, if they are kept as they are and in 32 bits. */
export const takerOf = (
  column: RowColumn,
  room: ColumnRoom,
  slab: Uint8Array<ArrayBuffer>,
): ColumnTaker =>
  staysInPlace(column)
    ? readInPlace(column, room.integers())
    : decoded(column, room.floats(), slab);

export const sideTakerOf = (column: SideColumn): ColumnTaker<Uint32Array<ArrayBuffer>> =>
  readInPlace(column, new Uint32Array(column.count));

export const isPerRow = (column: StoredColumn): column is RowColumn => !("count" in column);

const staysInPlace = ({ name, type, base, unit }: RowColumn): boolean =>
  type === "int32" && name !== "time" && base === 0 && unit === 1;

export const bytesInFile = (column: StoredColumn, rows: number): number =>
  WIDTHS[column.type] * (isPerRow(column) ? rows : column.count);

/** What a row of the columns takes in memory, its time included. */
export const bytesInMemory = (columns: readonly StoredColumn[]): number =>
  columns.reduce((sum, column) => {
    if (!isPerRow(column)) return sum + (column.name === "stretches" ? WIDTHS.float64 : 0);
    return sum + (staysInPlace(column) ? WIDTHS.int32 : WIDTHS.float64);
  }, 0);

function readInPlace<Kept extends Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  column: StoredColumn,
  numbers: Kept,
): ColumnTaker<Kept> {
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
  column: RowColumn,
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
