import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { instantFrom } from "./etrade-mapping.ts";
import type { OrderRowWire, TransactionWire } from "./etrade-wire.ts";

/** Shares that were traded on one day, at the price of one trade or at the average of an order. */
export interface DayFill {
  /** Symbol, side and day in New York. */
  readonly key: string;
  readonly count: number;
  readonly price: number;
}

/** As a transaction lists it; no order of it is named there. */
export interface DayTrade extends DayFill {
  readonly id: string;
  /** In dollars, by which its cash is another than its shares at its price. */
  readonly costs: number;
}

const LONG_TRADE = /^(bought|sold)$/;

/** The trade of shares held long that a transaction is, if it is one. */
export function dayTradeOf(row: TransactionWire): readonly DayTrade[] {
  const { price: told, product, quantity } = row.brokerage ?? {};
  const [, word] = LONG_TRADE.exec(row.transactionType.toLowerCase()) ?? [];
  const at = instantFrom(row.transactionDate);
  if (word === undefined || at === undefined || !product?.symbol || !quantity) return [];
  if ((product.securityType ?? "EQ") !== "EQ") return [];
  const key = `${product.symbol} ${word === "bought" ? "BUY" : "SELL"} ${tradingDayOf(at)}`;
  const [count, price] = [Math.abs(quantity), told ?? 0];
  const costs = Math.abs(Math.abs(row.amount) - count * price);
  return [{ key, id: row.transactionId, count, price, costs }];
}

/** What the orders of a row have filled, each on the day it did so or, where that is not told, was placed. */
export const dayFillsOf = ({ OrderDetail }: OrderRowWire): readonly DayFill[] =>
  OrderDetail.flatMap(({ Instrument, executedTime, placedTime, status }) => {
    // Of others the time of execution is a number that overflowed.
    const at = instantFrom((status === "EXECUTED" && executedTime) || (placedTime ?? 0));
    if (at === undefined) return [];
    return Instrument.map(({ Product, averageExecutionPrice, filledQuantity, orderAction }) => ({
      key: `${Product.symbol} ${orderAction} ${tradingDayOf(at)}`,
      count: filledQuantity ?? 0,
      price: averageExecutionPrice ?? 0,
    }));
  });

export const sumOf = (all: readonly Pick<DayFill, "count">[]): number =>
  all.reduce((sum, { count }) => sum + count, 0);
