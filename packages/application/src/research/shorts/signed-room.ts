import type { Book } from "@sevenfold/domain/book";
import type { Moment } from "@sevenfold/domain/gate";
import { reservedEach } from "@sevenfold/domain/gate";
import { type Money, money, NO_MONEY, type Price } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import { withinShareOfEquity } from "@sevenfold/domain/sizing";
import { freeCashOf, marginOf, owedOf, shortReserveOf } from "./margin.ts";
import { opens } from "./signed-position.ts";

/** What a part of an order needed, and what there was: cash for a buy, or for the margin of what would be owed. */
export interface Shortfall {
  readonly kind: "cash" | "margin";
  readonly cost: Money;
  readonly cash: Money;
  readonly price: Price;
}

interface Part {
  readonly side: OrderSide;
  readonly quantity: number;
  readonly price: Price;
  readonly fee: number;
}

/**
 * Why a part of an order that does not cross zero has not the money it needs, if so. What closes a
 * position always goes through: a cover that costs more than there is leaves a debt.
 */
export function signedShortfallOf(
  book: Book,
  slot: number,
  { side, quantity, price, fee }: Part,
): Shortfall | undefined {
  const held = book.held[slot]!;
  if (!opens(held, side)) return undefined;
  if (side === "buy") {
    const cost = money(price * quantity + fee);
    const free = money(freeCashOf(book));
    return free < cost ? { kind: "cash", cost, cash: free, price } : undefined;
  }
  const owed = owedOf(book) + held * book.mark[slot]! + (quantity - held) * price;
  const needed = money(marginOf(owed));
  const cash = money(book.cash + price * quantity - fee);
  return cash < needed ? { kind: "margin", cost: needed, cash, price } : undefined;
}

export interface Opening {
  readonly side: OrderSide;
  /** Shares of this side by then: held or owed, and ordered. */
  readonly before: number;
  /** A price that an order is meant to get at the worst; of none the last price counts. */
  readonly most?: number | undefined;
}

/** The limits that leave shares to open with, by the gate that is named where they leave none. */
export function openingRooms(book: Book, slot: number, when: Moment, opening: Opening) {
  const { side, before, most } = opening;
  const each = reservedEachOfSide(book, when, side, most ?? book.last[slot]!);
  const free = freeCashOf(book) - book.reservedCash - book.strategy.minCashReserve;
  return [
    { gate: "max-position-size", room: book.strategy.maxPositionSize - before },
    { gate: "cash-reserve", room: Math.floor(free / each) },
    { gate: "position-share", room: withinShareOfEquity(book, book.last[slot]!, before) },
  ] as const;
}

const reservedEachOfSide = (book: Book, when: Moment, side: OrderSide, price: number): number =>
  side === "buy" ? reservedEach(book, price, when) : shortReserveOf(price);

/** Cash to keep aside for opening so many shares; what is short keeps the proceeds as well. */
export const openingReserve = (
  book: Book,
  when: Moment,
  {
    side,
    shares,
    price,
  }: { readonly side: OrderSide; readonly shares: number; readonly price: number },
): Money => (shares === 0 ? NO_MONEY : money(reservedEachOfSide(book, when, side, price) * shares));
