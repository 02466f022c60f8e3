import { days, rowOf, wordAt } from "./market.ts";

/**
 * The lowest and the highest close of any days in a row of a symbol alone, without a look at each:
 * those of 1, 2, 4, 8 … days from each day on are kept, and two of them that overlap are any days.
 * To keep them pays for a market that is asked for more than once, one time behind the other.
 */
let pieces: usize = 0;
/** From a piece to that of the same days, twice as many of them. */
let stride: usize = 0;

/** Where a scratch tells of the room for them, the market that was asked for last, and whether they are its own. */
const ROOM: usize = 28;
const LATEST: usize = 32;
const ARE_KEPT: usize = 36;
/** The lowest and the highest below 0, so that the least of both is sought. */
const PIECE_BYTES: usize = 8;

/** Keeps those of the closes from `row` on, where the market was asked for before. */
export function openExtremes(scratch: usize, market: usize): void {
  pieces = 0;
  if (load<usize>(scratch, LATEST) !== market) {
    store<usize>(scratch, market, LATEST);
    store<i32>(scratch, 0, ARE_KEPT);
    return;
  }
  pieces = load<usize>(scratch, ROOM);
  stride = usize(days) * PIECE_BYTES;
  if (load<i32>(scratch, ARE_KEPT) === 0) keep(rowOf(0));
  store<i32>(scratch, 1, ARE_KEPT);
}

function keep(row: usize): void {
  for (let day = 0, at = pieces; day < days; day++, at += PIECE_BYTES) {
    store<i32>(at, wordAt(row, day));
    store<i32>(at, -wordAt(row, day), 4);
  }
  let from = pieces;
  for (let length = 1; length << 1 <= days; length <<= 1, from += stride) {
    // Two in a step: one too many lies in the room of the next length, which is written later.
    const end = from + usize(days - (length << 1) + 1) * PIECE_BYTES;
    for (let at = from; at < end; at += 2 * PIECE_BYTES) {
      const later = v128.load(at + usize(length) * PIECE_BYTES);
      v128.store(at + stride, i32x4.min_s(v128.load(at), later));
    }
  }
}

export function areKept(): bool {
  return pieces !== 0;
}

/** Those of at least one day: the lowest in lane 0, the highest in lane 1. */
export function extremesOf(from: i32, to: i32): v128 {
  return pieces !== 0 ? keptOf(from, to) : soughtOf(rowOf(from), rowOf(to));
}

export function keptOf(from: i32, to: i32): v128 {
  const half = 31 - clz(to - from);
  const level = pieces + usize(half) * stride;
  const both = i32x4.min_s(
    v128.load64_zero(level + usize(from) * PIECE_BYTES),
    v128.load64_zero(level + usize(to - (1 << half)) * PIECE_BYTES),
  );
  return i32x4.mul(both, i32x4(1, -1, 1, -1));
}

function soughtOf(at: usize, end: usize): v128 {
  // The last four overlap those before; of fewer than four days none behind the last counts.
  const isDay = i32x4.gt_s(i32x4.splat(i32(end - at) >> 2), i32x4(0, 1, 2, 3));
  const last = max(at, end - 16);
  const first = v128.bitselect(v128.load(at), v128.load32_splat(at), isDay);
  const more = v128.bitselect(v128.load(last), first, isDay);
  let low = i32x4.min_s(first, more);
  let high = i32x4.max_s(first, more);
  for (let next = at + 16; next < last; next += 16) {
    const four = v128.load(next);
    low = i32x4.min_s(low, four);
    high = i32x4.max_s(high, four);
  }
  low = i32x4.min_s(low, v128.shuffle<i32>(low, low, 2, 3, 0, 1));
  high = i32x4.max_s(high, v128.shuffle<i32>(high, high, 2, 3, 0, 1));
  low = i32x4.min_s(low, v128.shuffle<i32>(low, low, 1, 0, 3, 2));
  high = i32x4.max_s(high, v128.shuffle<i32>(high, high, 1, 0, 3, 2));
  return v128.shuffle<i32>(low, high, 0, 4, 0, 4);
}
