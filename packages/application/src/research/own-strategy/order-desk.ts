import { reserveCash, startCoolDown } from "@sevenfold/domain/book-orders";
import type { Intent } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { dollarsOf, money, type Price, type Quantity } from "@sevenfold/domain/money";
import { isOpen, openQuantity } from "@sevenfold/domain/order";
import { leaveToSend } from "@sevenfold/domain/order-gate";
import type { CancelCause } from "../backtest/backtest-report.ts";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { type BlockJournal, noteGate } from "../backtest/block-journal.ts";
import { cancelOrder, sendOrder } from "../backtest/order-at-work.ts";
import { averageOf, sharesOf } from "../parts/parts-of-shares.ts";
import { leaveInParts } from "../parts/step-in-parts.ts";
import { leaveToSendSigned } from "../shorts/signed-leave.ts";
import { signedEntryPriceOf } from "../shorts/signed-position.ts";
import type { DeskClock } from "./desk-clock.ts";
import type { Hearing, Note } from "./desk-note.ts";
import { type AskedOrder, WrongRequest } from "./order-request.ts";
import { isBelowMinimum } from "./parts-order.ts";
import type { Placed } from "./placed-order.ts";
import { isStopKind, type RestingOrder, stopOf, writtenTerms } from "./resting-order.ts";
import type { OrderState } from "./strategy-interface.ts";
import type { WakeBounds } from "./wake-bounds.ts";

/** A strategy's orders at the simulated venue. */
export interface OrderDesk {
  readonly run: BacktestRun;
  readonly blocks: BlockJournal;
  /** Every order by its number from 1; of a denied one what was said of it. */
  readonly orders: (RestingOrder | OrderState)[];
  /** By slot, in the order they were sent. */
  readonly open: RestingOrder[][];
  openCount: number;
  /** Each slot's first bar that has not closed. */
  readonly next: Int32Array;
  /** Each slot's last bar whose opening is over. */
  readonly opened: Int32Array;
  readonly notes: Note[];
  readonly hears: Hearing;
  /** Which closes the strategy waits for. */
  readonly bounds: WakeBounds;
  /** Where closes are told ahead of the books: books them, before anything is asked that follows prices. */
  ahead: (() => void) | undefined;
  /** Its number is not 0 once the books were asked for, or a symbol waits, since it was set to 0. */
  readonly stirred: Int32Array;
  readonly when: DeskClock;
}

/** More no account keeps open at a venue. */
export const OPEN_ORDERS_MAX = 10_000;

/** Sends an order, or the two of a pair; answers its number. What a limit denies has one too. */
export function submit(desk: OrderDesk, asked: AskedOrder): number {
  if (OPEN_ORDERS_MAX <= desk.openCount)
    throw new WrongRequest(`it has more than ${OPEN_ORDERS_MAX} orders open`);
  if (desk.run.book.last[asked.slot] === 0)
    throw new WrongRequest(`${desk.run.book.tickers[asked.slot]} has no price yet to order it at`);
  const denied = denialOf(desk, asked);
  if (typeof denied === "string") return deny(desk, asked, denied);
  if (asked.isPair) return placePair(desk, asked);
  const { slot, side, shares, terms, isGtc, bracket, isStop = false } = asked;
  const { reservedCash } = denied;
  return place(desk, { slot, side, shares, terms, isGtc, reservedCash, bracket, isStop }).id;
}

function placePair(desk: OrderDesk, { slot, shares, isGtc, bracket }: AskedOrder): number {
  const { takeProfit: limit, stopLoss } = bracket!;
  const sale = { slot, side: "sell", shares, isGtc, reservedCash: money(0) } as const;
  const target = place(desk, { ...sale, terms: { kind: "limit", limit: limit! }, isTarget: true });
  pairUp(target, place(desk, { ...sale, terms: stopLoss! }));
  return target.id;
}

export function pairUp(one: RestingOrder, other: RestingOrder): void {
  one.pair = other;
  other.pair = one;
}

export function place(desk: OrderDesk, placed: Placed): RestingOrder {
  const { run } = desk;
  const { slot, side, terms, isGtc, reservedCash, born } = placed;
  const sent = sendOrder(run, intentOf(desk, placed), writtenTerms(terms, isGtc));
  const work = placed.isForced ? { ...sent, isForced: placed.isForced } : sent;
  if (reservedCash !== 0) reserveCash(run.book, reservedCash);
  const { opensFrom, restsFrom } = beginsOf(desk, slot, born);
  const order: RestingOrder = {
    id: desk.orders.length + 1,
    slot,
    side,
    terms,
    kind: terms.kind,
    isGtc,
    bracket: placed.bracket,
    parentId: placed.parentId,
    isTarget: placed.isTarget === true,
    work,
    reserved: reservedCash,
    extreme: born?.price ?? run.book.last[slot]!,
    opensFrom,
    restsFrom,
    bornAt: born?.price,
    triedBar: -1,
    isVolumeShort: false,
    pair: undefined,
    endedBy: undefined,
  };
  desk.orders.push(order);
  desk.open[slot]!.push(order);
  desk.openCount += 1;
  noteOrder(desk, order);
  return order;
}

/** A bar that has opened already is not traded by an order sent since: where in it, no bar says. */
function beginsOf(desk: OrderDesk, slot: number, born: Placed["born"]) {
  if (born !== undefined) return { opensFrom: born.bar + 1, restsFrom: born.bar };
  const bar = desk.next[slot]!;
  const { at, isOpening } = desk.when;
  const opensAt = desk.run.columns[slot]!.opensAt[bar] ?? Number.POSITIVE_INFINITY;
  if (isOpening && opensAt === at) return { opensFrom: bar + 1, restsFrom: bar };
  const first = opensAt < at ? bar + 1 : bar;
  return { opensFrom: first, restsFrom: first };
}

function intentOf({ run, when }: OrderDesk, placed: Placed): Intent {
  const { slot, side, terms, shares, reservedCash, isTarget } = placed;
  const { book } = run;
  const isStop = placed.isStop === true || isStopKind(terms.kind);
  const closes = side === "sell" && (run.settings.shorts === undefined || 0 < book.held[slot]!);
  const isExit = closes && (isTarget === true || isStop);
  const last = book.last[slot] as Price;
  const trigger = isExit ? (terms.stop ?? terms.limit ?? last) : last;
  const reference = isExit ? (signedEntryPriceOf(book, slot) ?? last) : last;
  const reason = isTarget === true ? "take-profit" : "stop-loss";
  return {
    ticker: book.tickers[slot]!,
    slot,
    side,
    quantity: shares as Quantity,
    reason: isExit ? reason : side === "buy" ? "target-raised" : "target-lowered",
    at: when.at,
    price: trigger,
    reference,
    trigger,
    reservedCash,
  };
}

/** `below-minimum`: no venue takes an order for so small a part of a share. */
type Unsendable = "not-held" | "below-minimum";
type Denial = ReturnType<typeof leaveToSend> | Unsendable;

function denialOf(desk: OrderDesk, asked: AskedOrder): Denial {
  const { slot, side, shares, terms } = asked;
  const { run, when } = desk;
  const isStop = asked.isStop === true || isStopKind(terms.kind);
  const ordered = sharesOpen(desk, slot, side);
  const order = { side, shares, isStop, most: mostOf(run, asked), ordered };
  if (run.settings.shorts !== undefined) return leaveToSendSigned(run.book, slot, when, order);
  if (side === "sell" && run.book.held[slot]! - ordered < shares) return "not-held";
  if (!run.settings.fractional) return leaveToSend(run.book, slot, when, order);
  if (isBelowMinimum(run.book, slot, order)) return "below-minimum";
  return leaveInParts(run.book, slot, when, order);
}

/** The highest price an order may get; none where that is the last one, which a sale gets at the least. */
function mostOf({ book }: BacktestRun, { slot, side, terms }: AskedOrder): number | undefined {
  const last = book.last[slot]!;
  if (side === "sell") return Math.max(last, terms.limit ?? 0);
  if (terms.trail?.amount !== undefined) return last + terms.trail.amount;
  return terms.limit ?? (terms.stop === undefined ? undefined : Math.max(terms.stop, last));
}

/** Shares that open orders may still trade; a pair trades once. */
export function sharesOpen({ open, run }: OrderDesk, slot: number, side: "buy" | "sell"): number {
  let sum = 0;
  for (const order of open[slot]!) {
    if (order.side !== side || (order.pair !== undefined && order.pair.id < order.id)) continue;
    sum += openQuantity(run.orders[order.work.number]!);
  }
  return sum;
}

/** Where nothing is kept back, what is short is the cash itself, or the margin. */
function toldOf({ book, settings }: BacktestRun, gate: Extract<Denial, string>): string {
  if (gate !== "cash-reserve" || book.strategy.minCashReserve !== 0) return gate;
  return settings.shorts === undefined ? "cash" : "margin";
}

function deny(desk: OrderDesk, asked: AskedOrder, gate: Extract<Denial, string>): number {
  const { run, when, blocks } = desk;
  const { slot, side, shares, terms } = asked;
  const state: OrderState = Object.freeze({
    id: desk.orders.length + 1,
    symbol: run.book.tickers[slot]!,
    side,
    type: asked.isPair ? "oco" : terms.kind,
    shares: sharesOf(shares, run.book.partsPerShare),
    filled: 0,
    status: "denied",
    because: toldOf(run, gate),
  });
  desk.orders.push(state);
  desk.notes.push({ slot, order: state });
  if (gate === "not-held" || gate === "below-minimum") return state.id;
  const last = run.book.last[slot] as Price;
  blocks.said[slot] = 0;
  noteGate(blocks, slot, {
    ticker: run.book.tickers[slot]!,
    side,
    at: when.at,
    gate,
    factsOf: () => ({
      verdict: "blocked",
      gate,
      reason: side === "buy" ? "target-raised" : "target-lowered",
      last,
      reference: last,
      trigger: last,
      ...(gate === "cool-down" && { until: run.book.coolDownUntil[slot] as Instant }),
    }),
  });
  return state.id;
}

/** Takes an open order back. */
export function end(desk: OrderDesk, order: RestingOrder, because: CancelCause): void {
  cancelOrder(desk.run, order.work, desk.when.at, because);
  leave(desk, order, because.kind);
}

/** What is no longer open at the venue is nothing of the desk's either. */
export function leave(desk: OrderDesk, order: RestingOrder, because?: string): void {
  const list = desk.open[order.slot]!;
  list.splice(list.indexOf(order), 1);
  desk.openCount -= 1;
  order.endedBy = because;
  const { filled, updatedAt } = desk.run.orders[order.work.number]!;
  // As every automated order that ends unfilled by itself.
  if (filled === 0 && (because === "cash" || because === "day-over"))
    startCoolDown(desk.run.book, order.slot, updatedAt);
  if (order.pair !== undefined) order.pair.pair = undefined;
  order.pair = undefined;
  keepFor(desk, order);
  noteOrder(desk, order);
}

/** Keeps as much cash aside as the order table says. */
export function keepFor({ run }: OrderDesk, order: RestingOrder): void {
  const { reservedCash } = run.orders[order.work.number]!;
  if (reservedCash === order.reserved) return;
  reserveCash(run.book, money(reservedCash - order.reserved));
  order.reserved = reservedCash;
}

function noteOrder(desk: OrderDesk, order: RestingOrder): void {
  const { slot } = order;
  desk.notes.push(desk.hears.orders ? { slot, order: stateOf(desk, order) } : { slot });
}

export function stateOf({ run }: OrderDesk, order: RestingOrder | OrderState): OrderState {
  if ("status" in order) return order;
  const { id, slot, side, terms, kind, endedBy, parentId } = order;
  const { filled, quantity, status, filledNotional } = run.orders[order.work.number]!;
  const { partsPerShare } = run.book;
  const average = averageOf(filled, filledNotional, partsPerShare);
  const isDone = !isOpen({ status });
  return Object.freeze({
    id,
    symbol: run.book.tickers[slot]!,
    side,
    type: terms.kind,
    shares: sharesOf(quantity, partsPerShare),
    filled: sharesOf(filled, partsPerShare),
    status: isDone ? (status as "filled" | "canceled" | "expired") : "working",
    ...(terms.limit !== undefined && { limitPrice: dollarsOf(terms.limit) }),
    ...(isStopKind(kind) && { stopPrice: dollarsOf(stopOf(order)) }),
    ...(average !== undefined && { averagePrice: dollarsOf(average) }),
    ...(endedBy !== undefined && { because: endedBy }),
    ...(parentId !== undefined && { parentId }),
  });
}
