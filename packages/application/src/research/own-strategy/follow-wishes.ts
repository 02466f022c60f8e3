import { markAt } from "@sevenfold/domain/book";
import { type PriceBatch, testHalt } from "@sevenfold/domain/decide";
import type { Gate } from "@sevenfold/domain/gate";
import type { Instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import type { BacktestReport } from "../backtest/backtest-report.ts";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { type BlockJournal, noteGate } from "../backtest/block-journal.ts";
import { closingInstantsOf } from "../backtest/closing-instants.ts";
import { endRun, enterDay, noteClose } from "../backtest/day-roll.ts";
import { fillOrder } from "../backtest/fill-order.ts";
import { coverAtNextOpening } from "../backtest/margin-call.ts";
import { openRun, reportOf } from "../backtest/open-run.ts";
import { sendOrder } from "../backtest/order-at-work.ts";
import { waitForOpening } from "../backtest/order-line.ts";
import { resolveOpenings } from "../backtest/resolve-openings.ts";
import { isMetInParts } from "../parts/step-in-parts.ts";
import { isCalled, owes } from "../shorts/margin.ts";
import { isReduction } from "../shorts/signed-step.ts";
import { dayEndsOf } from "./day-ends.ts";
import { checkOwnRun, type OwnRun } from "./own-run.ts";
import { type Closings, catchUp, closeTogether, sessionEnd } from "./quiet-stretch.ts";
import { isWaitingForMoney, stepToWish } from "./step-to-wish.ts";
import {
  forgetCounts,
  grant,
  isWished,
  openWishes,
  sharesWished,
  shareWished,
  type Wishes,
} from "./wishes.ts";

/** A run of wishes under way, to be taken further as many closing instants at a time as one likes. */
export interface Following {
  /** Answers whether any are left. */
  advance(instants: number): boolean;
  /** The end of it; to be asked for once. */
  report(): BacktestReport;
}

interface Follow extends Closings {
  readonly run: BacktestRun;
  readonly own: OwnRun;
  readonly wishes: Wishes;
  readonly blocks: BlockJournal;
  /** Slots by symbol: the order in which they are acted for. */
  readonly inOrder: readonly number[];
  /** Each slot's next bar. */
  readonly next: Int32Array;
  readonly batch: PriceBatch;
  /** All symbols close together. */
  readonly isAligned: boolean;
  /** The closing instant that comes next. */
  place: number;
  /** The largest share of equity that was wanted of one symbol. */
  largestShare: number;
}

/**
 * Trades what a strategy or a file of signals wants held, through the very book, limits, order path
 * and costs of the built-in rule's backtest: only who decides is another. docs/strategies.md
 */
export function followWishes(own: OwnRun, blocks: BlockJournal): Following {
  checkOwnRun(own, true);
  const { columns, settings } = own;
  const follow = openFollow(own, blocks);
  return {
    advance(instants) {
      const beyond = Math.min(follow.instants.at.length, follow.place + instants);
      while (follow.place < beyond) {
        if (!isQuiet(follow) || !takeQuiet(follow, beyond)) takeInstant(follow, false);
      }
      return follow.place < follow.instants.at.length;
    },
    report() {
      endRun(follow.run);
      return reportOf(follow.run, follow.largestShare);
    },
  };

  function openFollow(of: OwnRun, journal: BlockJournal): Follow {
    const run = openRun(columns, settings, undefined, of.isTallied);
    const count = columns.length;
    const tickers = columns.map(({ ticker }) => ticker);
    const instants = closingInstantsOf(columns);
    return {
      run,
      own: of,
      instants,
      dayEnds: dayEndsOf(instants.day),
      isAligned: closeTogether(columns),
      wishes: openWishes(count, settings.shorts !== undefined, run.book.partsPerShare),
      blocks: journal,
      inOrder: [...tickers.keys()].sort((a, b) => (tickers[a]! < tickers[b]! ? -1 : 1)),
      next: new Int32Array(count),
      batch: {
        at: 0 as Instant,
        inSession: false,
        count: 0,
        slots: new Int32Array(count),
        prices: new Float64Array(count),
      },
      place: 0,
      largestShare: 0,
    };
  }
}

/**
 * Nothing stands, and so no order waits: only what is wanted next can change anything. What is owed
 * may be called for at any close.
 */
const isQuiet = ({ isAligned, wishes, run }: Follow): boolean =>
  isAligned && wishes.standing === 0 && !isWatched(run);

const isWatched = ({ settings, book, dueActions, actionsDone }: BacktestRun): boolean =>
  (settings.shorts !== undefined && owes(book)) || actionsDone < dueActions.length;

/**
 * Goes on to where something is wanted without looking at each close; answers whether it went at all.
 * What a wish comes to is then asked like anywhere else.
 */
function takeQuiet(follow: Follow, beyond: number): boolean {
  const { run, own, wishes, instants, place: from, next } = follow;
  const to = sessionEnd(instants, from, beyond);
  if (from === to) return false;
  const wanted = own.source.quiet(run, wishes, from, to);
  if (from < wanted) catchUp(run, follow, from, wanted);
  next.fill(wanted);
  follow.place = wanted;
  if (wanted < to) takeInstant(follow, 0 < wishes.standing);
  return true;
}

function takeInstant(follow: Follow, isAsked: boolean): void {
  const { run, instants, place, batch } = follow;
  batch.at = instants.at[place] as Instant;
  batch.inSession = instants.inSession === undefined || instants.inSession[place] === 1;
  // An opening at this very instant comes after its closes.
  const { actionsDone } = run;
  resolveOpenings(run, batch.at);
  for (let done = actionsDone; done < run.actionsDone; done += 1) {
    const { action, slot } = run.dueActions[done]!;
    if (action.kind === "split") forgetCounts(follow.wishes, slot);
  }
  gather(follow);
  if (batch.inSession) {
    enterDay(run, instants.day[place]!);
    decide(follow, isAsked);
  }
  noteClose(run, batch.at, batch.inSession);
  follow.place += 1;
}

/** The closes of the instant. */
function gather({ run, next, batch }: Follow): void {
  batch.count = 0;
  for (let slot = 0; slot < next.length; slot += 1) {
    const bar = next[slot]!;
    const columns = run.columns[slot]!;
    if (columns.closesAt[bar] !== batch.at || columns.count <= bar) continue;
    next[slot] = bar + 1;
    run.bars[slot] = bar;
    batch.slots[batch.count] = slot;
    batch.prices[batch.count] = columns.close[bar]!;
    batch.count += 1;
  }
}

function decide(follow: Follow, isAsked: boolean): void {
  const { run, own, wishes, batch, blocks } = follow;
  const { book } = run;
  book.latestAt = batch.at;
  for (let row = 0; row < batch.count; row += 1) {
    const slot = batch.slots[row]!;
    book.last[slot] = batch.prices[row]!;
    markAt(book, slot, batch.prices[row]!);
    // A split does not keep a strategy from deciding: it has no trail.
    book.skipNext[slot] = 0;
  }
  testHalt(book);
  if (run.settings.shorts !== undefined && isCalled(book)) callMargin(follow);
  if (!isAsked) own.source.wish(run, batch, wishes);
  if (wishes.standing === 0) return;
  settle(follow);
  // First what makes positions smaller: it frees cash at the same close, where orders fill there.
  for (const slot of follow.inOrder) act(follow, slot, true);
  for (const slot of follow.inOrder) act(follow, slot, false);
  for (let row = 0; row < batch.count; row += 1)
    if (!isWished(wishes, batch.slots[row]!)) blocks.said[batch.slots[row]!] = 0;
}

/** A wish is granted once an order for it has filled; one that was canceled leaves it standing. */
function settle({ run, wishes }: Follow): void {
  for (let slot = 0; slot < wishes.orders.length; slot += 1) {
    const sent = wishes.orders[slot]!;
    if (sent === 0 || run.book.orderWorking[slot] !== 0) continue;
    const isFilled = run.orders[sent - 1]!.status === "filled";
    if (isFilled && !isHalfWay(run, wishes, slot)) grant(wishes, slot);
    wishes.orders[slot] = 0;
  }
}

/** A limit let only close what was held: the other side of zero is wanted still. */
const isHalfWay = ({ book, settings }: BacktestRun, wishes: Wishes, slot: number): boolean =>
  settings.shorts !== undefined && book.held[slot] === 0 && sharesWished(wishes, book, slot) !== 0;

/** Buys back at the next openings all that is short: what was wanted of it is forgotten. */
function callMargin({ run, wishes, next, batch, inOrder }: Follow): void {
  for (const slot of inOrder) {
    if (!coverAtNextOpening(run, slot, next[slot]!, batch)) continue;
    grant(wishes, slot);
    wishes.orders[slot] = 0;
  }
}

/** Sends the order that leads to what is wanted of a slot that closes now, or says what blocks it. */
function act(follow: Follow, slot: number, isFirst: boolean): void {
  const { run, wishes, batch } = follow;
  const { book } = run;
  if (!isWished(wishes, slot) || wishes.orders[slot] !== 0) return;
  if (run.columns[slot]!.closesAt[run.bars[slot]!] !== batch.at) return;
  // An order of an earlier wish is at work: what is wanted now is asked once it has ended.
  if (book.orderWorking[slot] !== 0) return;
  const shares = sharesWished(wishes, book, slot);
  const held = book.held[slot]!;
  if (shares === held || (run.settings.fractional && isMetInParts(book, slot, shares))) {
    grant(wishes, slot);
    return;
  }
  const { shorts } = run.settings;
  const isLess = shorts === undefined ? shares < held : isReduction(held, shares);
  if (isFirst !== isLess) return;
  if (!isLess)
    follow.largestShare = Math.max(follow.largestShare, shareWished(wishes, book, slot, shares));
  if (!isFirst && isWaitingForMoney(run, slot, batch, shares)) return;
  const target = { shares, isStop: wishes.stops[slot] === 1 };
  const step = stepToWish(run, slot, batch, target);
  if (typeof step === "string") block(follow, slot, { gate: step, sells: shares < held });
  else if (step !== undefined) {
    const work = sendOrder(run, step);
    wishes.orders[slot] = run.orders.length;
    const bar = run.bars[slot]!;
    const offer = { at: batch.at, bar, price: step.price, isLimit: false };
    if (run.settings.fill === "next-open" || fillOrder(run, work, offer))
      waitForOpening(run, work, bar + 1);
    // What was paid beyond the close is lost at once: holdings are worth the close.
    markAt(book, slot, step.price);
  }
}

function block(
  { run, batch, blocks }: Follow,
  slot: number,
  { gate, sells }: { readonly gate: Gate; readonly sells: boolean },
): void {
  const { book } = run;
  const until = book.coolDownUntil[slot] as Instant;
  noteGate(blocks, slot, {
    ticker: book.tickers[slot]!,
    side: sells ? "sell" : "buy",
    at: batch.at,
    gate,
    factsOf: () => {
      const price = book.last[slot] as Price;
      return {
        verdict: "blocked",
        gate,
        reason: sells ? "target-lowered" : "target-raised",
        last: price,
        reference: price,
        trigger: price,
        ...(gate === "cool-down" && { until }),
      };
    },
  });
}
