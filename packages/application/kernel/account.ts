import { noteEquity, noteHolding, noteRoundTrip, openDrawdown } from "./drawdown.ts";
import {
  CLOSE,
  closesAt,
  columnsOf,
  count,
  dayLastOf,
  dayOf,
  days,
  placeOf,
  rowOf,
  slots,
  width,
  wordAt,
} from "./market.ts";
import { atRateFloor, entriesMax, haltKeep, hasHalt, initialCash } from "./rule.ts";

/** One account on its way through the instants. */
export let cash: i64 = 0;
/** Kept aside by buys at work. */
export let reserved: i64 = 0;
/** Symbols held. */
export let holdings: i32 = 0;
/** Closing instants of any session at which something was held. */
export let holdingPlaces: i32 = 0;
let heldFrom: i32 = 0;

/**
 * Equity at the end of each day, f64, drawn as far as `daysKnown`; 0 where an account alone keeps its
 * drawdown without a curve.
 */
let curve: usize = 0;
let daysKnown: i32 = 0;
/** Shares held of each slot, i32, as wide as a row. */
export let heldRow: usize = 0;

/** The day whose halt is known up to the instant before `haltTestedTo`. */
let haltDay: i32 = -1;
let haltTestedTo: i32 = 0;
let haltAt: i64 = 0;
let isHalted: bool = false;

/** When the entries of the last minute were decided: f64, a ring of `ENTRIES` of them. */
let entries: usize = 0;
let entriesFrom: u32 = 0;
let entriesTo: u32 = 0;
const ENTRIES: u32 = 4_096;
const MINUTE_MS: f64 = 60_000;

export function openAccount(heldAt: usize, entriesAt: usize, curveAt: usize): void {
  cash = initialCash;
  reserved = 0;
  holdings = 0;
  holdingPlaces = 0;
  curve = curveAt;
  openDrawdown(f64(cash));
  daysKnown = 0;
  heldRow = heldAt;
  memory.fill(heldRow, 0, usize((width + 3) & ~3) << 2);
  haltDay = -1;
  isHalted = false;
  entries = entriesAt;
  entriesFrom = 0;
  entriesTo = 0;
}

export function keepAside(amount: i64): void {
  reserved += amount;
}

/** Moves cash and the shares of a slot as the instant comes; days that are over are valued before. */
export function book(slot: i32, shares: i32, flow: i64, n: i32): void {
  const at = heldRow + (usize(slot) << 2);
  const before = load<i32>(at);
  const after = before + shares;
  cash += flow;
  store<i32>(at, after);
  if (before === 0) {
    if (holdings === 0) heldFrom = placeOf(n);
    holdings++;
  } else if (after === 0) {
    holdings--;
    if (holdings === 0) holdingPlaces += placeOf(n) - heldFrom;
  }
}

/** Values the days up to a sale of all that was bought on one of them, beside the cash of before and of between. */
export function valueRoundTrip(
  before: i64,
  between: i64,
  shares: i32,
  boughtOn: i32,
  soldOn: i32,
): void {
  if (curve !== 0) {
    drawStill(before, daysKnown, boughtOn);
    drawOne(between, shares, boughtOn, soldOn);
  } else if (daysKnown < boughtOn && boughtOn < soldOn)
    noteRoundTrip(f64(before), f64(between), f64(shares), boughtOn, soldOn);
  else if (daysKnown < boughtOn) noteEquity(f64(before));
  else if (boughtOn < soldOn) noteHolding(f64(between), f64(shares), boughtOn, soldOn);
  daysKnown = soldOn;
}

/** What round trips left: the cash, and the closing instants at which something was held. */
export function bookRoundTrips(left: i64, places: i32): void {
  cash = left;
  holdingPlaces += places;
}

export function endHolding(end: i32): void {
  if (holdings !== 0) holdingPlaces += end - heldFrom;
}

/** Values the account at the end of every day that ended before the instant. */
export function valueDays(before: i32): void {
  const to = before < count ? dayOf(before) : days;
  if (to <= daysKnown) return;
  if (holdings === 0) valueStill(daysKnown, to);
  else if (slots === 1) valueOne(daysKnown, to, load<i32>(heldRow));
  else
    for (let day = daysKnown; day < to; day++)
      store<f64>(curve + (usize(day) << 3), f64(cash + sumOf(rowOf(day))));
  daysKnown = to;
}

function valueStill(from: i32, to: i32): void {
  if (curve !== 0) drawStill(cash, from, to);
  else if (from < to) noteEquity(f64(cash));
}

function valueOne(from: i32, to: i32, shares: i32): void {
  if (curve !== 0) drawOne(cash, shares, from, to);
  else if (from < to) noteHolding(f64(cash), f64(shares), from, to);
}

/** Four days in one step: those too many are drawn over by the next ones, or lie behind the last. */
function drawStill(amount: i64, from: i32, to: i32): void {
  const equity = f64x2.splat(f64(amount));
  for (let at = curve + (usize(from) << 3), end = curve + (usize(to) << 3); at < end; at += 32) {
    v128.store(at, equity);
    v128.store(at, equity, 16);
  }
}

/** The same of what is held. */
function drawOne(amount: i64, shares: i32, from: i32, to: i32): void {
  const still = f64x2.splat(f64(amount));
  const held = f64x2.splat(f64(shares));
  let row = rowOf(from);
  let at = curve + (usize(from) << 3);
  for (const end = curve + (usize(to) << 3); at < end; at += 32, row += 16) {
    const closes = f64x2.convert_low_i32x4_s(v128.load64_zero(row));
    const later = f64x2.convert_low_i32x4_s(v128.load64_zero(row, 8));
    v128.store(at, f64x2.add(still, f64x2.mul(held, closes)));
    v128.store(at, f64x2.add(still, f64x2.mul(held, later)), 16);
  }
}

/** The value of what is held at a row of closes. */
function sumOf(row: usize): i64 {
  let two = i64x2.splat(0);
  const end = usize(width) << 2;
  for (let at: usize = 0; at < end; at += 16) {
    const shares = v128.load(heldRow + at);
    const closes = v128.load(row + at);
    two = i64x2.add(two, i64x2.extmul_low_i32x4_s(shares, closes));
    two = i64x2.add(two, i64x2.extmul_high_i32x4_s(shares, closes));
  }
  return i64x2.extract_lane(two, 0) + i64x2.extract_lane(two, 1);
}

/** Equity at a close, with what is held by now. */
export function equityAt(n: i32): i64 {
  if (holdings === 0) return cash;
  const day = dayOf(n);
  if (dayLastOf(day) === n) return cash + sumOf(rowOf(day));
  let equity = cash;
  for (let slot = 0; slot < slots; slot++) {
    const held = wordAt(heldRow, slot);
    if (held !== 0) equity += i64(held) * i64(wordAt(load<usize>(columnsOf(slot), CLOSE), n));
  }
  return equity;
}

/**
 * Whether the daily loss halts entries at a close: equity up to it, since the day began, is tested
 * with what is held by now. So whoever moves cash or shares asks before. Days before are valued.
 */
export function haltsAt(n: i32): bool {
  if (!hasHalt) return false;
  const day = dayOf(n);
  if (day !== haltDay) {
    haltDay = day;
    isHalted = false;
    haltTestedTo = day === 0 ? 0 : dayLastOf(day - 1) + 1;
    haltAt = atRateFloor(day === 0 ? initialCash : equityOn(day - 1), haltKeep);
  }
  for (; haltTestedTo <= n && !isHalted; haltTestedTo++)
    if (equityAt(haltTestedTo) <= haltAt) isHalted = true;
  return isHalted;
}

/** Equity when all is over. */
export function lastEquity(): i64 {
  return days === 0 ? cash : cash + sumOf(rowOf(days - 1));
}

function equityOn(day: i32): i64 {
  return i64(load<f64>(curve + (usize(day) << 3)));
}

/** Whether the entries of the last minute leave no room for another. */
export function isPaced(n: i32): bool {
  if (entriesMax < 0) return false;
  const at = closesAt(n);
  while (entriesFrom !== entriesTo && MINUTE_MS <= at - entryAt(entriesFrom)) entriesFrom++;
  return entriesMax <= i32(entriesTo - entriesFrom);
}

export function noteEntry(n: i32): void {
  if (entriesMax < 0) return;
  store<f64>(entries + (usize(entriesTo % ENTRIES) << 3), closesAt(n));
  entriesTo++;
}

function entryAt(number: u32): f64 {
  return load<f64>(entries + (usize(number % ENTRIES) << 3));
}
