import type { Book } from "@sevenfold/domain/book";
import { noteEntry } from "@sevenfold/domain/decide";
import { type Moment, standingGate } from "@sevenfold/domain/gate";
import { NO_MONEY } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import type { Leave } from "@sevenfold/domain/order-gate";
import { STOP_LOSS, TARGET_LOWERED, TARGET_RAISED } from "@sevenfold/domain/reason";
import { opens } from "./signed-position.ts";
import { openingReserve, openingRooms } from "./signed-room.ts";
import { openingGate } from "./signed-step.ts";

/** A side of the market, and the shares that open orders of it have ordered already. */
export interface OrderedSide {
  readonly side: OrderSide;
  readonly ordered: number;
}

/** An order of a strategy that may be short, before it is sent. */
export interface SignedOrder extends OrderedSide {
  readonly shares: number;
  readonly isStop: boolean;
  /** The highest price it may get; of none the last price counts. */
  readonly most: number | undefined;
}

/** Leave to send it and the cash to keep aside, or the gate that denies it: whole, as every order. */
export function leaveToSendSigned(
  book: Book,
  slot: number,
  when: Moment,
  order: SignedOrder,
): Leave {
  const { side, shares, isStop, most } = order;
  const standing = standingGate(book, slot, when, isStop ? STOP_LOSS : REASONS[side]);
  if (standing !== undefined) return standing;
  const { closable, before } = standOf(book, slot, order);
  const opening = shares - Math.min(closable, shares);
  if (opening === 0) return { reservedCash: NO_MONEY };
  const gate = openingGate(book, when);
  if (gate !== undefined) return gate;
  const rooms = openingRooms(book, slot, when, { side, before, most });
  const short = rooms.find(({ room }) => room < opening);
  if (short !== undefined) return short.gate;
  noteEntry(book, when.at);
  const price = most ?? book.last[slot]!;
  return { reservedCash: openingReserve(book, when, { side, shares: opening, price }) };
}

/** Shares that the limits leave a market order of a side now: what closes, and what may be opened. */
export function roomOfSide(book: Book, slot: number, when: Moment, ordered: OrderedSide): number {
  const { side } = ordered;
  if (standingGate(book, slot, when, REASONS[side]) !== undefined) return 0;
  const { closable, before } = standOf(book, slot, ordered);
  if (openingGate(book, when) !== undefined) return closable;
  const rooms = openingRooms(book, slot, when, { side, before }).map(({ room }) => room);
  return closable + Math.max(0, Math.min(...rooms));
}

const REASONS = { buy: TARGET_RAISED, sell: TARGET_LOWERED } as const;

/** What an order of a side closes beside those that are open, and how large its own side is by then. */
function standOf({ held }: Book, slot: number, { side, ordered }: OrderedSide) {
  const size = Math.abs(held[slot]!);
  if (opens(held[slot]!, side)) return { closable: 0, before: size + ordered };
  return { closable: Math.max(0, size - ordered), before: Math.max(0, ordered - size) };
}
