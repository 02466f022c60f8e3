import type { BarRows } from "./bar-rows.ts";
import { localOffsets } from "./bar-time.ts";
import type { GrowingSeries } from "./growing-series.ts";
import { decimalOfFloat32, unitsOfFloat } from "./number-bars.ts";
import type { RowColumns } from "./ordinary-rows.ts";
import { isCountable, isTradablePrice } from "./price-cell.ts";

const DAY_MS = 86_400_000;
/** As exact in floats, divided, as in whole numbers: until 2096. */
const MICROS_MAX = 4e15;
const WORD = 2 ** 32;

/** What the columns of a chunk are, in their order: time, prices, volume, symbol. */
export interface ChunkForm {
  /** Microseconds are kept in 64 bits, here by their halves, all else in floats. */
  readonly time: "day" | "micros" | "wall clock micros" | "epoch";
  readonly areFloat32: readonly [open: boolean, high: boolean, low: boolean, close: boolean];
  readonly hasVolume: boolean;
  readonly hasSymbol: boolean;
}

export type ChunkColumn = Float64Array | Int32Array | Uint8Array | Uint16Array;

/** Takes chunks of a file one after the other; false at a row that is for the careful reader. */
export function openChunkTaker(
  rows: BarRows,
  zone: string,
  form: ChunkForm,
  symbols: readonly string[],
) {
  const { hasVolume } = form;
  const isDay = form.time === "day";
  const momentsOf = momentReader(form.time, zone);
  const only = form.hasSymbol ? undefined : rows.seriesOf(undefined, hasVolume);
  const series: (GrowingSeries | undefined)[] = new Array(symbols.length);
  let taken = 0;

  return (chunk: readonly ChunkColumn[], count: number): boolean => {
    const [open, high, low, close] = form.areFloat32.map((isFloat32, place) => {
      const dollars = chunk[1 + place] as Float64Array;
      return isFloat32 ? dollars.map(decimalOfFloat32) : dollars;
    }) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const columns: RowColumns = {
      ...{ times: momentsOf(chunk[0]!, count), open, high, low, close },
      volume: hasVolume ? (chunk[5] as Float64Array) : undefined,
    };
    const codes = only === undefined ? chunk.at(-1)! : undefined;
    for (let at = 0; at < count; at++) {
      // Of a symbol without a price nothing is begun.
      if (isPriceless(columns, at)) {
        rows.skip();
        continue;
      }
      const one = only ?? seriesOf(Number(codes![at]!));
      const end = codes === undefined ? count : endOfRun(codes, at, count);
      at = rows.appendTogether(one, isDay, columns, at, end, taken + at + 1);
      if (at === end) at--;
      else if (isPriceless(columns, at)) rows.skip();
      else if (!takeOther(one, columns, at, taken + at + 1)) return false;
    }
    taken += count;
    return true;
  };

  function seriesOf(code: number): GrowingSeries {
    series[code] ??= rows.seriesOf(symbols[code], hasVolume);
    return series[code];
  }

  function takeOther(
    one: GrowingSeries,
    { times, open, high, low, close, volume }: RowColumns,
    at: number,
    row: number,
  ): boolean {
    const opening = tradableUnits(open[at]!);
    const highest = tradableUnits(high[at]!);
    const lowest = tradableUnits(low[at]!);
    const closing = tradableUnits(close[at]!);
    // What is NaN is no price either.
    if (!(0 < opening && 0 < highest && 0 < lowest && 0 < closing)) return false;
    const moment = times[at]!;
    if (!(0 <= moment)) return false;
    let shares = volume === undefined ? 0 : volume[at]!;
    if (Number.isNaN(shares)) shares = 0;
    if (!isCountable(shares)) return false;
    rows.append(one, isDay, moment, opening, highest, lowest, closing, Math.floor(shares), row);
    return true;
  }
}

const isPriceless = ({ open, high, low, close }: RowColumns, at: number): boolean =>
  Number.isNaN(open[at]) &&
  Number.isNaN(high[at]) &&
  Number.isNaN(low[at]) &&
  Number.isNaN(close[at]);

/** Where another symbol begins. */
function endOfRun(codes: ChunkColumn, from: number, count: number): number {
  let end = from + 1;
  while (end < count && codes[end] === codes[from]) end++;
  return end;
}

/** NaN where the price is none that can be traded. */
function tradableUnits(dollars: number): number {
  const units = unitsOfFloat(dollars);
  return units !== undefined && isTradablePrice(units) ? units : Number.NaN;
}

/** Reads times as a series keeps them; NaN or below 0 where a time is for the careful reader. */
function momentReader(time: ChunkForm["time"], zone: string) {
  const offsetMsAt = localOffsets(zone);
  let room = new Float64Array(0);
  return (column: ChunkColumn, count: number): Float64Array => {
    if (time === "day") return column as Float64Array;
    if (room.length < count) room = new Float64Array(count);
    if (time === "epoch") epochMs(column as Float64Array, count, room);
    else millisOf(column as Int32Array, count, room);
    if (time === "wall clock micros")
      for (let at = 0; at < count; at++) {
        const local = room[at]!;
        room[at] = local - offsetMsAt(Math.floor(local / DAY_MS) * DAY_MS, local);
      }
    return room;
  };
}

/** From microseconds in 64 bits, the lower half first: no big integer is made for any row. */
function millisOf(halves: Int32Array, count: number, into: Float64Array): void {
  for (let at = 0; at < count; at++) {
    const whole = halves[2 * at + 1]! * WORD + (halves[2 * at]! >>> 0);
    into[at] = 0 <= whole && whole < MICROS_MAX ? Math.floor(whole / 1_000) : Number.NaN;
  }
}

/** Seconds or milliseconds since 1970, told apart by their size. */
function epochMs(times: Float64Array, count: number, into: Float64Array): void {
  for (let at = 0; at < count; at++) {
    const time = times[at]!;
    const isSeconds = 1e9 <= time && time < 1e10;
    const isMillis = 1e12 <= time && time < 1e13;
    into[at] = isSeconds ? time * 1_000 : isMillis ? time : Number.NaN;
  }
}
