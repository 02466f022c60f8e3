import { crc32 } from "node:zlib";
import type { BarSeries } from "../bars/bar-series.ts";
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
    if (name !== "time") yield encoded(name, values, 0, 1);
    else if (isDated) yield encoded(name, values, 0, 1);
    else yield encoded(name, values, values[0]!, timeUnitOf(values));
  }
}

/** The longest of a day, an hour, a minute, a second that all times lie whole ones apart. */
function timeUnitOf(times: Float64Array): number {
  const first = times[0]!;
  return DAY_SECOND_UNITS.find((unit) => times.every((time) => (time - first) % unit === 0)) ?? 1;
}

function encoded(
  name: StoredColumn["name"],
  values: Float64Array,
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

function narrowest(values: Float64Array, base: number, unit: number): StoredColumn["type"] {
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

/** Decodes a column slab by slab as its bytes are read; `finish` answers whether they were the right ones. */
export function openColumnDecoder(column: StoredColumn, into: Float64Array) {
  const { type, base, unit } = column;
  let at = 0;
  let sum = 0;
  return {
    take(slab: Uint8Array<ArrayBuffer>): void {
      sum = crc32(slab, sum);
      const count = slab.length / WIDTHS[type];
      const kept = new ARRAYS[type](slab.buffer, slab.byteOffset, count);
      // As they are, numbers are widened by the runtime itself, three times as fast as by any loop here.
      if (base === 0 && unit === 1) into.set(kept, at);
      else if (kept instanceof Int32Array) decode(kept, into, at, base, unit);
      else if (kept instanceof Uint32Array) decodeUnsigned(kept, into, at, base, unit);
      else for (let i = 0; i < count; i++) into[at + i] = base + unit * kept[i]!;
      at += count;
    },
    isRight: (): boolean => at === into.length && sum === column.crc32,
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
