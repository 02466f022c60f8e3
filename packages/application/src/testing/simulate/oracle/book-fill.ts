import type { Ticker } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";

import { halfEven } from "../../plain-costs.ts";

/** An execution, as far as cash and shares go. */
export interface PaidFill {
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly price: Price;
  readonly fee: Money;
}

export interface JudgedPosition {
  readonly quantity: Quantity;
  readonly costBasis: Money;
  readonly isManaged: true;
}

/** What a judge reckons of an account: its cash, and what it holds. */
export interface JudgedBook {
  cash: number;
  readonly positions: Map<Ticker, JudgedPosition>;
}

export const openBook = (cash: number): JudgedBook => ({ cash, positions: new Map() });

/** Cost follows the shares: a sale takes its share of it out, a tie to the even. */
export function bookFill(book: JudgedBook, { fee, price, quantity, side, ticker }: PaidFill): void {
  const held = book.positions.get(ticker);
  const [before, cost] = [held?.quantity ?? 0, held?.costBasis ?? 0];
  const after = side === "buy" ? before + quantity : before - quantity;
  const costBasis =
    side === "buy"
      ? cost + price * quantity
      : cost - halfEven(BigInt(cost) * BigInt(quantity), BigInt(before));
  book.cash += (side === "buy" ? -price : price) * quantity - fee;
  if (after === 0) book.positions.delete(ticker);
  else
    book.positions.set(ticker, {
      quantity: after as Quantity,
      costBasis: costBasis as Money,
      isManaged: true,
    });
}
