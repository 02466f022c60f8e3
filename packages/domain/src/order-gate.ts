import type { Book } from "./book.ts";
import { noteEntry } from "./decide.ts";
import { type Gate, type Moment, reservedEach, standingGate } from "./gate.ts";
import type { Money } from "./money.ts";
import { STOP_LOSS, TARGET_LOWERED, TARGET_RAISED } from "./reason.ts";
import { affordable, withinShareOfEquity } from "./sizing.ts";
import { raisingGate } from "./toward-target.ts";

/** An order that a strategy words itself, before it is sent. */
export interface WordedOrder {
  readonly side: "buy" | "sell";
  readonly shares: number;
  /** It stops a loss: no cool-down holds it up. */
  readonly isStop: boolean;
  /** The highest price a buy is meant to pay; of none the last price counts. */
  readonly most: number | undefined;
  /** Shares that open buys of the symbol have ordered already. */
  readonly ordered: number;
}

/** Leave to send the order and the cash to keep aside for it, or the gate that denies it. */
export type Leave = { readonly reservedCash: Money } | Gate;

/**
 * Asks of an order what the built-in rule's orders are asked. It is sent whole or not at all: a
 * strategy that words its orders is told so, and may ask for less.
 */
export function leaveToSend(book: Book, slot: number, when: Moment, order: WordedOrder): Leave {
  if (order.side === "sell") {
    const reason = order.isStop ? STOP_LOSS : TARGET_LOWERED;
    return standingGate(book, slot, when, reason) ?? { reservedCash: 0 as Money };
  }
  const gate = standingGate(book, slot, when, TARGET_RAISED) ?? raisingGate(book, slot, when);
  if (gate !== undefined) return gate;
  const each = reservedEach(book, order.most ?? book.last[slot]!, when);
  const limit = sizeGate(book, slot, each, order);
  if (limit !== undefined) return limit;
  noteEntry(book, when.at);
  return { reservedCash: (each * order.shares) as Money };
}

/** Shares that the limits leave a market buy of now; 0 where none may be sent. */
export function roomToBuy(book: Book, slot: number, when: Moment, ordered: number): number {
  const gate = standingGate(book, slot, when, TARGET_RAISED) ?? raisingGate(book, slot, when);
  if (gate !== undefined) return 0;
  const price = book.last[slot]!;
  const before = book.held[slot]! + ordered;
  const most = Math.min(
    book.strategy.maxPositionSize - before,
    affordable(book, reservedEach(book, price, when)),
    withinShareOfEquity(book, price, before),
  );
  return Math.max(0, most);
}

function sizeGate(
  book: Book,
  slot: number,
  each: number,
  { shares, ordered }: WordedOrder,
): Gate | undefined {
  const before = book.held[slot]! + ordered;
  if (book.strategy.maxPositionSize - before < shares) return "max-position-size";
  if (affordable(book, each) < shares) return "cash-reserve";
  if (withinShareOfEquity(book, book.last[slot]!, before) < shares) return "position-share";
  return undefined;
}
