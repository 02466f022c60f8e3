import { columnsOf, FIRST } from "./market.ts";
import { divideUp, hasStop, hasTarget, ONE, stopKeep, targetKeep } from "./rule.ts";

/** What an account keeps of a symbol while it trades: 64 bytes for each slot. */
export const SLOT_BYTES: usize = 64;
/** The trail's extremes since its anchor; 0: no price yet. */
export const HIGH: usize = 0;
export const LOW: usize = 4;
/** Sessions in a row that ended below the band while flat. */
export const BELOW: usize = 8;
export const HELD: usize = 12;
/**
 * What each share that is held cost, fees apart: entries are made when flat only and fill at one
 * price, so that the average cost is that price, whatever is sold of them.
 */
export const PAID: usize = 16;
/** The address of its columns. */
export const COLUMNS: usize = 20;
export const STOP_AT: usize = 24;
export const TARGET_AT: usize = 28;
/** UTC milliseconds. f64. */
export const COOL_UNTIL: usize = 32;
/** Of the order at work: its reason, its shares, and the cash kept aside for it. i32, i32, i64. */
export const REASON: usize = 40;
export const QUANTITY: usize = 44;
export const KEPT: usize = 48;
/** What was paid in fees for what is held. i64. */
export const FEES: usize = 56;

export function openSlot(slot: usize, number: i32): void {
  memory.fill(slot, 0, SLOT_BYTES);
  store<usize>(slot, columnsOf(number), COLUMNS);
}

/** The first instant at which the symbol has a price. */
export function firstOf(slot: usize): i32 {
  return load<i32>(load<usize>(slot, COLUMNS), FIRST);
}

/** Starts the slot's trail fresh at a price, with the triggers of what is held by now. */
export function anchor(slot: usize, price: i32): void {
  store<i32>(slot, price, HIGH);
  store<i32>(slot, price, LOW);
  store<i32>(slot, 0, BELOW);
  if (load<i32>(slot, HELD) === 0) return;
  const paid = i64(load<i32>(slot, PAID));
  store<i32>(slot, hasStop ? i32((paid * stopKeep) / ONE) : 0, STOP_AT);
  store<i32>(slot, hasTarget ? i32(divideUp(paid * targetKeep, ONE)) : i32.MAX_VALUE, TARGET_AT);
}
