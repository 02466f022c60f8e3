import { waitsOffset } from "./market.ts";
import { HELD } from "./slot.ts";

/**
 * What a trail that began at a fill waits for hangs on the instant of the fill and on one side of the
 * rule alone: on what was paid there, and on the rates to enter by or those to leave by. So the first
 * close that has reached it is sought once for all configurations of a sweep that share that side.
 * The tables are given out by src/research/sweep/wait-tables.ts: for each instant a number of 16 bits,
 * one above that of the close, or 0 where nobody has sought yet.
 */
let entryTable: usize = 0;
let exitTable: usize = 0;

/** The tables of the rule's two sides for all markets; 0 for none. */
export function openWaits(entriesAt: usize, exitsAt: usize): void {
  entryTable = entriesAt;
  exitTable = exitsAt;
}

/** The table a slot alone with its account asks by the instant of its fill; 0 for none. */
export function waitsOf(slot: usize): usize {
  const table = load<i32>(slot, HELD) === 0 ? entryTable : exitTable;
  return table === 0 || waitsOffset < 0 ? 0 : table + usize(waitsOffset);
}

/** The close that is remembered for a fill at an instant; below 0 for none. */
export function waitAt(table: usize, at: i32): i32 {
  return i32(load<u16>(table + (usize(at) << 1))) - 1;
}

export function remember(table: usize, at: i32, found: i32): void {
  store<u16>(table + (usize(at) << 1), u16(found + 1));
}
