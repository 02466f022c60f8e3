import { noteGain, passOver, type Stretch, staysQuiet } from "@sevenfold/domain/stretch";
import type { BacktestRun } from "./backtest-run.ts";
import { restsExits } from "./backtest-settings.ts";
import { type CloseFeed, watch } from "./close-feed.ts";

/**
 * The symbols of a stretch that can reach nothing in it: their closes leave at once what they would
 * have left one by one. Only what they gain for a holding is told instant by instant, because the
 * halt and the sizes of others hang on equity.
 */
export interface PassedOver {
  /** 1 for each slot that is, and how many are. */
  readonly slots: Uint8Array;
  count: number;
  /** What their holdings gain at each instant of the stretch. */
  readonly gains: Float64Array;
  readonly prices: Stretch;
}

export const makePassedOver = ({ batches, columns }: CloseFeed): PassedOver => ({
  slots: new Uint8Array(columns.length),
  count: 0,
  gains: new Float64Array(batches.length),
  prices: { lowest: 0, highest: 0, last: 0 },
});

/** Divides the symbols: the closes of those to be watched go into the feed's batches. */
export function divideSymbols(run: BacktestRun, feed: CloseFeed, passed: PassedOver): void {
  if (0 < passed.count) passed.gains.fill(0);
  passed.count = 0;
  const mayPass = mayPassOver(run, feed);
  for (let slot = 0; slot < feed.columns.length; slot += 1) {
    const isPassed = mayPass && isPassedOver(run, feed, passed.prices, slot);
    passed.slots[slot] = isPassed ? 1 : 0;
    if (!isPassed) {
      watch(feed, slot);
      continue;
    }
    passed.count += 1;
    run.watch?.passedOver(slot);
    if (run.book.held[slot] !== 0) listGains(run, feed, passed.gains, slot);
  }
}

export const noteGainAt = (run: BacktestRun, { gains }: PassedOver, row: number): void =>
  noteGain(run.book, gains[row]!);

/** Catches the books up with the stretch. */
export function endPassing(run: BacktestRun, feed: CloseFeed, passed: PassedOver): void {
  if (passed.count === 0) return;
  for (let slot = 0; slot < passed.slots.length; slot += 1)
    if (passed.slots[slot] === 1) passOver(run.book, slot, pricesOf(feed, passed.prices, slot));
}

/** Whether nothing but its closes can touch a symbol in the stretch: no action, no other day. */
function mayPassOver({ actionsDone, dueActions }: BacktestRun, feed: CloseFeed): boolean {
  if (!feed.isOfOneSession) return false;
  const last = feed.batches[feed.rows - 1]!.at;
  const action = dueActions[actionsDone];
  return !(action !== undefined && action.opensAt < last) && !opensNextDay(feed, last);
}

/** A bar that closes on another day and opens before that: its fill would end this day. */
function opensNextDay({ beyond, columns, first, instants }: CloseFeed, before: number): boolean {
  const day = instants.day[first];
  for (let slot = 0; slot < columns.length; slot += 1) {
    const { count, opensAt, day: days } = columns[slot]!;
    const bar = beyond[slot]!;
    if (bar < count && opensAt[bar]! < before && days[bar] !== day) return true;
  }
  return false;
}

function isPassedOver(
  { book, settings, tapes, watch: onlooker }: BacktestRun,
  feed: CloseFeed,
  prices: Stretch,
  slot: number,
): boolean {
  if (feed.from[slot] === feed.beyond[slot]) return false;
  // It may fill, and a fill moves the trail.
  if (book.orderWorking[slot] !== 0) return false;
  if (restsExits(settings) && book.held[slot] !== 0) return false;
  if (!staysQuiet(book, slot, pricesOf(feed, prices, slot))) return false;
  // Below the band it is due and blocked: that is for an onlooker and the patterns to see.
  const isBelow = book.held[slot] === 0 && prices.highest < book.bandFloor[slot]!;
  return (onlooker === undefined && tapes === undefined) || !isBelow;
}

function pricesOf(
  { beyond, columns, ranges, readBefore, stretch }: CloseFeed,
  prices: Stretch,
  slot: number,
): Stretch {
  const place = (stretch - readBefore) * ranges.width + slot;
  prices.lowest = ranges.lowest[place]!;
  prices.highest = ranges.highest[place]!;
  prices.last = columns[slot]!.close[beyond[slot]! - 1]!;
  return prices;
}

function listGains(
  { book }: BacktestRun,
  { beyond, columns, first, from, instants }: CloseFeed,
  gains: Float64Array,
  slot: number,
): void {
  const { at } = instants;
  const { close, closesAt } = columns[slot]!;
  const held = book.held[slot]!;
  const end = beyond[slot]!;
  let before = book.mark[slot]!;
  let row = 0;
  for (let bar = from[slot]!; bar < end; bar += 1) {
    while (at[first + row]! < closesAt[bar]!) row += 1;
    const price = close[bar]!;
    gains[row] = gains[row]! + held * (price - before);
    before = price;
  }
}
