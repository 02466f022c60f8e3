import { BLOCKS, CLOSE, count, dayLastOf, dayOf, levels, wordAt } from "./market.ts";
import { passFalls, passRises } from "./price-blocks.ts";
import { ASKED_EVERY, areFine, extreme, passQuietFalls, passQuietRises } from "./quiet-closes.ts";
import {
  bandFrom,
  fallFrom,
  fallGate,
  fallKeep,
  hasBand,
  hasTrail,
  ONE,
  riseGate,
  riseKeep,
} from "./rule.ts";
import { BELOW, COLUMNS, HELD, HIGH, LOW, STOP_AT, TARGET_AT } from "./slot.ts";

/** HYBRID anchors a trail anew that stayed below its band for so many sessions: book.ts. */
const SESSIONS_BELOW_MAX: i32 = 20;
/** Where eight prices are laid down to pick one of them. */
const PICKED: usize = 0;

/**
 * The first instant from `from` on whose close has reached what the slot waits for, or their count.
 * It leaves the trail's extremes as they are then.
 */
export function seek(slot: usize, from: i32): i32 {
  if (count <= from) return count;
  if (load<i32>(slot, HELD) !== 0) return seekExit(slot, from);
  return hasBand ? seekInBand(slot, from) : seekFall(slot, from);
}

function seekFall(slot: usize, from: i32): i32 {
  const columns = load<usize>(slot, COLUMNS);
  const close = load<usize>(columns, CLOSE);
  let high = load<i32>(slot, HIGH);
  if (levels === 0)
    return areFine()
      ? scanFall<bool>(slot, close, from, high)
      : scanFall<i32>(slot, close, from, high);
  const price = wordAt(close, from);
  if (high < price) high = price;
  let found = from;
  if (fallKeep * i64(high) < ONE * i64(price)) {
    found = passFalls(columns + BLOCKS, close, from + 1, high);
    high = load<i32>(PICKED);
  }
  store<i32>(slot, high, HIGH);
  return found;
}

/**
 * Eight closes in one step. Each gets the highest price up to itself and from that a gate, which is
 * never beyond the true trigger; the few that are past their gate are compared exactly. It is compiled
 * twice, for `bool` with sixteen quiet closes passed at once: where days have few, to ask costs more.
 */
function scanFall<Fine>(slot: usize, close: usize, from: i32, begins: i32): i32 {
  const end = close + (usize(count) << 2);
  const rate = i32x4.splat(fallGate);
  let high = begins;
  let so = i32x4.splat(high);
  let at = close + (usize(from) << 2);
  let asks = at + ASKED_EVERY;
  while (at < end) {
    if (isBoolean<Fine>() && asks <= at) {
      at = passQuietFalls(at, end, i32x4.extract_lane(so, 0));
      so = i32x4.splat(extreme);
      asks = at + ASKED_EVERY;
    }
    const four = v128.load(at);
    const more = v128.load(at, 16);
    let until = i32x4.max_s(four, v128.shuffle<i32>(four, four, 0, 0, 1, 2));
    until = i32x4.max_s(so, i32x4.max_s(until, v128.shuffle<i32>(until, until, 0, 1, 0, 1)));
    so = v128.shuffle<i32>(until, until, 3, 3, 3, 3);
    let later = i32x4.max_s(more, v128.shuffle<i32>(more, more, 0, 0, 1, 2));
    later = i32x4.max_s(so, i32x4.max_s(later, v128.shuffle<i32>(later, later, 0, 1, 0, 1)));
    so = v128.shuffle<i32>(later, later, 3, 3, 3, 3);
    const past = i32x4.bitmask(i32x4.le_s(four, partOf(until, rate)));
    const pastLater = i32x4.bitmask(i32x4.le_s(more, partOf(later, rate)));
    const lanes = past | (pastLater << 4);
    if (lanes === 0) {
      at += 32;
      continue;
    }
    const lane = usize(ctz(lanes)) << 2;
    at += lane;
    if (end <= at) return count;
    v128.store(PICKED, until);
    v128.store(PICKED, later, 16);
    high = load<i32>(PICKED + lane);
    if (ONE * i64(load<i32>(at)) <= fallKeep * i64(high)) {
      store<i32>(slot, high, HIGH);
      return i32((at - close) >> 2);
    }
    so = i32x4.splat(high);
    at += 4;
  }
  return count;
}

/** The high halves of 64-bit products: a price by a rate in 2^-32. */
function partOf(prices: v128, rate: v128): v128 {
  return v128.shuffle<i32>(
    i64x2.extmul_low_i32x4_u(prices, rate),
    i64x2.extmul_high_i32x4_u(prices, rate),
    1,
    3,
    5,
    7,
  );
}

function seekExit(slot: usize, from: i32): i32 {
  const columns = load<usize>(slot, COLUMNS);
  const close = load<usize>(columns, CLOSE);
  const stopAt = load<i32>(slot, STOP_AT);
  const targetAt = load<i32>(slot, TARGET_AT);
  let low = load<i32>(slot, LOW);
  if (levels === 0)
    return areFine()
      ? scanExit<bool>(slot, close, from, low)
      : scanExit<i32>(slot, close, from, low);
  const price = wordAt(close, from);
  if (price < low) low = price;
  let found = from;
  if (!leaves(price, low, stopAt, targetAt)) {
    found = passRises(columns + BLOCKS, close, from + 1, low, stopAt, targetAt);
    low = load<i32>(PICKED);
  }
  store<i32>(slot, low, LOW);
  return found;
}

function leaves(price: i32, low: i32, stopAt: i32, targetAt: i32): bool {
  if (price <= stopAt || targetAt <= price) return true;
  return hasTrail && riseKeep * i64(low) <= ONE * i64(price);
}

/** The same eight in a step, for the lowest price up to each and a rise from it. */
function scanExit<Fine>(slot: usize, close: usize, from: i32, begins: i32): i32 {
  const end = close + (usize(count) << 2);
  const stopAt = load<i32>(slot, STOP_AT);
  const targetAt = load<i32>(slot, TARGET_AT);
  const rate = i32x4.splat(riseGate);
  // Without a trail no rise is ever large enough.
  const off = i32x4.splat(hasTrail ? 0 : i32.MAX_VALUE);
  const least = i32x4.splat(stopAt);
  const most = i32x4.splat(targetAt);
  let low = begins;
  let so = i32x4.splat(low);
  let at = close + (usize(from) << 2);
  let asks = at + ASKED_EVERY;
  while (at < end) {
    if (isBoolean<Fine>() && asks <= at) {
      at = passQuietRises(at, end, i32x4.extract_lane(so, 0), stopAt, targetAt);
      so = i32x4.splat(extreme);
      asks = at + ASKED_EVERY;
    }
    const four = v128.load(at);
    const more = v128.load(at, 16);
    let until = i32x4.min_s(four, v128.shuffle<i32>(four, four, 0, 0, 1, 2));
    until = i32x4.min_s(so, i32x4.min_s(until, v128.shuffle<i32>(until, until, 0, 1, 0, 1)));
    so = v128.shuffle<i32>(until, until, 3, 3, 3, 3);
    let later = i32x4.min_s(more, v128.shuffle<i32>(more, more, 0, 0, 1, 2));
    later = i32x4.min_s(so, i32x4.min_s(later, v128.shuffle<i32>(later, later, 0, 1, 0, 1)));
    so = v128.shuffle<i32>(later, later, 3, 3, 3, 3);
    const past = v128.or(
      i32x4.ge_s(i32x4.sub(four, until), v128.or(off, partOf(until, rate))),
      v128.or(i32x4.le_s(four, least), i32x4.ge_s(four, most)),
    );
    const pastLater = v128.or(
      i32x4.ge_s(i32x4.sub(more, later), v128.or(off, partOf(later, rate))),
      v128.or(i32x4.le_s(more, least), i32x4.ge_s(more, most)),
    );
    const lanes = i32x4.bitmask(past) | (i32x4.bitmask(pastLater) << 4);
    if (lanes === 0) {
      at += 32;
      continue;
    }
    const lane = usize(ctz(lanes)) << 2;
    at += lane;
    if (end <= at) return count;
    v128.store(PICKED, until);
    v128.store(PICKED, later, 16);
    low = load<i32>(PICKED + lane);
    if (leaves(load<i32>(at), low, stopAt, targetAt)) {
      store<i32>(slot, low, LOW);
      return i32((at - close) >> 2);
    }
    so = i32x4.splat(low);
    at += 4;
  }
  return count;
}

/** Close by close: an account that waits below its band has its sessions counted. */
function seekInBand(slot: usize, from: i32): i32 {
  const close = load<usize>(load<usize>(slot, COLUMNS), CLOSE);
  let high = load<i32>(slot, HIGH);
  let below = load<i32>(slot, BELOW);
  let enterAt = fallFrom(high);
  let floor = bandFrom(high);
  for (let n = from; n < count; n++) {
    const price = wordAt(close, n);
    if (high < price) {
      high = price;
      enterAt = fallFrom(high);
      floor = bandFrom(high);
    }
    const enters = price <= enterAt && floor <= price;
    if (dayLastOf(dayOf(n)) === n) {
      below = price < floor ? below + 1 : 0;
      if (below === SESSIONS_BELOW_MAX) {
        high = price;
        enterAt = fallFrom(high);
        floor = bandFrom(high);
        below = 0;
      }
    }
    if (enters) {
      store<i32>(slot, high, HIGH);
      store<i32>(slot, below, BELOW);
      return n;
    }
  }
  return count;
}
