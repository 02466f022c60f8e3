import { markAt } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";
import { worthOf } from "@sevenfold/domain/share-parts";
import { haltAtOf } from "@sevenfold/domain/trigger";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { ClosingInstants } from "../backtest/closing-instants.ts";
import { enterDay } from "../backtest/day-roll.ts";
import type { DayEnds } from "./day-ends.ts";

/** Whether all symbols close together: then bar i of each closes at instant i. */
export function closeTogether(columns: readonly BarColumns[]): boolean {
  const [first, ...others] = columns;
  return others.every(({ count, closesAt }) => {
    if (count !== first!.count) return false;
    if (closesAt === first!.closesAt) return true;
    for (let bar = 0; bar < count; bar += 1)
      if (closesAt[bar] !== first!.closesAt[bar]) return false;
    return true;
  });
}

/** The first instant from `from` on, before `beyond`, that lies outside the session. */
export function sessionEnd({ inSession }: ClosingInstants, from: number, beyond: number): number {
  if (inSession === undefined) return beyond;
  let place = from;
  while (place < beyond && inSession[place] === 1) place += 1;
  return place;
}

/** When a run's symbols close, and where its days end. */
export interface Closings {
  readonly instants: ClosingInstants;
  readonly dayEnds: DayEnds;
}

/**
 * Books the closes from one instant to before another, at which nothing was wanted and no order was
 * at work: what one close after the other would have left. docs/strategies.md#speed
 */
export function catchUp(
  run: BacktestRun,
  { instants: { at, day }, dayEnds }: Closings,
  from: number,
  to: number,
): void {
  let first = from;
  while (first < to) {
    const next = dayEnds.after(first, to);
    enterDay(run, day[first]!);
    if (0 < run.holdings && !run.book.halted) latchHalt(run, first, next);
    markCloses(run, next - 1);
    run.closes += next - first;
    if (0 < run.holdings) run.closesHolding += next - first;
    run.sessionCloseAt = at[next - 1] as Instant;
    run.sessionCloseEquity = run.book.equity;
    first = next;
  }
  run.book.latestAt = at[to - 1] as Instant;
}

/** Halts the day where any of its closes reached the loss limit. */
function latchHalt({ book, columns }: BacktestRun, from: number, to: number): void {
  if (0 < book.unpriced || book.baseline === undefined) return;
  const haltAt = haltAtOf(book.baseline, book.limits.dailyLossBps);
  if (haltAt === Number.NEGATIVE_INFINITY) return;
  const held: number[] = [];
  for (let slot = 0; slot < columns.length; slot += 1) if (book.held[slot] !== 0) held.push(slot);
  let flat: number = book.equity;
  for (const slot of held) flat -= worthOf(book, book.held[slot]!, book.mark[slot]!);
  // What is held is worth something at any close: where nothing is owed, the rest alone is enough.
  if (haltAt < flat && held.every((slot) => 0 < book.held[slot]!)) return;
  if (lowestOf(held, { book, columns }, from, to) + flat <= haltAt) book.halted = true;
}

/** What the holdings were worth at the closes at the least. */
function lowestOf(
  held: readonly number[],
  { book, columns }: Pick<BacktestRun, "book" | "columns">,
  from: number,
  to: number,
): number {
  let lowest = Number.POSITIVE_INFINITY;
  if (held.length === 1 && book.partsPerShare === 1) {
    const shares = book.held[held[0]!]!;
    const { close } = columns[held[0]!]!;
    for (let bar = from; bar < to; bar += 1) {
      const worth = shares * close[bar]!;
      if (worth < lowest) lowest = worth;
    }
    return lowest;
  }
  for (let bar = from; bar < to; bar += 1) {
    let worth = 0;
    for (const slot of held) worth += worthOf(book, book.held[slot]!, columns[slot]!.close[bar]!);
    if (worth < lowest) lowest = worth;
  }
  return lowest;
}

function markCloses({ book, columns, bars }: BacktestRun, bar: number): void {
  for (let slot = 0; slot < columns.length; slot += 1) {
    const close = columns[slot]!.close[bar]!;
    bars[slot] = bar;
    book.last[slot] = close;
    markAt(book, slot, close);
  }
}
