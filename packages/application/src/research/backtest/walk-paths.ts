import { markAt } from "@sevenfold/domain/book";
import { decide, type PriceBatch } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import type { BacktestRun } from "./backtest-run.ts";
import { tradesThrough } from "./bar-columns.ts";
import { crossingOn } from "./crossing.ts";
import { enterDay, noteClose } from "./day-roll.ts";
import { fillOrder } from "./fill-order.ts";
import { sendOrder } from "./order-at-work.ts";
import { waitForOpening } from "./order-line.ts";
import { resolveOpenings } from "./resolve-openings.ts";
import { confirmEntries } from "./standing-patterns.ts";

/** The prices a bar's path leads through, in turn. */
const OPEN = 0;
const CLOSE = 3;

/** How far each slot has come. `run.bars` holds the bar it is in. */
interface Walk {
  /** What comes next: the open, an extreme, the other one or the close. */
  readonly legs: Uint8Array;
  /** Twice the instant of that, and one more for an opening: it follows what closes then. */
  readonly keys: Float64Array;
  /** 1: the low comes before the high. */
  readonly lowFirst: Uint8Array;
  /** The price reached, and the one the leg under way leads to. */
  readonly reached: Float64Array;
  readonly goals: Float64Array;
  /** Slots under way at this instant. */
  readonly moving: Int32Array;
  readonly batch: PriceBatch;
}

/**
 * Walks every bar from its open over its extremes to its close, and trades where the way crosses a
 * trigger. The extreme that hurts comes first: the low while something is held, else the high.
 */
export function walkPaths(run: BacktestRun): void {
  const walk = openWalk(run);
  for (;;) {
    const key = walk.keys.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
    if (key === Number.POSITIVE_INFINITY) return;
    const isOpening = key % 2 === 1;
    const at = (isOpening ? (key - 1) / 2 : key / 2) as Instant;
    resolveOpenings(run, isOpening ? at + 1 : at);
    takeLegs(run, walk, key, at);
  }
}

function openWalk(run: BacktestRun): Walk {
  const count = run.columns.length;
  const walk: Walk = {
    legs: new Uint8Array(count),
    keys: new Float64Array(count),
    lowFirst: new Uint8Array(count),
    reached: new Float64Array(count),
    goals: new Float64Array(count),
    moving: new Int32Array(count),
    batch: {
      at: 0 as Instant,
      inSession: false,
      count: 0,
      slots: new Int32Array(count),
      prices: new Float64Array(count),
    },
  };
  for (let slot = 0; slot < count; slot += 1) walk.keys[slot] = keyOf(run, walk, slot);
  return walk;
}

/** Takes the leg of every slot whose turn it is. */
function takeLegs(run: BacktestRun, walk: Walk, key: number, at: Instant): void {
  const { batch, keys, legs, moving } = walk;
  let count = 0;
  let closes = false;
  let day = 0;
  for (let slot = 0; slot < keys.length; slot += 1) {
    if (keys[slot] !== key) continue;
    const bar = run.bars[slot]!;
    const { opensInSession, closesInSession, day: days } = run.columns[slot]!;
    const leg = legs[slot]!;
    // The session depends on the instant alone, so all slots agree; extremes outside are not walked.
    const inSession = leg === OPEN ? opensInSession?.[bar] : closesInSession?.[bar];
    batch.inSession = inSession !== 0;
    day = days[bar]!;
    closes ||= leg === CLOSE;
    walk.goals[slot] = goalOf(run, walk, slot);
    moving[count++] = slot;
  }
  batch.at = at;
  if (batch.inSession) enterDay(run, day);
  move(run, walk, count);
  for (let i = 0; i < count; i += 1) turnToNextLeg(run, walk, moving[i]!);
  if (closes) noteClose(run, at, batch.inSession);
}

/** Moves all of them at once from crossing to crossing, until each has reached its goal. */
function move(run: BacktestRun, walk: Walk, count: number): void {
  const { batch, goals, moving, reached } = walk;
  let isFirst = true;
  do {
    batch.count = 0;
    for (let i = 0; i < count; i += 1) {
      const slot = moving[i]!;
      if (!isFirst && reached[slot] === goals[slot]) continue;
      reached[slot] = nextPriceOf(run, walk, slot);
      batch.slots[batch.count] = slot;
      batch.prices[batch.count] = reached[slot]!;
      batch.count += 1;
    }
    isFirst = false;
    if (0 < batch.count) trade(run, batch);
  } while (0 < batch.count);
}

/** The crossing on the way to the goal, or the goal. An open is a jump: nothing lies before it. */
function nextPriceOf(run: BacktestRun, walk: Walk, slot: number): number {
  const goal = walk.goals[slot]!;
  const isWay = walk.legs[slot] !== OPEN && tradesThrough(run.columns[slot]!, run.bars[slot]!);
  return isWay ? crossingOn(run.book, slot, walk.reached[slot]!, goal) : goal;
}

function trade(run: BacktestRun, batch: PriceBatch): void {
  // A price outside the session values nothing either: the day's closing price is the session's last.
  if (!batch.inSession) {
    run.watch?.decided(run.book, batch);
    return;
  }
  if (run.tapes !== undefined) confirmEntries(run.tapes, run.book, batch);
  const intents = decide(run.book, batch);
  run.watch?.decided(run.book, batch);
  for (let i = 0; i < intents.length; i += 1) {
    const intent = intents[i]!;
    const bar = run.bars[intent.slot]!;
    const work = sendOrder(run, intent);
    const offer = { at: batch.at, bar, price: intent.price, isLimit: false };
    if (fillOrder(run, work, offer)) waitForOpening(run, work, bar + 1);
    // What was paid beyond the price is lost at once: holdings are worth the price.
    markAt(run.book, intent.slot, intent.price);
  }
}

function goalOf({ bars, columns }: BacktestRun, walk: Walk, slot: number): number {
  const bar = bars[slot]!;
  const { open, high, low, close } = columns[slot]!;
  const leg = walk.legs[slot]!;
  if (leg === OPEN) return open[bar]!;
  if (leg === CLOSE) return close[bar]!;
  const isLow = (leg === 1) === (walk.lowFirst[slot] === 1);
  return (isLow ? low : high)![bar]!;
}

function turnToNextLeg(run: BacktestRun, walk: Walk, slot: number): void {
  const { legs, lowFirst, keys } = walk;
  const leg = legs[slot]!;
  if (leg === OPEN) lowFirst[slot] = run.book.held[slot] === 0 ? 0 : 1;
  if (leg === CLOSE) run.bars[slot] = run.bars[slot]! + 1;
  const isWalked = tradesThrough(run.columns[slot]!, run.bars[slot]!);
  legs[slot] = leg === CLOSE ? OPEN : isWalked ? leg + 1 : CLOSE;
  keys[slot] = keyOf(run, walk, slot);
}

/** When the slot's next leg ends; the extremes are taken at the thirds of their bar. */
function keyOf({ bars, columns }: BacktestRun, { legs }: Walk, slot: number): number {
  const bar = bars[slot]!;
  const { count, opensAt, closesAt } = columns[slot]!;
  if (count <= bar) return Number.POSITIVE_INFINITY;
  const opens = opensAt[bar]!;
  const leg = legs[slot]!;
  if (leg === OPEN) return 2 * opens + 1;
  return 2 * (opens + Math.floor(((closesAt[bar]! - opens) * leg) / CLOSE));
}
