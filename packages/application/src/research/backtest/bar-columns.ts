import { InvariantViolation } from "@sevenfold/domain/invariant";
import type { BarInterval, Ticker } from "@sevenfold/domain/market";
import type { CorporateAction } from "./corporate-action.ts";

/**
 * Prices or volumes: 32 bits where they were kept so, half the memory to fill. Whoever works out others
 * of them needs `Float64Array`: they may be larger.
 */
export type Numbers = Float64Array | Int32Array;

/** In days since 1970-01-01: 16 bits where none lies before it, nor after 2149. */
export type DayNumbers = Int32Array | Uint16Array;

/**
 * The bars of one symbol in columns, oldest first. Bar i opens at `opensAt[i]` and closes at
 * `closesAt[i]`, both UTC milliseconds; it ends before or as the next one opens.
 */
export interface BarColumns {
  readonly ticker: Ticker;
  readonly count: number;
  readonly opensAt: Float64Array;
  readonly closesAt: Float64Array;
  /** Prices in ten-thousandths of a dollar. */
  readonly open: Numbers;
  readonly close: Numbers;
  /** What a bar is, to those who look for patterns; absent: neither. */
  readonly interval?: BarInterval;
  /** The range of the bar; needed where orders rest, the path is walked or entries wait for patterns. */
  readonly high?: Numbers;
  readonly low?: Numbers;
  /** Whole shares traded; needed where it limits fills. */
  readonly volume?: Numbers;
  /** The trading day of the closing instant. */
  readonly day: DayNumbers;
  /** 1 where an order may fill at the open; absent: everywhere. */
  readonly opensInSession?: Uint8Array;
  /** 1 where the close may cause a decision; absent: everywhere. */
  readonly closesInSession?: Uint8Array;
  /** What happened to the share, oldest first; the prices are then the raw ones. */
  readonly actions?: readonly CorporateAction[];
}

/**
 * Holds what the engine relies on; what reads a file has told its user before. Symbols that share
 * their columns of time with the one `before` them need no second look.
 */
export function checkBarColumns(columns: BarColumns, before?: BarColumns): void {
  const { ticker, count, opensAt, closesAt } = columns;
  const isKnown = opensAt === before?.opensAt && closesAt === before.closesAt;
  if (isKnown && count <= before.count) return;
  let free = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const opens = opensAt[i] as number;
    const closes = closesAt[i] as number;
    // Asked first: to write the message for every bar would take longer than to trade it.
    if (!(free <= opens && opens < closes))
      throw new InvariantViolation(`bar ${i} of ${ticker} overlaps the one before it`);
    free = closes;
  }
}

/** Whether fills are possible all through a bar. */
export const tradesThrough = (
  { opensInSession, closesInSession }: BarColumns,
  bar: number,
): boolean =>
  (opensInSession === undefined || opensInSession[bar] === 1) &&
  (closesInSession === undefined || closesInSession[bar] === 1);

/** The first bar, from `from` on, that opens while fills are possible. */
export function nextOpening(
  { count, opensInSession }: BarColumns,
  from: number,
): number | undefined {
  for (let bar = from; bar < count; bar += 1)
    if (opensInSession === undefined || opensInSession[bar] === 1) return bar;
  return undefined;
}

/** Whether a bar opens or closes in the session: what does neither is no part of a backtest. */
export const touchesSession = (
  { opensInSession, closesInSession }: BarColumns,
  bar: number,
): boolean =>
  opensInSession === undefined ||
  closesInSession === undefined ||
  opensInSession[bar] === 1 ||
  closesInSession[bar] === 1;

/** The bars of the trading days from one to another, both included. They share the columns' memory. */
export function barsBetween(columns: BarColumns, firstDay: number, lastDay: number): BarColumns {
  const { day, count } = columns;
  return barsFrom(columns, countUntil(day, count, firstDay - 1), countUntil(day, count, lastDay));
}

/** The bars that have closed by an instant. They share the columns' memory. */
export function barsUntil(columns: BarColumns, at: number): BarColumns {
  return barsFrom(columns, 0, countUntil(columns.closesAt, columns.count, at));
}

/** How many of an ascending column's first `count` values are at most `most`. */
function countUntil(column: ArrayLike<number>, count: number, most: number): number {
  let within = 0;
  let beyond = count;
  while (within < beyond) {
    const middle = (within + beyond) >> 1;
    if (column[middle]! <= most) within = middle + 1;
    else beyond = middle;
  }
  return within;
}

function barsFrom(columns: BarColumns, from: number, to: number): BarColumns {
  const { high, low, volume, opensInSession, closesInSession } = columns;
  return {
    ...columns,
    count: Math.max(0, to - from),
    opensAt: columns.opensAt.subarray(from, to),
    closesAt: columns.closesAt.subarray(from, to),
    open: columns.open.subarray(from, to),
    close: columns.close.subarray(from, to),
    day: columns.day.subarray(from, to),
    ...(high && { high: high.subarray(from, to) }),
    ...(low && { low: low.subarray(from, to) }),
    ...(volume && { volume: volume.subarray(from, to) }),
    ...(opensInSession && { opensInSession: opensInSession.subarray(from, to) }),
    ...(closesInSession && { closesInSession: closesInSession.subarray(from, to) }),
  };
}
