import { atRateCeil, atRateFloor, BPS_PER_ONE } from "./money.ts";

/**
 * Percentages as precomputed integer prices: comparing with the trigger is comparing with the exact
 * product, because a price is an integer. Formulas: docs/strategy.md#triggers
 */

/** Highest price that is a fall of `dropBps` from the high. */
export const enterAtOf = (high: number, dropBps: number): number =>
  atRateFloor(high, BPS_PER_ONE - dropBps);

/** Lowest price that is still within a fall of `dropMaxBps` from the high. */
export const bandFloorOf = (high: number, dropMaxBps: number): number =>
  atRateCeil(high, BPS_PER_ONE - dropMaxBps);

/** Lowest price that is a rise of `riseBps` from the low. */
export const leaveAtOf = (low: number, riseBps: number): number =>
  atRateCeil(low, BPS_PER_ONE + riseBps);

/** Lowest price that is a gain of `gainBps` on the average cost, costBasis ÷ held. */
export const targetAtOf = (costBasis: number, held: number, gainBps: number): number =>
  // Rounding up twice is rounding up once: ⌈⌈x⌉ ÷ n⌉ = ⌈x ÷ n⌉ for a whole n.
  ceilDivide(atRateCeil(costBasis, BPS_PER_ONE + gainBps), held);

/** Highest price that is a loss of `lossBps` on the average cost. */
export const stopAtOf = (costBasis: number, held: number, lossBps: number): number =>
  floorDivide(atRateFloor(costBasis, BPS_PER_ONE - lossBps), held);

/** The highest equity that is a loss of `lossBps` since the baseline. */
export const haltAtOf = (baseline: number, lossBps: number): number =>
  lossBps < BPS_PER_ONE ? atRateFloor(baseline, BPS_PER_ONE - lossBps) : Number.NEGATIVE_INFINITY;

// A remainder is exact where a floating quotient may round up to the next whole number.
function floorDivide(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor;
}

function ceilDivide(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (rest === 0 ? 0 : 1);
}
