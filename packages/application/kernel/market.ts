/**
 * The symbols that trade from one account, on one grid of closing instants. Where a symbol has no
 * bar its column repeats the close before, and its opening there is 0. Laid out by
 * src/research/sweep/kernel-memory.ts.
 */
export let slots: i32 = 0;
/** Closing instants inside the session, and their trading days. */
export let count: i32 = 0;
export let days: i32 = 0;
/** Closing instants of any session. */
export let places: i32 = 0;
/** Blocks of prices are there to be passed over: so many levels of them. */
export let levels: i32 = 0;
/** Words of a row, a multiple of four. */
export let width: i32 = 0;
/** The slots' own numbers: SLOT_WORDS for each. */
export let columns: usize = 0;

/** Where the account's part of a table of waits.ts begins; below 0 for none. */
export let waitsOffset: i32 = 0;

let dayColumn: usize = 0;
let dayLastColumn: usize = 0;
let placeColumn: usize = 0;
let dayCloseRows: usize = 0;
let closesAtColumn: usize = 0;
let opensAtColumn: usize = 0;

/** Of a slot: its first instant, its columns, and of each level of blocks five. */
export const COLUMN_BYTES: usize = 96;
export const FIRST: usize = 0;
export const CLOSE: usize = 4;
export const OPEN: usize = 8;
export const BLOCKS: usize = 12;
export const LEVEL_BYTES: usize = 20;

export function openMarket(at: usize): void {
  slots = load<i32>(at, 0);
  count = load<i32>(at, 4);
  days = load<i32>(at, 8);
  places = load<i32>(at, 12);
  levels = load<i32>(at, 16);
  width = load<i32>(at, 20);
  dayColumn = load<usize>(at, 24);
  dayLastColumn = load<usize>(at, 28);
  placeColumn = load<usize>(at, 32);
  dayCloseRows = load<usize>(at, 36);
  closesAtColumn = load<usize>(at, 40);
  opensAtColumn = load<usize>(at, 44);
  columns = load<usize>(at, 48);
  waitsOffset = load<i32>(at, 52);
}

export function wordAt(column: usize, place: i32): i32 {
  return load<i32>(column + (usize(place) << 2));
}

/** The number of an instant's trading day; where days have one instant each, no memory is asked. */
export function dayOf(n: i32): i32 {
  return days === count ? n : wordAt(dayColumn, n);
}

/** The last instant of a day. */
export function dayLastOf(day: i32): i32 {
  return days === count ? day : wordAt(dayLastColumn, day);
}

/** The number of an instant among those of any session. */
export function placeOf(n: i32): i32 {
  return places === count ? n : wordAt(placeColumn, n);
}

/** Where the closes of all slots at the end of a day stand, side by side. */
export function rowOf(day: i32): usize {
  return dayCloseRows + ((usize(day) * usize(width)) << 2);
}

/** UTC milliseconds. */
export function closesAt(n: i32): f64 {
  return load<f64>(closesAtColumn + (usize(n) << 3));
}

/** The opening whose orders are filled as the instant comes. */
export function opensAt(n: i32): f64 {
  return load<f64>(opensAtColumn + (usize(n) << 3));
}

/** The address of a slot's own numbers. */
export function columnsOf(slot: i32): usize {
  return columns + usize(slot) * COLUMN_BYTES;
}
