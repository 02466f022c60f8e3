import type { BarColumns } from "../backtest/bar-columns.ts";
import { WrongRequest } from "./order-request.ts";

/**
 * Between which closes a symbol's bars are not told, by slot and in ten-thousandths of a dollar: a close
 * at or beyond one of the two is. Of a symbol that does not sleep every close is at or below infinity.
 */
export interface WakeBounds {
  readonly below: Float64Array;
  readonly above: Float64Array;
  /** Symbols that sleep. */
  sleeping: number;
}

export interface Bounds {
  readonly below: number;
  readonly above: number;
}

export const openWakeBounds = (count: number): WakeBounds => ({
  below: new Float64Array(count).fill(Infinity),
  above: new Float64Array(count).fill(Infinity),
  sleeping: 0,
});

/** Tells no bar of the slot before its close is at or beyond a bound. */
export function sleep(bounds: WakeBounds, slot: number, { below, above }: Bounds): void {
  wake(bounds, slot);
  bounds.below[slot] = below;
  bounds.above[slot] = above;
  bounds.sleeping += 1;
}

export function wake(bounds: WakeBounds, slot: number): void {
  if (bounds.below[slot] === Infinity) return;
  bounds.below[slot] = Infinity;
  bounds.sleeping -= 1;
}

export const isReached = ({ below, above }: WakeBounds, slot: number, close: number): boolean =>
  close <= below[slot]! || above[slot]! <= close;

/** Longer the closes of one symbol are not looked through before those of the next. */
const LOOK_AHEAD = 1_024;

/** The first bar from one to before another at which a bound is reached, of symbols that close together. */
export function firstReached(
  bounds: WakeBounds,
  columns: readonly BarColumns[],
  from: number,
  to: number,
): number {
  for (let begin = from; begin < to; begin += LOOK_AHEAD) {
    const end = Math.min(to, begin + LOOK_AHEAD);
    let first = end;
    for (let slot = 0; slot < columns.length; slot += 1)
      first = firstOf(columns[slot]!.close, bounds.below[slot]!, bounds.above[slot]!, begin, first);
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

/** Understands bounds in dollars, or throws a `WrongRequest`; neither of them: every bar is told. */
export function readBounds(asked: unknown): Bounds | undefined {
  if (asked === undefined || asked === null) return undefined;
  if (typeof asked !== "object") throw new WrongRequest("what it waits for is no object");
  const { below, above } = asked as Record<string, unknown>;
  if (below === undefined && above === undefined) return undefined;
  return {
    below: below === undefined ? -Infinity : highestWithin(dollarsAsked(below, "below")),
    above: above === undefined ? Infinity : lowestWithin(dollarsAsked(above, "above")),
  };
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
