import type { BarColumns } from "../backtest/bar-columns.ts";
import { type Crossing, firstCrossed, hasCrossed, sideAt } from "./crossing.ts";
import { type LineReading, type LineSource, levelReading, lineReadingOf } from "./lines.ts";
import { WrongRequest } from "./order-request.ts";

/**
 * Between which closes a symbol's bars are not told, by slot and in ten-thousandths of a dollar: a close
 * at or beyond one of the two is, and one at which two lines have crossed. Of a symbol that does not
 * sleep every close is at or below infinity.
 */
export interface WakeBounds {
  readonly below: Float64Array;
  readonly above: Float64Array;
  readonly crossings: (Crossing | undefined)[];
  /** Symbols that sleep. */
  sleeping: number;
}

export interface Bounds {
  readonly below: number;
  readonly above: number;
  readonly crossing: Crossing | undefined;
}

export const openWakeBounds = (count: number): WakeBounds => ({
  below: new Float64Array(count).fill(Infinity),
  above: new Float64Array(count).fill(Infinity),
  crossings: new Array(count).fill(undefined),
  sleeping: 0,
});

/** Tells no bar of the slot before its close is at or beyond a bound, or its lines have crossed. */
export function sleep(bounds: WakeBounds, slot: number, until: Bounds): void {
  if (bounds.below[slot] === Infinity) bounds.sleeping += 1;
  bounds.below[slot] = until.below;
  bounds.above[slot] = until.above;
  bounds.crossings[slot] = until.crossing;
}

export function wake(bounds: WakeBounds, slot: number): void {
  if (bounds.below[slot] === Infinity) return;
  bounds.below[slot] = Infinity;
  bounds.crossings[slot] = undefined;
  bounds.sleeping -= 1;
}

/** Whether the slot's bar is told. */
export function isReached(
  { below, above, crossings }: WakeBounds,
  slot: number,
  close: number,
  bar: number,
): boolean {
  if (close <= below[slot]! || above[slot]! <= close) return true;
  const crossing = crossings[slot];
  return crossing !== undefined && hasCrossed(crossing, crossing.source.nthAt(slot, bar));
}

/** Longer the closes of one symbol are not looked through before those of the next. */
const LOOK_AHEAD = 1_024;

/** The first bar from one to before another that is told, of symbols that close together in the session. */
export function firstReached(
  bounds: WakeBounds,
  columns: readonly BarColumns[],
  from: number,
  to: number,
): number {
  const step = columns.length === 1 ? to - from : LOOK_AHEAD;
  for (let begin = from; begin < to; begin += step) {
    const end = Math.min(to, begin + step);
    let first = end;
    for (let slot = 0; slot < columns.length; slot += 1) {
      const below = bounds.below[slot]!;
      const above = bounds.above[slot]!;
      if (below !== -Infinity || above !== Infinity)
        first = firstOf(columns[slot]!.close, below, above, begin, first);
      const crossing = bounds.crossings[slot];
      if (crossing === undefined) continue;
      const toNth = crossing.source.nthAt(slot, begin) - begin;
      first = firstCrossed(crossing, begin + toNth, first + toNth) - toNth;
    }
    if (first < end) return first;
  }
  return to;
}

function firstOf(
  close: BarColumns["close"],
  below: number,
  above: number,
  from: number,
  to: number,
): number {
  let bar = from;
  while (bar < to && below < close[bar]! && close[bar]! < above) bar += 1;
  return bar;
}

const KNOWN: readonly string[] = ["below", "above", "crossing"] satisfies (keyof Bounds)[];

/** Who waits, for lines of where; `crossed` in the place of those that are named, where somebody stands between. */
export interface Waiting {
  readonly slot: number;
  readonly source: LineSource;
  readonly crossed?: unknown;
}

/** Understands what is waited for, or throws a `WrongRequest`; of nothing every bar is told. */
export function readBounds(asked: unknown, waiting: Waiting): Bounds | undefined {
  if (asked === undefined || asked === null) return undefined;
  if (typeof asked !== "object") throw new WrongRequest("what it waits for is no object");
  for (const name in asked)
    if (name !== "crossing" && !KNOWN.includes(name))
      throw new WrongRequest(`it waits for ${name.slice(0, 40)}; there are ${KNOWN.join(", ")}`);
  const { below, above } = asked as Record<string, unknown>;
  const crossing = waiting.crossed ?? (asked as Record<string, unknown>).crossing;
  if (below === undefined && above === undefined && crossing === undefined) return undefined;
  return {
    below: below === undefined ? -Infinity : highestWithin(dollarsAsked(below, "below")),
    above: above === undefined ? Infinity : lowestWithin(dollarsAsked(above, "above")),
    crossing: crossing === undefined ? undefined : readCrossing(crossing, waiting),
  };
}

function readCrossing(asked: unknown, { slot, source }: Waiting): Crossing {
  const pair = asked as ArrayLike<unknown> | null;
  if (typeof pair !== "object" || pair?.length !== 2)
    throw new WrongRequest("the crossing it waits for is not of two: write crossing: [fast, slow]");
  const one = readLine(pair[0], slot);
  const other = readLine(pair[1], slot);
  return { one, other, isAbove: sideAt(one, other, source.nthNow(slot)), source };
}

function readLine(asked: unknown, slot: number): LineReading {
  if (typeof asked === "number" && Number.isFinite(asked)) return levelReading(asked);
  const reading = lineReadingOf(asked);
  if (reading === undefined)
    throw new WrongRequest(
      "what is to be crossed is neither a line, such as lines.sma(20), nor a number",
    );
  if (reading.slot !== slot)
    throw new WrongRequest("what is to be crossed is a line of another symbol than waits for it");
  return reading;
}

function dollarsAsked(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new WrongRequest(`${name}, which it waits for, is no number of dollars`);
}

const UNITS = 10_000;

/** The lowest price that is no less than so many dollars, as a strategy would compare them. */
function lowestWithin(dollars: number): number {
  let units = Math.ceil(dollars * UNITS);
  while (dollars <= (units - 1) / UNITS) units -= 1;
  while (units / UNITS < dollars) units += 1;
  return units;
}

const highestWithin = (dollars: number): number => -lowestWithin(-dollars);
