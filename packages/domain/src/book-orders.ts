import { anchor, type Book, markAt, positionOf, setPosition } from "./book.ts";
import { InvariantViolation, invariant } from "./invariant.ts";
import type { Instant } from "./market.ts";
import { type Money, money, mulDivCeil, type Price, type Quantity } from "./money.ts";
import type { OrderSide } from "./order.ts";
import { type AfterFill, applyFill } from "./position.ts";
import { QUIET } from "./reason.ts";

export interface BookedFill {
  readonly slot: number;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly price: Price;
  /** As a `Trade`'s. */
  readonly notional?: Money;
  readonly fee: Money;
  readonly at: Instant;
  /** Of an order the worker decided: starts the cool-down and uses up that order's reservation. */
  readonly automated: boolean;
  /** Another of its orders is at work at the slot by now: what is kept aside there is that one's. */
  readonly ofEarlier?: boolean;
}

/** Books an execution: cash, position, a fresh trail, cool-down, equity. Answers the realized P&L. */
export function bookFill(book: Book, fill: BookedFill): Money {
  const { slot, side, quantity, price } = fill;
  const after = applyFill(positionOf(book, slot), { side, quantity, price });
  if (!after.ok)
    throw new InvariantViolation(
      `a fill sells ${quantity} of ${book.tickers[slot]}, more than is held`,
    );
  return bookFillAs(book, fill, after.value);
}

/** Books an execution of which is known already what position it leaves. */
export function bookFillAs(book: Book, fill: BookedFill, after: AfterFill): Money {
  const { slot, side, quantity, price, at } = fill;
  const notional = fill.notional ?? price * quantity;
  const flow = (side === "buy" ? -notional : notional) - fill.fee;
  book.cash = money(book.cash + flow);
  book.equity = money(book.equity + flow);
  setPosition(book, slot, after.position);
  markAt(book, slot, price);
  anchor(book, slot, price, at);
  if (fill.automated) {
    startCoolDown(book, slot, at);
    if (!fill.ofEarlier) useReservation(book, slot, quantity);
  }
  return after.realized;
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
