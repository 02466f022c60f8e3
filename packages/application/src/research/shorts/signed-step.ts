import type { Book } from "@sevenfold/domain/book";
import { orderBegan } from "@sevenfold/domain/book-orders";
import { type Intent, noteEntry } from "@sevenfold/domain/decide";
import {
  type Gate,
  isEquityUnknown,
  type Moment,
  pacingGate,
  standingGate,
} from "@sevenfold/domain/gate";
import { type Money, NO_MONEY, type Price, type Quantity } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import { reasonOf, STOP_LOSS, TARGET_LOWERED, TARGET_RAISED } from "@sevenfold/domain/reason";
import { closingPart, opens, signedEntryPriceOf } from "./signed-position.ts";
import { openingReserve, openingRooms } from "./signed-room.ts";

export interface SignedTarget {
  /** Below zero: owed. */
  readonly shares: number;
  readonly isStop: boolean;
}

/**
 * The order that leads from what is held or owed to what is wanted, as `stepToward` finds it where
 * nothing is short: what closes is always meant whole, what opens is cut to the limits.
 */
export function stepSigned(
  book: Book,
  slot: number,
  when: Moment,
  { shares, isStop }: SignedTarget,
): Intent | Gate | undefined {
  const held = book.held[slot]!;
  const wanted = Math.abs(shares - held);
  if (wanted === 0) return undefined;
  const side: OrderSide = held < shares ? "buy" : "sell";
  const closing = closingPart(held, side, wanted);
  const reason = side === "buy" ? TARGET_RAISED : TARGET_LOWERED;
  const standing = standingGate(book, slot, when, isStop ? STOP_LOSS : reason);
  if (standing !== undefined) return standing;
  const room = openingOf(book, slot, when, { side, wanted: wanted - closing, closing });
  if (typeof room === "string" && closing === 0) return room;
  const opening = typeof room === "string" ? 0 : room;
  if (0 < opening) noteEntry(book, when.at);
  return orderOf(book, slot, when.at, {
    side,
    reason: isStop && 0 < held && opening === 0 ? STOP_LOSS : reason,
    quantity: (closing + opening) as Quantity,
    reservedCash: openingReserve(book, when, { side, shares: opening, price: book.last[slot]! }),
  });
}

/** Shares to open with of those wanted, or the gate that leaves none. */
function openingOf(
  book: Book,
  slot: number,
  when: Moment,
  {
    side,
    wanted,
    closing,
  }: { readonly side: OrderSide; readonly wanted: number; readonly closing: number },
): number | Gate {
  if (wanted === 0) return 0;
  const gate = openingGate(book, when);
  if (gate !== undefined) return gate;
  const before = closing === 0 ? Math.abs(book.held[slot]!) : 0;
  const rooms = openingRooms(book, slot, when, { side, before });
  const none = rooms.find(({ room }) => room < 1);
  return none?.gate ?? Math.min(wanted, ...rooms.map(({ room }) => room));
}

/** Whether nothing is opened on the way. */
export const isReduction = (held: number, wanted: number): boolean =>
  wanted === 0 || (0 < wanted === 0 < held && Math.abs(wanted) < Math.abs(held));

/** An account and its orders on their way to an opening. */
interface OrdersInLine {
  readonly book: Book;
  readonly line: readonly { readonly intent: Intent }[];
}

/** Whether what is to be opened would be cut short while orders that free money are on their way. */
export function isWaitingForMargin(
  { book, line }: OrdersInLine,
  slot: number,
  when: Moment,
  wanted: number,
): boolean {
  const frees = ({ intent }: OrdersInLine["line"][number]) =>
    !opens(book.held[intent.slot]!, intent.side);
  if (!line.some(frees)) return false;
  const held = book.held[slot]!;
  const side: OrderSide = held < wanted ? "buy" : "sell";
  const opening = Math.abs(wanted - held) - closingPart(held, side, Math.abs(wanted - held));
  const before = opens(held, side) ? Math.abs(held) : 0;
  const rooms = openingRooms(book, slot, when, { side, before });
  const of = (isCash: boolean) =>
    rooms.flatMap(({ gate, room }) => ((gate === "cash-reserve") === isCash ? [room] : []));
  return Math.min(...of(true)) < Math.min(opening, ...of(false));
}

/** What keeps anything from being opened now, whatever its size. */
export function openingGate(book: Book, when: Moment): Gate | undefined {
  if (isEquityUnknown(book)) return "equity-unknown";
  if (book.halted) return "halted";
  return pacingGate(book, when);
}

/** The order that buys back what is short: nothing holds it up. */
export function coverOf(book: Book, slot: number, when: Moment): Intent {
  const quantity = -book.held[slot]! as Quantity;
  const reservedCash = NO_MONEY;
  return orderOf(book, slot, when.at, {
    side: "buy",
    reason: TARGET_RAISED,
    quantity,
    reservedCash,
  });
}

/** An order that is meant, and how it is sized. */
interface Wanted {
  readonly side: OrderSide;
  readonly reason: number;
  readonly quantity: Quantity;
  readonly reservedCash: Money;
}

/** The order, begun in the book. */
export function orderOf(book: Book, slot: number, at: Moment["at"], wanted: Wanted): Intent {
  const { side, reason, quantity, reservedCash } = wanted;
  const price = book.last[slot] as Price;
  const reference = reason === STOP_LOSS ? signedEntryPriceOf(book, slot)! : price;
  const decided = { price, reference, trigger: price };
  orderBegan(book, slot, { reason, quantity, reservedCash, decided });
  return {
    ticker: book.tickers[slot]!,
    slot,
    side,
    quantity,
    reason: reasonOf(reason)!,
    at,
    ...decided,
    reservedCash,
  };
}
