import { waitsOffset } from "./market.ts";
import { HELD } from "./slot.ts";

/**
 * What a trail that began at a fill waits for hangs on the instant of the fill and on one side of the
 * rule alone: on what was paid there, and on the rates to enter by or those to leave by. So the first
 * close that has reached it is sought once for all configurations of a sweep that share that side.
 * The tables are given out by src/research/sweep/wait-tables.ts: for each instant a byte, one above how
 * many instants later the close is, or 0 where nobody has sought yet. Longer waits are sought again.
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
  return load<i32>(slot, HELD) === 0 ? entryWaits() : exitWaits();
}

/** The table of a flat account, and that of one that holds. */
export function entryWaits(): usize {
  return partOf(entryTable);
}

export function exitWaits(): usize {
  return partOf(exitTable);
}

function partOf(table: usize): usize {
  return table === 0 || waitsOffset < 0 ? 0 : table + usize(waitsOffset);
}

/** The close that is remembered for a fill at an instant; below 0 for none. */
export function waitAt(table: usize, at: i32): i32 {
  const wait = i32(load<u8>(table + usize(at)));
  return wait === 0 ? -1 : at + wait - 1;
}

export function remember(table: usize, at: i32, found: i32): void {
  const wait = found - at + 1;
  if (wait <= i32(u8.MAX_VALUE)) store<u8>(table + usize(at), u8(wait));
}
