import { areKept, extremesOf, keptOf } from "./extremes.ts";
import { rowOf, wordAt } from "./market.ts";

/** Days that are looked at together, in bytes. */
const TOGETHER: usize = 16 << 3;
/** Days that are looked at one by one. */
const FEW: i32 = 8;
/** A trace too high, so that no rounding hides a deeper fall. */
const ABOVE: f64 = 1.000000000001;

/** Where no curve is drawn: the highest equity so far, and the deepest fall below it. */
let mark: f64 = 0;
export let deepest: f64 = 0;
/** What a fall that may be deeper leaves of the mark. */
let kept: f64 = 0;

export function openDrawdown(start: f64): void {
  mark = start;
  deepest = 0;
  kept = ABOVE;
}

export function noteEquity(equity: f64): void {
  mark = higherOf(mark, equity);
  if (equity < mark * kept) noteFall(equity);
}

function noteFall(equity: f64): void {
  deepest = min(deepest, equity / mark - 1);
  kept = (1 + deepest) * ABOVE;
}

/** Notes days of a holding, at least one, beside cash that stands still. */
export function noteHolding(still: f64, shares: f64, from: i32, to: i32): void {
  const worth = worthOf(still, shares, extremesOf(from, to));
  const least = f64x2.extract_lane(worth, 0);
  const top = higherOf(mark, f64x2.extract_lane(worth, 1));
  if (top * kept <= least) mark = top;
  else if (top === mark) noteFall(least);
  else if (FEW < to - from) {
    // Which came first, the lowest or the highest, is asked of each half.
    const half = (from + to) >> 1;
    noteHolding(still, shares, from, half);
    noteHolding(still, shares, half, to);
  } else
    for (let day = from; day < to; day++) noteEquity(still + shares * f64(wordAt(rowOf(day), 0)));
}

/** Notes such days behind some on which nothing was held: of both at least one. */
export function noteRoundTrip(flat: f64, still: f64, shares: f64, from: i32, to: i32): void {
  if (!areKept()) {
    noteEquity(flat);
    noteHolding(still, shares, from, to);
    return;
  }
  const worth = worthOf(still, shares, keptOf(from, to));
  const before = f64x2.splat(flat);
  const least = f64x2.extract_lane(f64x2.pmin(worth, before), 0);
  const top = higherOf(mark, f64x2.extract_lane(f64x2.pmax(worth, before), 1));
  if (top * kept <= least) {
    mark = top;
    return;
  }
  noteEquity(flat);
  noteHolding(still, shares, from, to);
}

function worthOf(still: f64, shares: f64, closes: v128): v128 {
  const held = f64x2.mul(f64x2.splat(shares), f64x2.convert_low_i32x4_s(closes));
  return f64x2.add(f64x2.splat(still), held);
}

/** Without a branch, which nobody could foretell. */
function higherOf(one: f64, other: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(one), f64x2.splat(other)), 0);
}

/** The deepest fall of a curve below its highest value so far, the first one counted: below 0. */
export function drawdownOf(curve: usize, start: f64, length: i32): f64 {
  let mark = start;
  let worst: f64 = 0;
  let kept = ABOVE;
  const end = curve + (usize(length) << 3);
  let at = curve;
  for (; at + TOGETHER <= end; at += TOGETHER) {
    const highest = highestOf(at);
    const top = mark < highest ? highest : mark;
    const lowest = lowestOf(at);
    if (lowest < top * kept) {
      // The lowest is the deepest fall, unless the mark itself moves among these days.
      worst =
        top === mark ? min(worst, lowest / mark - 1) : deepestOf(at, at + TOGETHER, mark, worst);
      kept = (1 + worst) * ABOVE;
    }
    mark = top;
  }
  return deepestOf(at, end, mark, worst);
}

/** The same day by day, from a mark and a fall that are known. */
function deepestOf(from: usize, end: usize, begins: f64, known: f64): f64 {
  let mark = begins;
  let worst = known;
  for (let at = from; at < end; at += 8) {
    const equity = load<f64>(at);
    if (mark < equity) mark = equity;
    else if (equity < mark * (1 + worst) * ABOVE) worst = min(worst, equity / mark - 1);
  }
  return worst;
}

function highestOf(at: usize): f64 {
  const early = f64x2.pmax(v128.load(at), v128.load(at, 16));
  const later = f64x2.pmax(v128.load(at, 32), v128.load(at, 48));
  const third = f64x2.pmax(v128.load(at, 64), v128.load(at, 80));
  const last = f64x2.pmax(v128.load(at, 96), v128.load(at, 112));
  const two = f64x2.pmax(f64x2.pmax(early, later), f64x2.pmax(third, last));
  return f64x2.extract_lane(f64x2.pmax(two, v128.shuffle<f64>(two, two, 1, 0)), 0);
}

function lowestOf(at: usize): f64 {
  const early = f64x2.pmin(v128.load(at), v128.load(at, 16));
  const later = f64x2.pmin(v128.load(at, 32), v128.load(at, 48));
  const third = f64x2.pmin(v128.load(at, 64), v128.load(at, 80));
  const last = f64x2.pmin(v128.load(at, 96), v128.load(at, 112));
  const two = f64x2.pmin(f64x2.pmin(early, later), f64x2.pmin(third, last));
  return f64x2.extract_lane(f64x2.pmin(two, v128.shuffle<f64>(two, two, 1, 0)), 0);
}
