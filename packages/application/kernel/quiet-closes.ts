import { count, days } from "./market.ts";
import { fallGate, hasTrail, riseGate } from "./rule.ts";

/** Closes a day beyond which most sixteens hold nothing that is waited for. */
const FINE_BITS: i32 = 4;
/** Bytes of sixteen closes. */
const SIXTEEN: usize = 64;
/** So many bytes of closes are gone through before a first sixteen is asked, and behind one that was not quiet: short waits pay for no question. */
export const ASKED_EVERY: usize = 2 * SIXTEEN;

/** The extreme behind what was passed over. */
export let extreme: i32 = 0;

/** Whether closes are so near to one another that it is worth asking for sixteen of them at once. */
export function areFine(): bool {
  return days < count >> FINE_BITS;
}

/**
 * Where the first sixteen closes stand among which one may have fallen far enough from the highest
 * since `begins`: none is beyond the gate of the highest of all. Fewer than sixteen are not asked.
 */
export function passQuietFalls(from: usize, end: usize, begins: i32): usize {
  const rate = i32x4.splat(fallGate);
  let high = i32x4.splat(begins);
  let at = from;
  for (; at + SIXTEEN <= end; at += SIXTEEN) {
    const top = i32x4.max_s(high, highestOf(at));
    if (v128.any_true(i32x4.le_s(lowestFour(at), gateOf(top, rate)))) break;
    high = top;
  }
  extreme = i32x4.extract_lane(high, 0);
  return at;
}

/** The same for a stop, a target, and a rise from the lowest since `begins`. */
export function passQuietRises(
  from: usize,
  end: usize,
  begins: i32,
  stopAt: i32,
  targetAt: i32,
): usize {
  const rate = i32x4.splat(riseGate);
  // Without a trail no rise is ever large enough.
  const off = i32x4.splat(hasTrail ? 0 : i32.MAX_VALUE);
  const least = i32x4.splat(stopAt);
  const most = i32x4.splat(targetAt);
  let low = i32x4.splat(begins);
  let at = from;
  for (; at + SIXTEEN <= end; at += SIXTEEN) {
    const highest = highestFour(at);
    const four = lowestFour(at);
    const bottom = i32x4.min_s(low, lowestOf(four));
    const past = v128.or(
      i32x4.ge_s(i32x4.sub(highest, bottom), v128.or(off, gateOf(bottom, rate))),
      v128.or(i32x4.le_s(four, least), i32x4.ge_s(highest, most)),
    );
    if (v128.any_true(past)) break;
    low = bottom;
  }
  extreme = i32x4.extract_lane(low, 0);
  return at;
}

function highestFour(at: usize): v128 {
  return i32x4.max_s(
    i32x4.max_s(v128.load(at), v128.load(at, 16)),
    i32x4.max_s(v128.load(at, 32), v128.load(at, 48)),
  );
}

function lowestFour(at: usize): v128 {
  return i32x4.min_s(
    i32x4.min_s(v128.load(at), v128.load(at, 16)),
    i32x4.min_s(v128.load(at, 32), v128.load(at, 48)),
  );
}

/** The highest of sixteen closes, four times. */
function highestOf(at: usize): v128 {
  const four = highestFour(at);
  const two = i32x4.max_s(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  return i32x4.max_s(two, v128.shuffle<i32>(two, two, 1, 0, 3, 2));
}

/** The lowest of four, four times. */
function lowestOf(four: v128): v128 {
  const two = i32x4.min_s(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  return i32x4.min_s(two, v128.shuffle<i32>(two, two, 1, 0, 3, 2));
}

/** The high half of a product of 64 bits, of a price that stands four times, by a rate in 2^-32. */
function gateOf(price: v128, rate: v128): v128 {
  const product = i64x2.extmul_low_i32x4_u(price, rate);
  return v128.shuffle<i32>(product, product, 1, 1, 1, 1);
}
