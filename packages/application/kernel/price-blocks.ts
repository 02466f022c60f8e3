import { count, LEVEL_BYTES, levels, wordAt } from "./market.ts";
import { dropBps, fallFrom, hasTrail, riseBps, riseFrom } from "./rule.ts";

/** log₂ of how many blocks of one level make one of the next, as in src/research/sweep/price-blocks.ts. */
const BLOCK_BITS: i32 = 3;
/** Where the extreme a scan left behind is put. */
const EXTREME: usize = 0;

/** Of a level: how many full blocks, and their columns. */
const FULL: usize = 0;
const LOWEST: usize = 4;
const HIGHEST: usize = 8;
const DROP: usize = 12;
const RISE: usize = 16;

/**
 * The first close from `from` on that has fallen from the highest since `high`, or their count.
 * Blocks in which none can have are passed over; what is found is the same.
 */
export function passFalls(blocks: usize, close: usize, from: i32, begins: i32): i32 {
  let high = begins;
  let enterAt = fallFrom(high);
  let level = 0;
  let n = from;
  while (n < count) {
    if (level === 0) {
      for (const stop = nextEight(n); n < stop; n++) {
        const price = wordAt(close, n);
        if (high < price) {
          high = price;
          enterAt = fallFrom(high);
        }
        if (price <= enterAt) {
          store<i32>(EXTREME, high);
          return n;
        }
      }
      level = 1;
      continue;
    }
    const its = blocks + usize(level - 1) * LEVEL_BYTES;
    const block = n >> (BLOCK_BITS * level);
    if (
      load<i32>(its, FULL) <= block ||
      wordAt(load<usize>(its, LOWEST), block) <= enterAt ||
      dropBps <= rateAt(load<usize>(its, DROP), block)
    ) {
      level--;
      continue;
    }
    const highest = wordAt(load<usize>(its, HIGHEST), block);
    if (high < highest) {
      high = highest;
      enterAt = fallFrom(high);
    }
    n += 1 << (BLOCK_BITS * level);
    level = levelAfter(level, n);
  }
  store<i32>(EXTREME, high);
  return count;
}

/** The first close from `from` on at a stop, a target or a rise from the lowest since `low`. */
export function passRises(
  blocks: usize,
  close: usize,
  from: i32,
  begins: i32,
  stopAt: i32,
  targetAt: i32,
): i32 {
  let low = begins;
  let leaveAt = leaveFrom(low, targetAt);
  const blockRise = hasTrail ? riseBps : i32.MAX_VALUE;
  let level = 0;
  let n = from;
  while (n < count) {
    if (level === 0) {
      for (const stop = nextEight(n); n < stop; n++) {
        const price = wordAt(close, n);
        if (price < low) {
          low = price;
          leaveAt = leaveFrom(low, targetAt);
        }
        if (leaveAt <= price || price <= stopAt) {
          store<i32>(EXTREME, low);
          return n;
        }
      }
      level = 1;
      continue;
    }
    const its = blocks + usize(level - 1) * LEVEL_BYTES;
    const block = n >> (BLOCK_BITS * level);
    if (load<i32>(its, FULL) <= block) {
      level--;
      continue;
    }
    const lowest = wordAt(load<usize>(its, LOWEST), block);
    if (
      leaveAt <= wordAt(load<usize>(its, HIGHEST), block) ||
      lowest <= stopAt ||
      blockRise <= rateAt(load<usize>(its, RISE), block)
    ) {
      level--;
      continue;
    }
    if (lowest < low) {
      low = lowest;
      leaveAt = leaveFrom(low, targetAt);
    }
    n += 1 << (BLOCK_BITS * level);
    level = levelAfter(level, n);
  }
  store<i32>(EXTREME, low);
  return count;
}

function leaveFrom(low: i32, targetAt: i32): i32 {
  return hasTrail ? min(targetAt, riseFrom(low)) : targetAt;
}

/** Where the eight that `n` lies in end. */
function nextEight(n: i32): i32 {
  return min(count, ((n >> BLOCK_BITS) + 1) << BLOCK_BITS);
}

/** Behind a block that begins a larger one too, that is asked next. */
function levelAfter(level: i32, n: i32): i32 {
  const isAligned = (n & ((1 << (BLOCK_BITS * (level + 1))) - 1)) === 0;
  return level < levels && isAligned ? level + 1 : level;
}

function rateAt(column: usize, block: i32): i32 {
  return i32(load<u16>(column + (usize(block) << 1)));
}
