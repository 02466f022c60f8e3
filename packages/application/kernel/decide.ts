import { cash, equityAt, haltsAt, isPaced, noteEntry, reserved, valueDays } from "./account.ts";
import { CLOSE, closesAt, OPEN, slots, wordAt } from "./market.ts";
import { dueAt, send, setDue, slotOf } from "./orders.ts";
import {
  atRateFloor,
  coolDownMs,
  hasHalt,
  maxPositionBps,
  reserve,
  STOP_LOSS,
  sharesToBuy,
  sharesToSell,
  TAKE_PROFIT,
  TRAIL_DROP,
  TRAIL_RISE,
} from "./rule.ts";
import { COLUMNS, COOL_UNTIL, HELD, HIGH, STOP_AT, TARGET_AT } from "./slot.ts";
import { seek } from "./trail.ts";

/** Numbers of the slots that may enter at the instant at hand, i32. */
let candidates: usize = 0;
let candidateCount: i32 = 0;
/** What a flat account may put into one symbol at the instant; below 0 without the limit. */
let shareMax: i64 = 0;

export function openDecisions(candidatesAt: usize): void {
  candidates = candidatesAt;
}

/** What the account wants done at a close: exits, then entries by the largest drop. */
export function decideAt(n: i32): void {
  candidateCount = 0;
  const four = i32x4.splat(n);
  for (let from = 0; from < slots; from += 4) {
    let lanes = i32x4.bitmask(i32x4.eq(v128.load(dueAt + (usize(from) << 2)), four));
    for (; lanes !== 0; lanes &= lanes - 1) follow(from + ctz(lanes), n);
  }
  if (candidateCount !== 0) enter(n);
}

/** A symbol whose close has reached something: it leaves, may enter, or goes on. */
function follow(number: i32, n: i32): void {
  const slot = slotOf(number);
  const wish = wishAt(slot, n);
  if (wish === MAY_ENTER) {
    store<i32>(candidates + (usize(candidateCount) << 2), number);
    candidateCount++;
  } else if (wish === STAYS) goOn(number, n);
  else send(number, n, wish, exitShares(slot, wish), 0);
}

/** Beside the reason to leave: what else a close that has reached something may come to. */
export const STAYS: i32 = 0;
export const MAY_ENTER: i32 = TRAIL_DROP;

/** What comes of such a close: nothing, perhaps an entry, or an exit and its reason. */
export function wishAt(slot: usize, n: i32): i32 {
  const columns = load<usize>(slot, COLUMNS);
  if (wordAt(load<usize>(columns, OPEN), n) === 0) return STAYS;
  const isCooling = 0 < coolDownMs && closesAt(n) < load<f64>(slot, COOL_UNTIL);
  if (load<i32>(slot, HELD) === 0) return isCooling ? STAYS : MAY_ENTER;
  const reason = reasonAt(slot, wordAt(load<usize>(columns, CLOSE), n));
  return isCooling && reason !== STOP_LOSS ? STAYS : reason;
}

export function exitShares(slot: usize, reason: i32): i32 {
  const held = load<i32>(slot, HELD);
  return reason === STOP_LOSS ? held : i32(min<i64>(sharesToSell, i64(held)));
}

function reasonAt(slot: usize, price: i32): i32 {
  if (price <= load<i32>(slot, STOP_AT)) return STOP_LOSS;
  return load<i32>(slot, TARGET_AT) <= price ? TAKE_PROFIT : TRAIL_RISE;
}

/** Nothing is done about the close; the trail follows on. */
function goOn(number: i32, n: i32): void {
  setDue(number, seek(slotOf(number), n + 1));
}

function enter(n: i32): void {
  const isClosed = areEntriesClosed(n);
  // Whom the cash at the instant leaves no share it leaves none later: only the others are sorted.
  if (candidateCount === 1) {
    tryEntry(wordAt(candidates, 0), n, isClosed);
    return;
  }
  let left = 0;
  for (let place = 0; place < candidateCount; place++) {
    const number = wordAt(candidates, place);
    if (isClosed || sizeAt(closeOf(number, n)) < 1) goOn(number, n);
    else insert(left++, number, n);
  }
  for (let place = 0; place < left; place++) {
    tryEntry(wordAt(candidates, place), n, isPaced(n));
  }
}

/** Whether nobody may enter at a close; it also works out how much of equity one symbol may take. */
export function areEntriesClosed(n: i32): bool {
  if (hasHalt) valueDays(n);
  const isHalted = haltsAt(n);
  shareMax = maxPositionBps < 0 ? -1 : atRateFloor(equityAt(n), maxPositionBps);
  return isHalted || isPaced(n);
}

function tryEntry(number: i32, n: i32, isClosed: bool): void {
  const price = closeOf(number, n);
  const quantity = isClosed ? 0 : sizeAt(price);
  if (quantity < 1) goOn(number, n);
  else {
    noteEntry(n);
    send(number, n, TRAIL_DROP, i32(quantity), quantity * i64(price));
  }
}

function closeOf(number: i32, n: i32): i32 {
  return wordAt(load<usize>(load<usize>(slotOf(number), COLUMNS), CLOSE), n);
}

/** Shares an entry at a price buys; below 1 for none. As `entryQuantity` of domain/src/sizing.ts. */
export function sizeAt(each: i32): i64 {
  const price = i64(each);
  const free = cash - reserved - reserve;
  if (free < price) return 0;
  let quantity = sharesToBuy;
  if (free < quantity * price) quantity = free / price;
  if (0 <= maxPositionBps && shareMax < quantity * price) quantity = shareMax / price;
  return quantity;
}

/** Keeps the first `left` candidates by the largest drop, ties in the order of the slots. */
function insert(left: i32, number: i32, n: i32): void {
  const price = i64(closeOf(number, n));
  const high = i64(load<i32>(slotOf(number), HIGH));
  let place = left;
  for (; 0 < place; place--) {
    const other = wordAt(candidates, place - 1);
    const otherHigh = i64(load<i32>(slotOf(other), HIGH));
    if (i64(closeOf(other, n)) * high <= price * otherHigh) break;
    store<i32>(candidates + (usize(place) << 2), other);
  }
  store<i32>(candidates + (usize(place) << 2), number);
}
