import type {
  BrokerAccountReport,
  BrokerPosition,
  Execution,
  OrderReport,
} from "@sevenfold/application/ports/broker";
import { instant, isTicker, type Ticker } from "@sevenfold/domain/market";
import {
  decimalOf,
  isPrice,
  type Money,
  money,
  NO_MONEY,
  type Price,
  shares,
  unitsFromDecimal,
} from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { AccountWire, FillWire, HoldingWire, OrderWire } from "./pocket-wire.ts";

/** Pocket's words ↔ ours. What cannot be told truthfully comes back undefined. */

const STATES: Readonly<Record<string, OrderReport["state"]>> = {
  open: "working",
  done: "filled",
  canceled: "canceled",
  lapsed: "expired",
  refused: "rejected",
};

export const orderToWire = (order: Order) => ({
  key: order.clientKey,
  symbol: order.ticker,
  side: order.side,
  shares: order.quantity,
  extended: order.extendedHours,
  ...(order.limit === undefined ? {} : { limit: decimalOf(order.limit) }),
});

export function orderFromWire(wire: OrderWire): OrderReport | undefined {
  const ticker = tickerFrom(wire.symbol);
  const limit = wire.limit === undefined ? undefined : priceFrom(wire.limit);
  if (!ticker || (wire.limit !== undefined && limit === undefined)) return undefined;
  return {
    brokerOrderId: wire.id,
    clientKey: wire.key,
    ticker,
    side: wire.side,
    quantity: shares(wire.shares),
    ...(limit === undefined ? {} : { limit }),
    extendedHours: wire.extended,
    state: STATES[wire.state] ?? "suspended",
    filled: shares(wire.filled),
    submittedAt: instant(wire.at),
  };
}

export function executionFromWire(wire: FillWire): Execution | undefined {
  const ticker = tickerFrom(wire.symbol);
  const price = priceFrom(wire.price);
  if (!ticker || price === undefined) return undefined;
  return {
    executionId: wire.id,
    brokerOrderId: wire.order,
    clientKey: wire.key,
    ticker,
    side: wire.side,
    quantity: shares(wire.shares),
    price,
    fee: NO_MONEY,
    at: instant(wire.at),
  };
}

export function accountFromWire(wire: AccountWire): BrokerAccountReport | undefined {
  const [cash, equity, power] = [wire.cash, wire.equity, wire.power].map(moneyFrom);
  if (cash === undefined || equity === undefined || power === undefined) return undefined;
  const report = { accountNumber: wire.number, cash, equity, buyingPower: power };
  return wire.frozen
    ? { ...report, canTrade: false, restriction: "The account is frozen." }
    : { ...report, canTrade: true };
}

export function positionFromWire(wire: HoldingWire): BrokerPosition | undefined {
  const ticker = tickerFrom(wire.symbol);
  const costBasis = moneyFrom(wire.cost);
  if (!ticker || costBasis === undefined) return undefined;
  return { ticker, quantity: shares(wire.shares), costBasis, fractionBillionths: 0 };
}

const tickerFrom = (text: string): Ticker | undefined => (isTicker(text) ? text : undefined);

function moneyFrom(text: string): Money | undefined {
  const units = unitsFromDecimal(text);
  return units === undefined ? undefined : money(units);
}

function priceFrom(text: string): Price | undefined {
  const units = unitsFromDecimal(text);
  return units !== undefined && isPrice(units) ? units : undefined;
}
