import type { Ticker } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { OrderReport } from "../../ports/broker.ts";

/** What an order asks of a venue. */
export type AskedOrder = Pick<
  Order,
  "extendedHours" | "limit" | "quantity" | "side" | "stop" | "ticker" | "timeInForce"
>;

/** From here on nothing need be kept aside for an order that got no answer. */
export const GIVEN_UP_MS = 30_000;

interface Holdings {
  readonly cash: Money;
  readonly orders: readonly OrderReport[];
  readonly positions: ReadonlyMap<Ticker, { readonly quantity: Quantity }>;
}

/** Cash that the open buys leave at the prices of now. */
export const payableAt = ({ cash, orders }: Holdings, priceOf: (ticker: Ticker) => Price): number =>
  orders
    .filter(({ side, state }) => side === "buy" && state === "working")
    .reduce((left, { filled, limit, quantity, ticker }) => {
      const price = limit ?? priceOf(ticker);
      return left - (quantity - filled) * price;
    }, cash as number);

/** What a buy is of, and what those at work are of that keep cash aside by its price. */
export const boughtOf = (
  { orders }: Pick<Holdings, "orders">,
  { ticker }: { readonly ticker: Ticker },
): readonly Ticker[] => [
  ticker,
  ...orders
    .filter(({ side, state }) => side === "buy" && state === "working")
    .map((order) => order.ticker),
];

/** Shares that the open sells leave; below zero where they offer more than there is. */
export function sellableAt({ orders, positions }: Holdings, ticker: Ticker): number {
  const inOpenSells = orders
    .filter((order) => order.side === "sell" && order.state === "working")
    .filter((order) => order.ticker === ticker)
    .reduce((sum, { filled, quantity }) => sum + quantity - filled, 0);
  return (positions.get(ticker)?.quantity ?? 0) - inOpenSells;
}
