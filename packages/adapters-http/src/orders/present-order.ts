import type { Trade } from "@sevenfold/application/views/read-trades";
import type { OrderView, TradeView } from "@sevenfold/contract/orders";
import { dollarsOf, notionalOf } from "@sevenfold/domain/money";
import { averagePriceOf, type Order } from "@sevenfold/domain/order";

import { dollarsOrNull, orNull, timestampOf, timestampOrNull } from "../wire.ts";
import { type ProviderNames, providerNameOf } from "./provider-name.ts";

const SIDES = { buy: "BUY", sell: "SELL" } as const;

export const presentOrder = (order: Order, names: ProviderNames): OrderView => ({
  clientKey: order.clientKey,
  ticker: order.ticker,
  side: SIDES[order.side],
  orderType: typeOf(order),
  quantity: order.quantity,
  filled: order.filled,
  limitPrice: dollarsOrNull(order.limit),
  stopPrice: dollarsOrNull(order.stop),
  timeInForce: orNull(order.timeInForce),
  averagePrice: dollarsOrNull(averagePriceOf(order)),
  status: order.status,
  origin: order.origin,
  message: orNull(order.lastMessage),
  provider: orNull(order.priceProvider),
  providerName: providerNameOf(order.priceProvider, names),
  priceAt: timestampOrNull(order.pricedAt),
  createdAt: timestampOf(order.createdAt),
  updatedAt: timestampOf(order.updatedAt),
});

function typeOf({ limit, stop }: Order): OrderView["orderType"] {
  if (stop !== undefined) return limit === undefined ? "stop" : "stop-limit";
  return limit === undefined ? "market" : "limit";
}

export const presentTrade = ({ fill, origin, explanation }: Trade): TradeView => ({
  id: fill.executionId,
  ts: timestampOf(fill.at),
  ticker: fill.ticker,
  side: SIDES[fill.side],
  shares: fill.quantity,
  price: dollarsOf(fill.price),
  fees: dollarsOf(fill.fee),
  total: dollarsOf(notionalOf(fill.price, fill.quantity)),
  realizedPL: fill.side === "sell" ? dollarsOf(fill.realized) : null,
  origin,
  reason: orNull(explanation),
});
