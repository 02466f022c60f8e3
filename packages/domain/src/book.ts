import { type BookColumns, growColumns, makeColumns } from "./book-columns.ts";
import { InvariantViolation, invariant } from "./invariant.ts";
import type { Instant, Ticker, TradingDay } from "./market.ts";
import {
  type Bps,
  type Money,
  money,
  mulDivCeil,
  mulDivHalfEven,
  type Price,
  type Quantity,
} from "./money.ts";
import type { OrderSide } from "./order.ts";
import { applyFill, type Position, splitPosition } from "./position.ts";
import { QUIET } from "./reason.ts";
import type { RiskLimits, Strategy } from "./strategy.ts";
import type { Trail } from "./trail.ts";
import { bandFloorOf, enterAtOf, leaveAtOf, stopAtOf, targetAtOf } from "./trigger.ts";

/**
 * on: enters and leaves. exits-only: subscription over, kill switch. off: trails follow, no orders.
 * no-real-prices: the account's venue has no prices of its own here, so nothing is decided at all.
 */
export type Automation = "on" | "off" | "exits-only" | "no-real-prices";

/** Sessions in a row below the HYBRID band after which a flat symbol's trail is anchored anew. */
export const SESSIONS_BELOW_MAX = 20;

/** All that one account knows when it decides. One slot per symbol; change it by this file only. */
export interface Book extends BookColumns {
  readonly tickers: Ticker[];
  readonly slots: Map<Ticker, number>;
  strategy: Strategy;
  limits: RiskLimits;
  automation: Automation;
  /** Booked cash. */
  cash: Money;
  /** Kept aside by open buys, automated and manual. */
  reservedCash: Money;
  /** cash + Σ held × mark, kept by difference. */
  equity: Money;
  /** Added to the decision price of a buy to find its reservation; 0 in backtests. */
  collarBps: Bps;
  /** Equity at the previous regular close, moved by deposits; without one the first valid equity. */
  baseline: Money | undefined;
  /** Equity when the latest session ended: the next baseline. */
  closingEquity: Money | undefined;
  sessionDay: TradingDay | undefined;
  /** The latest day whose end was counted. */
  countedDay: TradingDay | undefined;
  /** The loss limit was reached in `sessionDay`. */
  halted: boolean;
  /** Holdings no price is known of: until it is 0, equity is not valid. */
  unpriced: number;
  /** When the automated entries of the last minute were decided, oldest first. */
  entryTimes: Instant[];
  /** The latest price seen, of any symbol. */
  latestAt: Instant;
}

export interface BookOpening {
  readonly tickers: readonly Ticker[];
  readonly strategy: Strategy;
  readonly limits: RiskLimits;
  readonly cash: Money;
  readonly automation: Automation;
  readonly collarBps?: Bps;
}

export function openBook(opening: BookOpening): Book {
  const { strategy, limits, cash, automation, collarBps = 0 as Bps } = opening;
  const account: Omit<Book, keyof BookColumns> = {
    tickers: [],
    slots: new Map(),
    strategy,
    limits,
    automation,
    cash,
    reservedCash: money(0),
    equity: cash,
    collarBps,
    baseline: undefined,
    closingEquity: undefined,
    sessionDay: undefined,
    countedDay: undefined,
    halted: false,
    unpriced: 0,
    entryTimes: [],
    latestAt: 0 as Instant,
  };
  // Not a spread: V8 turns every book but the first one built so into a slow one, and decide takes
  // several times as long on it (step.bench.ts).
  const book: Book = Object.assign(makeColumns(Math.max(4, opening.tickers.length)), account);
  for (const ticker of opening.tickers) addSymbol(book, ticker);
  return book;
}

/** The symbol's slot: the one it has, or a new last one. */
export function addSymbol(book: Book, ticker: Ticker): number {
  const known = book.slots.get(ticker);
  if (known !== undefined) return known;
  const slot = book.tickers.length;
  if (slot === book.high.length) growColumns(book);
  book.tickers.push(ticker);
  book.slots.set(ticker, slot);
  return slot;
}

export function changeStrategy(book: Book, strategy: Strategy): void {
  book.strategy = strategy;
  for (let slot = 0; slot < book.tickers.length; slot += 1) retrigger(book, slot);
}

export function changeLimits(book: Book, limits: RiskLimits): void {
  book.limits = limits;
}

/** Derives a slot's triggers. To be called whenever its extremes, its position or the strategy moved. */
export function retrigger(book: Book, slot: number): void {
  retriggerHigh(book, slot);
  retriggerLow(book, slot);
  const { strategy } = book;
  const held = book.held[slot]!;
  const costBasis = book.costBasis[slot]!;
  book.targetAt[slot] =
    held === 0 || strategy.mode === "TRAILING"
      ? Number.POSITIVE_INFINITY
      : targetAtOf(costBasis, held, strategy.takeProfitBps);
  book.stopAt[slot] =
    held === 0 || !strategy.stopLossEnabled ? 0 : stopAtOf(costBasis, held, strategy.stopLossBps);
}

export function retriggerHigh(book: Book, slot: number): void {
  const high = book.high[slot]!;
  book.enterAt[slot] = enterAtOf(high, book.strategy.buyDropBps);
  book.bandFloor[slot] =
    book.strategy.mode === "HYBRID" ? bandFloorOf(high, book.strategy.buyDropMaxBps) : 0;
}

export function retriggerLow(book: Book, slot: number): void {
  book.leaveAt[slot] =
    book.strategy.mode === "SIMPLE" || book.low[slot] === 0
      ? Number.POSITIVE_INFINITY
      : leaveAtOf(book.low[slot]!, book.strategy.sellRiseBps);
}

/** Starts the slot's trail fresh at a price. */
export function anchor(book: Book, slot: number, price: Price, at: Instant): void {
  book.high[slot] = price;
  book.low[slot] = price;
  book.last[slot] = price;
  book.since[slot] = at;
  book.sessionsBelow[slot] = 0;
  book.reanchored[slot] = 0;
  if (book.mark[slot] === 0) markAt(book, slot, price);
  retrigger(book, slot);
}

/** Leaves the slot without a trail: its next price anchors a new one. What it holds stays valued. */
export function forgetTrail(book: Book, slot: number): void {
  book.high[slot] = 0;
  book.low[slot] = 0;
  book.last[slot] = 0;
  book.since[slot] = 0;
  book.sessionsBelow[slot] = 0;
  book.reanchored[slot] = 0;
  retrigger(book, slot);
}

/** Values the slot's holding at a price and moves equity by the difference. */
export function markAt(book: Book, slot: number, price: number): void {
  const mark = book.mark[slot]!;
  const held = book.held[slot]!;
  if (held !== 0) {
    book.equity = (book.equity + held * (price - mark)) as Money;
    if (mark === 0 && price !== 0) book.unpriced -= 1;
  }
  book.mark[slot] = price;
}

export function trailOf(book: Book, slot: number): Trail | undefined {
  if (book.high[slot] === 0) return undefined;
  return {
    since: book.since[slot] as Instant,
    high: book.high[slot] as Price,
    low: book.low[slot] as Price,
    last: book.last[slot] as Price,
  };
}

/** What a store keeps of a slot beside its trail and its position. */
export interface SlotState {
  readonly coolDownUntil: Instant;
  readonly sessionsBelow: number;
  readonly reanchored: number;
  readonly skipNext: number;
  readonly patternSeen: number;
  /** Latest price of any session, 0 before the first. */
  readonly mark: number;
}

export const slotStateOf = (book: Book, slot: number): SlotState => ({
  coolDownUntil: book.coolDownUntil[slot] as Instant,
  sessionsBelow: book.sessionsBelow[slot]!,
  reanchored: book.reanchored[slot]!,
  skipNext: book.skipNext[slot]!,
  patternSeen: book.patternSeen[slot]!,
  mark: book.mark[slot]!,
});

export function restoreSlot(book: Book, slot: number, state: Partial<SlotState>): void {
  for (const [name, value] of Object.entries(state) as [keyof SlotState, number][])
    if (name === "mark") markAt(book, slot, value);
    else book[name][slot] = value;
}

/** Puts a stored trail back. Before restoreSlot: it starts the count of sessions below anew. */
export function restoreTrail(
  book: Book,
  slot: number,
  trail: Trail,
  coolDownUntil = book.coolDownUntil[slot] as Instant,
): void {
  anchor(book, slot, trail.last, trail.since);
  book.high[slot] = trail.high;
  book.low[slot] = trail.low;
  book.coolDownUntil[slot] = coolDownUntil;
  retrigger(book, slot);
}

/** Widens a trail by what happened while nobody watched: the bars since a restart. */
export function widenTrail(
  book: Book,
  slot: number,
  seen: Pick<Trail, "high" | "low" | "last">,
): void {
  if (book.high[slot] === 0) return;
  book.high[slot] = Math.max(book.high[slot]!, seen.high);
  book.low[slot] = Math.min(book.low[slot]!, seen.low);
  book.last[slot] = seen.last;
  markAt(book, slot, seen.last);
  retrigger(book, slot);
}

export interface Holding {
  readonly held: Quantity;
  readonly costBasis: Money;
  readonly managed: boolean;
}

export const positionOf = (book: Book, slot: number): Position => ({
  shares: book.held[slot] as Quantity,
  costBasis: book.costBasis[slot] as Money,
});

/** Puts a stored or a broker's holding in place of the slot's. Equity follows; cash does not. */
export function restorePosition(book: Book, slot: number, holding: Holding): void {
  setPosition(book, slot, { shares: holding.held, costBasis: holding.costBasis });
  book.managed[slot] = holding.held === 0 || holding.managed ? 1 : 0;
}

function setPosition(book: Book, slot: number, position: Position): void {
  const mark = book.mark[slot]!;
  const held = book.held[slot]!;
  book.equity = money(book.equity + (position.shares - held) * mark);
  if (mark === 0) book.unpriced += Number(position.shares !== 0) - Number(held !== 0);
  book.held[slot] = position.shares;
  book.costBasis[slot] = position.costBasis;
  if (position.shares === 0) book.managed[slot] = 1;
  retrigger(book, slot);
}

export interface BookedFill {
  readonly slot: number;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly price: Price;
  readonly fee: Money;
  readonly at: Instant;
  /** Of an order the worker decided: starts the cool-down and uses up that order's reservation. */
  readonly automated: boolean;
  /** Another of its orders is at work at the slot by now: what is kept aside there is that one's. */
  readonly ofEarlier?: boolean;
}

/** Books an execution: cash, position, a fresh trail, cool-down, equity. Answers the realized P&L. */
export function bookFill(book: Book, fill: BookedFill): Money {
  const { slot, side, quantity, price, at } = fill;
  const after = applyFill(positionOf(book, slot), { side, quantity, price });
  if (!after.ok)
    throw new InvariantViolation(
      `a fill sells ${quantity} of ${book.tickers[slot]}, more than is held`,
    );
  const flow = (side === "buy" ? -1 : 1) * price * quantity - fill.fee;
  book.cash = money(book.cash + flow);
  book.equity = money(book.equity + flow);
  setPosition(book, slot, after.value.position);
  markAt(book, slot, price);
  anchor(book, slot, price, at);
  if (fill.automated) {
    startCoolDown(book, slot, at);
    if (!fill.ofEarlier) useReservation(book, slot, quantity);
  }
  return after.value.realized;
}

/** No automated order of the symbol for a while, stops aside. The later end counts. */
export function startCoolDown(book: Book, slot: number, at: Instant): void {
  const until = at + book.limits.coolDownSec * 1_000;
  if (book.coolDownUntil[slot]! < until) book.coolDownUntil[slot] = until;
}

function useReservation(book: Book, slot: number, filled: Quantity): void {
  const before = book.workingShares[slot]!;
  const after = Math.max(0, before - filled);
  book.workingShares[slot] = after;
  if (before === 0) return;
  keepForWorking(book, slot, mulDivCeil(book.workingCash[slot]!, after, before));
}

function keepForWorking(book: Book, slot: number, kept: number): void {
  book.reservedCash = money(book.reservedCash - book.workingCash[slot]! + kept);
  book.workingCash[slot] = kept;
}

/** An automated order, as the book remembers it while it is at work. */
export interface WorkingOrder {
  /** The code of its reason (reason.ts). */
  readonly reason: number;
  /** What it has left to fill, and the cash still kept for it. */
  readonly quantity: Quantity;
  readonly reservedCash: Money;
  /** What it was decided on, where that is known. */
  readonly decided?: { readonly price: Price; readonly reference: Price; readonly trigger: Price };
}

/** Records the automated order that decide wants, or one found again after a restart. */
export function orderBegan(book: Book, slot: number, order: WorkingOrder): void {
  book.orderWorking[slot] = order.reason;
  book.decidedPrice[slot] = order.decided?.price ?? 0;
  book.decidedReference[slot] = order.decided?.reference ?? 0;
  book.decidedTrigger[slot] = order.decided?.trigger ?? 0;
  book.workingShares[slot] = order.quantity;
  keepForWorking(book, slot, order.reservedCash);
}

/** The automated order ended: frees what is left of its reservation. Unfilled, it starts the cool-down. */
export function orderEnded(book: Book, slot: number, at: Instant, filledAny: boolean): void {
  const wasWorking = book.orderWorking[slot] !== QUIET;
  book.orderWorking[slot] = QUIET;
  book.workingShares[slot] = 0;
  keepForWorking(book, slot, 0);
  if (wasWorking && !filledAny) startCoolDown(book, slot, at);
}

/** The automated order ended, and its slot stays closed for a while: nothing is kept aside for it. */
export function releaseWorking(book: Book, slot: number): void {
  book.workingShares[slot] = 0;
  keepForWorking(book, slot, 0);
}

/** An order the worker did not cause is at work: no automated one beside it. */
export function otherOrderBegan(book: Book, slot: number): void {
  book.ordersOther[slot] = book.ordersOther[slot]! + 1;
}

export function otherOrderEnded(book: Book, slot: number): void {
  invariant(0 < book.ordersOther[slot]!, `no other order of ${book.tickers[slot]} is at work`);
  book.ordersOther[slot] = book.ordersOther[slot]! - 1;
}

/** Keeps cash aside for an order the worker did not cause; a negative amount gives it back. */
export function reserveCash(book: Book, amount: Money): void {
  const reserved = money(book.reservedCash + amount);
  invariant(0 <= reserved, "more cash given back than was kept aside");
  book.reservedCash = reserved;
}

/** A deposit, or a withdrawal when negative: no gain and no loss, so the baselines move along. */
export function bookCash(book: Book, amount: Money): void {
  book.cash = money(book.cash + amount);
  book.equity = money(book.equity + amount);
  if (book.baseline !== undefined) book.baseline = money(book.baseline + amount);
  if (book.closingEquity !== undefined) book.closingEquity = money(book.closingEquity + amount);
}

/** What a holding pays: a gain, so that unlike a deposit it leaves the baselines where they are. */
export function bookIncome(book: Book, amount: Money): void {
  book.cash = money(book.cash + amount);
  book.equity = money(book.equity + amount);
}

/** Opens a trading day: the halt of the day before is over. The same day again changes nothing. */
export function beginSession(book: Book, day: TradingDay, baseline?: Money): void {
  if (book.sessionDay === day) {
    book.baseline ??= baseline;
    return;
  }
  book.sessionDay = day;
  book.halted = false;
  book.baseline = baseline ?? book.closingEquity;
}

/** What a restart must not forget of the day. */
export interface SessionState {
  readonly day: TradingDay | undefined;
  readonly baseline: Money | undefined;
  readonly closingEquity: Money | undefined;
  readonly halted: boolean;
}

export const sessionOf = (book: Book): SessionState => ({
  day: book.sessionDay,
  baseline: book.baseline,
  closingEquity: book.closingEquity,
  halted: book.halted,
});

export function restoreSession(book: Book, session: SessionState): void {
  book.sessionDay = session.day;
  book.baseline = session.baseline;
  book.closingEquity = session.closingEquity;
  book.halted = session.halted;
}

/** Closes a trading day: the next baseline, and the count of sessions below the band. */
export function endSession(book: Book): void {
  book.closingEquity = book.unpriced === 0 ? book.equity : undefined;
  // A clock that steps back lets a day end twice.
  if (book.sessionDay !== undefined && book.countedDay === book.sessionDay) return;
  book.countedDay = book.sessionDay;
  for (let slot = 0; slot < book.tickers.length; slot += 1) countSessionBelow(book, slot);
}

function countSessionBelow(book: Book, slot: number): void {
  const last = book.last[slot]!;
  const isBelow = book.held[slot] === 0 && last < book.bandFloor[slot]!;
  const count = isBelow ? book.sessionsBelow[slot]! + 1 : 0;
  book.sessionsBelow[slot] = count;
  book.reanchored[slot] = 0;
  if (count < SESSIONS_BELOW_MAX) return;
  anchor(book, slot, last as Price, book.latestAt);
  book.reanchored[slot] = 1;
}

/**
 * A split of `numerator` new shares for `denominator` old ones (10 and 1 for ten for one). Prices are
 * rescaled half-even, shares rounded down; answers the cost of the fraction that is gone. What the
 * broker pays for it is booked by bookIncome: only what exceeds that cost is a gain. The next price
 * moves the trail but decides nothing.
 */
export function rescale(book: Book, slot: number, numerator: number, denominator: number): Money {
  const { position, released } = splitPosition(positionOf(book, slot), numerator, denominator);
  const scaled = (units: number) =>
    units === 0 ? 0 : Math.max(1, mulDivHalfEven(units, denominator, numerator));
  markAt(book, slot, scaled(book.mark[slot]!));
  book.high[slot] = scaled(book.high[slot]!);
  book.low[slot] = scaled(book.low[slot]!);
  book.last[slot] = scaled(book.last[slot]!);
  book.skipNext[slot] = 1;
  setPosition(book, slot, position);
  return released;
}
