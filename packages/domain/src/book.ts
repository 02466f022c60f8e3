import { type BookColumns, growColumns, makeColumns } from "./book-columns.ts";
import { type Foreign, NO_FOREIGN } from "./foreign.ts";
import type { Instant, Ticker, TradingDay } from "./market.ts";
import { type Bps, type Money, money, type Price, type Quantity } from "./money.ts";
import type { Position } from "./position.ts";
import { gainOf, worthOf } from "./share-parts.ts";
import type { RiskLimits, Strategy } from "./strategy.ts";
import type { Trail } from "./trail.ts";
import { bandFloorOf, enterAtOf, leaveAtOf, stopAtOf, targetAtOf } from "./trigger.ts";

/**
 * on: enters and leaves. exits-only: subscription over, kill switch. off: trails follow, no orders.
 * no-real-prices: the account's venue has no prices of its own here, so nothing is decided at all.
 */
export type Automation = "on" | "off" | "exits-only" | "no-real-prices";

/** Symbols that something is so of. */
export interface SomeSymbols {
  readonly size: number;
  has(ticker: Ticker): boolean;
}

const NO_SYMBOLS: SomeSymbols = new Set();

/** Sessions in a row below the HYBRID band after which a flat symbol's trail is anchored anew. */
export const SESSIONS_BELOW_MAX = 20;

/** All that one account knows when it decides. One slot per symbol; only `book.ts` and `book-*.ts` change it. Never short, but in research (`research/shorts`). */
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
  /** What else there is at the broker: `foreign.ts`. */
  foreign: Foreign;
  /** Symbols that their exchange halted. Of the market: the same for every book, and not the book's to change. */
  exchangeHalts: SomeSymbols;
  /** What a share is counted in: 1, but in research that trades parts (`research/parts`). */
  readonly partsPerShare: number;
  /** cash + Σ held × mark + what else there is, kept by difference. */
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
  /** Holdings, here and elsewhere, whose worth is not known: until it is 0, equity is not valid. */
  unpriced: number;
  /** The latest price of a holding may be of other shares, and values it not yet: equity is not to be bought by. */
  isInDoubt: boolean;
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
  readonly partsPerShare?: number;
}

export function openBook(opening: BookOpening): Book {
  const { strategy, limits, cash, automation, collarBps = 0 as Bps, partsPerShare = 1 } = opening;
  const account: Omit<Book, keyof BookColumns> = {
    tickers: [],
    slots: new Map(),
    strategy,
    limits,
    automation,
    cash,
    reservedCash: money(0),
    foreign: NO_FOREIGN,
    exchangeHalts: NO_SYMBOLS,
    partsPerShare,
    equity: cash,
    collarBps,
    baseline: undefined,
    closingEquity: undefined,
    sessionDay: undefined,
    countedDay: undefined,
    halted: false,
    unpriced: 0,
    isInDoubt: false,
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
    book.equity = (book.equity + gainOf(book, held, mark, price)) as Money;
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

/** Puts a holding in the slot: its triggers, equity and what is unpriced follow. */
export function setPosition(book: Book, slot: number, position: Position): void {
  const mark = book.mark[slot]!;
  const held = book.held[slot]!;
  const gain = worthOf(book, position.shares, mark) - worthOf(book, held, mark);
  book.equity = money(book.equity + gain);
  if (mark === 0) book.unpriced += Number(position.shares !== 0) - Number(held !== 0);
  book.held[slot] = position.shares;
  book.costBasis[slot] = position.costBasis;
  if (position.shares === 0) book.managed[slot] = 1;
  retrigger(book, slot);
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
