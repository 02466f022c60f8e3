import { keepAside } from "./account.ts";
import { fillOrder } from "./fills.ts";
import { count, OPEN, wordAt } from "./market.ts";
import { fillsAtClose } from "./rule.ts";
import { COLUMNS, KEPT, QUANTITY, REASON, SLOT_BYTES } from "./slot.ts";
import { seek } from "./trail.ts";

/** Orders that nothing filled. */
export let unfilled: i32 = 0;

/** The slots, and the first instant at which each may have something to do. */
export let slotsAt: usize = 0;
export let dueAt: usize = 0;
/** Orders in the order they fill: the instant and the slot. */
let line: usize = 0;
let lineFrom: i32 = 0;
let lineTo: i32 = 0;
let lineMax: i32 = 0;
export function openOrders(slots: usize, due: usize, lineAt: usize, lineOf: i32): void {
  slotsAt = slots;
  dueAt = due;
  line = lineAt;
  lineMax = lineOf;
  lineFrom = 0;
  lineTo = 0;
  unfilled = 0;
}

export function slotOf(number: i32): usize {
  return slotsAt + usize(number) * SLOT_BYTES;
}

export function setDue(number: i32, n: i32): void {
  store<i32>(dueAt + (usize(number) << 2), n);
}

/** The instant of the next fill, or the count of instants. */
export function nextFill(): i32 {
  return lineFrom === lineTo ? count : load<i32>(line + (usize(lineFrom) << 3));
}

/** An order decided at a close joins the line; its symbol waits for nothing else. */
export function send(number: i32, n: i32, reason: i32, quantity: i32, kept: i64): void {
  const slot = slotOf(number);
  store<i32>(slot, reason, REASON);
  store<i32>(slot, quantity, QUANTITY);
  store<i64>(slot, kept, KEPT);
  keepAside(kept);
  setDue(number, count);
  const at = fillAfter(load<usize>(load<usize>(slot, COLUMNS), OPEN), n);
  if (at === count) leaveUnfilled();
  else join(at, number);
}

/** The instant at which an order decided at a close fills, or their count. */
export function fillAfter(open: usize, n: i32): i32 {
  return fillsAtClose ? n : nextOpening(open, n + 1);
}

export function leaveUnfilled(): void {
  unfilled++;
}

/**
 * The first close that is looked at after a fill. Behind a close the column repeats it, where the
 * trail begins at what was paid.
 */
export function firstAfterFill(open: usize, n: i32): i32 {
  return fillsAtClose ? nextOpening(open, n + 1) : n;
}

function nextOpening(open: usize, from: i32): i32 {
  let n = from;
  while (n < count && wordAt(open, n) === 0) n++;
  return n;
}

/** Of two that fill at one opening the one decided first comes first. */
function join(n: i32, number: i32): void {
  if (lineFrom === lineTo) {
    lineFrom = 0;
    lineTo = 0;
  } else if (lineTo === lineMax) {
    const ahead = lineTo - lineFrom;
    memory.copy(line, line + (usize(lineFrom) << 3), usize(ahead) << 3);
    lineFrom = 0;
    lineTo = ahead;
  }
  let place = line + (usize(lineTo) << 3);
  for (const first = line + (usize(lineFrom) << 3); first < place; place -= 8) {
    if (load<i32>(place - 8) <= n) break;
    store<i64>(place, load<i64>(place - 8));
  }
  store<i32>(place, n);
  store<i32>(place, number, 4);
  lineTo++;
}

/** Fills what comes with the instant, or at its close. */
export function fillAt(n: i32): void {
  while (lineFrom < lineTo && load<i32>(line + (usize(lineFrom) << 3)) === n) {
    const number = load<i32>(line + (usize(lineFrom) << 3), 4);
    lineFrom++;
    fill(number, n);
  }
}

function fill(number: i32, n: i32): void {
  const slot = slotOf(number);
  keepAside(-load<i64>(slot, KEPT));
  fillOrder(slot, number, n, load<i32>(slot, REASON), load<i32>(slot, QUANTITY));
  setDue(number, seek(slot, firstAfterFill(load<usize>(load<usize>(slot, COLUMNS), OPEN), n)));
}
