import type {
  CancelAllView,
  CanceledOrderView,
  OrderTicket,
  OrderView,
  SellAllView,
  TradeView,
} from "@sevenfold/contract/orders";
import { positionsOf } from "./invented-positions.ts";
import { cents, priceAt } from "./invented-prices.ts";
import type { InventedWorld } from "./invented-world.ts";

export function fillOf(world: InventedWorld, ticket: OrderTicket): TradeView {
  const price = ticket.limitPrice ?? priceAt(ticket.symbol, world.now());
  return {
    id: String(world.trades.length + 1),
    ts: new Date(world.now()).toISOString(),
    ticker: ticket.symbol,
    side: ticket.side === "buy" ? "BUY" : "SELL",
    shares: ticket.quantity,
    price,
    fees: 0,
    total: cents(price * ticket.quantity),
    realizedPL: null,
    origin: "manual",
    reason: null,
  };
}

const OPEN: ReadonlySet<OrderView["status"]> = new Set([
  "working",
  "partially-filled",
  "unknown",
  "cancel-pending",
]);

export const openOrdersOf = ({ orders }: InventedWorld): readonly OrderView[] =>
  orders.filter(({ status }) => OPEN.has(status));

type CancelState = CanceledOrderView["state"];

const canceledOf = (world: InventedWorld, state: CancelState): CanceledOrderView[] =>
  openOrdersOf(world).map(({ clientKey, filled, message, quantity, side, ticker }) => {
    return { clientKey, filled, message, quantity, side, ticker, state };
  });

/** Every open order, taken back. */
export const cancelAllOf = (world: InventedWorld, state: CancelState): CancelAllView => ({
  id: "5b8e4a1e-98a5-4f6e-8d63-7f8a3a1f0c12",
  isDone: state !== "canceling",
  startedAt: new Date(world.now()).toISOString(),
  orders: canceledOf(world, state),
});

/** A batch sale of all that is held. */
export const saleOf = (world: InventedWorld, state: "submitted" | "sold"): SellAllView => ({
  id: "5b8e4a1e-98a5-4f6e-8d63-7f8a3a1f0c11",
  isDone: state === "sold",
  orders: canceledOf(world, state === "sold" ? "canceled" : "canceling"),
  startedAt: new Date(world.now()).toISOString(),
  items: positionsOf(world).map(({ ticker, shares }) => ({
    ticker,
    shares,
    sold: state === "sold" ? shares : 0,
    state,
    clientKey: "ABCDEFGHIJKLMNOPQRST",
    message: null,
  })),
});
