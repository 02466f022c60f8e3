/**
 * One configuration as the kernel applies it. Prices are i32 and money i64, both in ten-thousandths
 * of a dollar, as everywhere in this folder.
 */
export const ONE: i64 = 10_000;
export const PRICE_MAX: i64 = 1_000_000_000;

/** Codes of domain/src/reason.ts. */
export const TRAIL_DROP: i32 = 1;
export const TRAIL_RISE: i32 = 2;
export const TAKE_PROFIT: i32 = 3;
export const STOP_LOSS: i32 = 4;

export let hasBand: bool = false;
export let hasTarget: bool = false;
export let hasTrail: bool = false;
export let hasStop: bool = false;
export let fillsAtClose: bool = false;
/** What a fall leaves, what the deepest one leaves, and what a rise makes, of 10,000. */
export let fallKeep: i64 = 0;
export let bandKeep: i64 = 0;
export let riseKeep: i64 = 0;
/** What a fall leaves and what a rise adds in 2^-32: never too little, and never too much. */
export let fallGate: i32 = 0;
export let riseGate: i32 = 0;
export let dropBps: i32 = 0;
export let riseBps: i32 = 0;
export let targetKeep: i64 = 0;
export let stopKeep: i64 = 0;
export let sharesToBuy: i64 = 0;
export let sharesToSell: i64 = 0;
export let reserve: i64 = 0;
/** -1 without the limit, as the next one. */
export let maxPositionBps: i64 = 0;
export let entriesMax: i32 = 0;
export let hasHalt: bool = false;
export let haltKeep: i64 = 0;
export let coolDownMs: f64 = 0;
export let initialCash: i64 = 0;
/** Between two waits nothing but the cash is asked, and a sale leaves nothing of a holding. */
export let isBare: bool = false;
export let hasCommission: bool = false;
export let perOrder: i64 = 0;
/** Millionths of a dollar for each share, and of the value. */
export let perShare: i64 = 0;
export let ofValue: i64 = 0;
export let feeMin: i64 = 0;
export let slippageBps: i64 = 0;
export let halfSpread: i64 = 0;

/** Reads the numbers that `ruleNumbers` of src/research/sweep/kernel-rule.ts wrote, in their order. */
export function readRule(at: usize): void {
  hasBand = load<f64>(at, 0) !== 0;
  hasTarget = load<f64>(at, 8) !== 0;
  hasTrail = load<f64>(at, 16) !== 0;
  hasStop = load<f64>(at, 24) !== 0;
  fillsAtClose = load<f64>(at, 32) !== 0;
  dropBps = i32(load<f64>(at, 40));
  fallKeep = ONE - i64(dropBps);
  bandKeep = ONE - i64(load<f64>(at, 48));
  riseBps = i32(load<f64>(at, 56));
  riseKeep = ONE + i64(riseBps);
  fallGate = i32(((fallKeep << 32) + ONE - 1) / ONE);
  riseGate = i32((i64(riseBps) << 32) / ONE);
  targetKeep = ONE + i64(load<f64>(at, 64));
  stopKeep = ONE - i64(load<f64>(at, 72));
  sharesToBuy = i64(load<f64>(at, 80));
  sharesToSell = i64(load<f64>(at, 88));
  reserve = i64(load<f64>(at, 96));
  maxPositionBps = i64(load<f64>(at, 104));
  entriesMax = i32(load<f64>(at, 112));
  const dailyLossBps = i64(load<f64>(at, 120));
  hasHalt = dailyLossBps < ONE;
  haltKeep = ONE - dailyLossBps;
  coolDownMs = load<f64>(at, 128);
  initialCash = i64(load<f64>(at, 136));
  const hasLimits = hasHalt || 0 <= maxPositionBps || 0 <= entriesMax || 0 < coolDownMs;
  isBare = !hasLimits && !fillsAtClose && 0 < sharesToBuy && sharesToBuy <= sharesToSell;
  hasCommission = load<f64>(at, 144) !== 0;
  perOrder = i64(load<f64>(at, 152));
  perShare = i64(load<f64>(at, 160));
  ofValue = i64(load<f64>(at, 168));
  feeMin = i64(load<f64>(at, 176));
  slippageBps = i64(load<f64>(at, 184));
  halfSpread = i64(load<f64>(at, 192));
}

/** Highest price that is the fall from the high: exact, for a whole number lies no nearer than 1/10,000. */
export function fallFrom(high: i32): i32 {
  return i32(floor<f64>((f64(high) * f64(fallKeep)) / f64(ONE)));
}

/** Lowest price that is no deeper fall from the high than the band allows. */
export function bandFrom(high: i32): i32 {
  return i32(ceil<f64>((f64(high) * f64(bandKeep)) / f64(ONE)));
}

/** Lowest price that is the rise from the low. */
export function riseFrom(low: i32): i32 {
  return i32(ceil<f64>((f64(low) * f64(riseKeep)) / f64(ONE)));
}

/** Whole numbers above 0 only below the line; above it any. */
export function divideUp(dividend: i64, divisor: i64): i64 {
  return (dividend + divisor - 1) / divisor;
}

/** An amount of any sign at so many ten-thousandths, towards minus infinity. */
export function atRateFloor(amount: i64, keep: i64): i64 {
  const product = amount * keep;
  const down = product / ONE;
  return product < down * ONE ? down - 1 : down;
}
