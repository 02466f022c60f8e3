import { markAt } from "@sevenfold/domain/book";
import { type PriceBatch, testHalt } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import type { BlockJournal } from "../backtest/block-journal.ts";
import { closingInstantsOf } from "../backtest/closing-instants.ts";
import { endRun, enterDay, noteClose } from "../backtest/day-roll.ts";
import { openRun, reportOf } from "../backtest/open-run.ts";
import { isCalled, owes } from "../shorts/margin.ts";
import { dayEndsOf } from "./day-ends.ts";
import { openClock } from "./desk-clock.ts";
import { type EventSource, eventSource } from "./event-source.ts";
import { fillAtCloses, fillAtOpenings, fillWithinBar } from "./fill-orders.ts";
import type { Following } from "./follow-wishes.ts";
import type { OrderDesk } from "./order-desk.ts";
import { checkOwnRun, type StrategyRun } from "./own-run.ts";
import { type Closings, catchUp, closeTogether, sessionEnd } from "./quiet-stretch.ts";
import { coverShorts } from "./short-desk.ts";
import { openWakeBounds } from "./wake-bounds.ts";

interface Follow extends Closings {
  readonly run: BacktestRun;
  readonly desk: OrderDesk;
  readonly inOrder: readonly number[];
  readonly batch: PriceBatch;
  /** All symbols close together. */
  readonly isAligned: boolean;
  /** Up to where closes are known to lie in the session. */
  sessionTo: number;
  source: EventSource | undefined;
  place: number;
}

/**
 * Trades the orders that a strategy sends as it hears of bars, fills and orders, through the very
 * book, limits, order table, costs and ledger of the built-in rule's backtest. docs/strategies.md
 */
export function followEvents(own: StrategyRun, blocks: BlockJournal): Following {
  checkOwnRun(own, false);
  const follow = openFollow(own, blocks);
  return {
    advance(instants) {
      const { at } = follow.instants;
      if (follow.source === undefined && 0 < at.length) begin(follow, own);
      const beyond = Math.min(at.length, follow.place + instants);
      while (follow.place < beyond) if (!takeQuiet(follow, beyond)) takeInstant(follow);
      return follow.place < at.length;
    },
    report() {
      endRun(follow.run);
      // What is open still was sent and never filled.
      const left = follow.desk.open.flat().sort((one, other) => one.id - other.id);
      for (const { work } of left) follow.run.line.push(work);
      return reportOf(follow.run);
    },
  };
}

function openFollow({ columns, settings, isTallied }: StrategyRun, blocks: BlockJournal): Follow {
  const run = openRun(columns, settings, undefined, isTallied);
  const tickers = columns.map(({ ticker }) => ticker);
  const count = columns.length;
  const instants = closingInstantsOf(columns);
  return {
    run,
    desk: {
      run,
      blocks,
      orders: [],
      open: columns.map(() => []),
      openCount: 0,
      next: new Int32Array(count),
      opened: new Int32Array(count).fill(-1),
      notes: [],
      hears: { fills: true, orders: true },
      bounds: openWakeBounds(count),
      ahead: undefined,
      stirred: new Int32Array(1),
      when: openClock(),
    },
    instants,
    dayEnds: dayEndsOf(instants.day),
    inOrder: [...tickers.keys()].sort((a, b) => (tickers[a]! < tickers[b]! ? -1 : 1)),
    batch: {
      at: 0 as Instant,
      inSession: false,
      count: 0,
      slots: new Int32Array(count),
      prices: new Float64Array(count),
    },
    isAligned: closeTogether(columns),
    sessionTo: 0,
    source: undefined,
    place: 0,
  };
}

function begin(follow: Follow, own: StrategyRun): void {
  const { desk, run } = follow;
  desk.when.at = Math.min(...run.columns.map(({ opensAt }) => opensAt[0] ?? Infinity)) as Instant;
  follow.source = eventSource(own, desk);
  follow.source.start();
  follow.source.tell();
}

/**
 * Tells closes ahead of the books while no order is open: only what the strategy asks for next can
 * change anything. Answers whether it went at all. docs/strategies.md#speed
 */
function takeQuiet(follow: Follow, beyond: number): boolean {
  const { run, desk, instants, inOrder, place } = follow;
  const isOwing = run.settings.shorts !== undefined && owes(run.book);
  if (!follow.isAligned || 0 < desk.openCount || isOwing) return false;
  if (follow.sessionTo <= place) follow.sessionTo = sessionEnd(instants, place, instants.at.length);
  const to = Math.min(beyond, follow.sessionTo);
  if (to <= place) return false;
  desk.when.inSession = true;
  desk.when.isOpening = false;
  desk.ahead = () => {
    desk.ahead = undefined;
    desk.stirred[0] = 1;
    bookUntil(follow, run.bars[0]!);
    openInstant(follow);
  };
  follow.source!.ahead(place, to, inOrder);
  if (desk.ahead === undefined) closeInstant(follow);
  else bookUntil(follow, to);
  desk.ahead = undefined;
  return true;
}

/** Books closes at which nothing was asked for. */
function bookUntil(follow: Follow, to: number): void {
  if (to === follow.place) return;
  catchUp(follow.run, follow, follow.place, to);
  follow.desk.next.fill(to);
  follow.place = to;
}

function takeInstant(follow: Follow): void {
  const { desk, instants, place, batch, inOrder } = follow;
  const at = instants.at[place]!;
  // An opening at this very instant comes after its closes.
  while (0 < desk.openCount && takeOpenings(follow, at));
  openInstant(follow);
  if (batch.inSession) follow.source!.closed(batch, inOrder);
  closeInstant(follow);
}

/** The next opening at which orders wait, of those before an instant; answers whether there was one. */
function takeOpenings({ run, desk, source }: Follow, before: number): boolean {
  const { open, next, when } = desk;
  let at = before;
  for (let slot = 0; slot < next.length; slot += 1)
    if (0 < open[slot]!.length) at = Math.min(at, openingOf(desk, slot));
  if (at === before) return false;
  when.at = at as Instant;
  when.isOpening = true;
  const opening: number[] = [];
  for (let slot = 0; slot < next.length; slot += 1) {
    if (open[slot]!.length === 0 || openingOf(desk, slot) !== at) continue;
    const { opensInSession, day } = run.columns[slot]!;
    when.inSession = opensInSession?.[next[slot]!] !== 0;
    if (when.inSession) enterDay(run, day[next[slot]!]!);
    desk.opened[slot] = next[slot]!;
    opening.push(slot);
  }
  fillAtOpenings(desk, opening);
  source!.tell();
  return true;
}

/** When the slot's next bar opens; one whose opening is over has none. */
function openingOf({ run, next, opened }: OrderDesk, slot: number): number {
  const bar = next[slot]!;
  if (opened[slot] === bar) return Number.POSITIVE_INFINITY;
  return run.columns[slot]!.opensAt[bar] ?? Number.POSITIVE_INFINITY;
}

/** The closes of the instant. */
function gather({ run, desk: { next }, batch }: Follow): void {
  batch.count = 0;
  for (let slot = 0; slot < next.length; slot += 1) {
    const bar = next[slot]!;
    const columns = run.columns[slot]!;
    if (columns.count <= bar || columns.closesAt[bar] !== batch.at) continue;
    next[slot] = bar + 1;
    run.bars[slot] = bar;
    batch.slots[batch.count] = slot;
    batch.prices[batch.count] = columns.close[bar]!;
    batch.count += 1;
  }
}

/** Up to where the strategy is told of the closes. */
function openInstant(follow: Follow): void {
  const { run, desk, instants, place, batch } = follow;
  batch.at = instants.at[place] as Instant;
  batch.inSession = instants.inSession === undefined || instants.inSession[place] === 1;
  gather(follow);
  desk.when.at = batch.at;
  desk.when.inSession = batch.inSession;
  desk.when.isOpening = false;
  if (!batch.inSession) return;
  enterDay(run, instants.day[place]!);
  takeCloses(follow);
}

const closes = ({ run, batch }: Follow, slot: number): boolean =>
  run.columns[slot]!.closesAt[run.bars[slot]!] === batch.at;

function takeCloses(follow: Follow): void {
  const { run, desk, batch, inOrder } = follow;
  const { book } = run;
  if (0 < desk.openCount)
    for (const slot of inOrder)
      if (0 < desk.open[slot]!.length && closes(follow, slot))
        fillWithinBar(desk, slot, run.bars[slot]!);
  book.latestAt = batch.at;
  for (let row = 0; row < batch.count; row += 1) mark(run, batch.slots[row]!, batch.prices[row]!);
  testHalt(book);
  if (run.settings.shorts !== undefined && isCalled(book)) coverShorts(desk, inOrder);
  follow.source!.tell();
}

/** What comes of what the strategy said. */
function closeInstant(follow: Follow): void {
  const { run, batch } = follow;
  if (batch.inSession) {
    follow.source!.tell();
    if (run.settings.fill === "close") fillNow(follow);
  }
  noteClose(run, batch.at, batch.inSession);
  follow.place += 1;
}

function fillNow(follow: Follow): void {
  const { run, desk, batch, inOrder } = follow;
  const closing = inOrder.filter((slot) => closes(follow, slot));
  for (let isFirst = true; isFirst || 0 < desk.notes.length; isFirst = false) {
    follow.source!.tell();
    fillAtCloses(desk, closing);
    // What was paid beyond the close is lost at once: holdings are worth the close.
    for (let row = 0; row < batch.count; row += 1) mark(run, batch.slots[row]!, batch.prices[row]!);
  }
}

function mark({ book }: BacktestRun, slot: number, price: number): void {
  book.last[slot] = price;
  markAt(book, slot, price);
}
