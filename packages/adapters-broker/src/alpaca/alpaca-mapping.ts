import type {
  BrokerAccountReport,
  BrokerPosition,
  Execution,
  OrderReport,
  SubmitAnswer,
} from "@sevenfold/application/ports/broker";
import { type Instant, isTicker, type Ticker } from "@sevenfold/domain/market";
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
import { instantFromText } from "../instant-from-text.ts";
import type {
  AccountWire,
  FillActivityWire,
  OrderWire,
  PositionWire,
  TradeUpdateWire,
} from "./alpaca-wire.ts";

/** Alpaca's words ↔ ours. What cannot be told truthfully comes back undefined, never thrown. */

/** Their statuses that end an order or mean work in progress; every other word is "suspended". */
const STATES: Readonly<Record<string, OrderReport["state"]>> = {
  new: "working",
  accepted: "working",
  pending_new: "working",
  accepted_for_bidding: "working",
  partially_filled: "working",
  pending_cancel: "working",
  pending_replace: "working",
  held: "working",
  filled: "filled",
  canceled: "canceled",
  replaced: "canceled",
  expired: "expired",
  rejected: "rejected",
};

/** Nothing traded of an order that stands so. */
const UNTRADED = new Set(["new", "accepted", "pending_new", "accepted_for_bidding", "held"]);
const UNTOLD = "Alpaca does not say how much of this order traded.";

export const orderToWire = (order: Order) => ({
  symbol: order.ticker,
  qty: String(order.quantity),
  side: order.side,
  type: typeToWire(order),
  time_in_force: order.timeInForce === "until-canceled" ? "gtc" : "day",
  client_order_id: order.clientKey,
  ...(order.limit === undefined ? {} : { limit_price: decimalOf(order.limit) }),
  ...(order.stop === undefined ? {} : { stop_price: decimalOf(order.stop) }),
  ...(order.extendedHours ? { extended_hours: true } : {}),
});

const typeToWire = ({ limit, stop }: Order): string => {
  if (stop !== undefined) return limit === undefined ? "stop" : "stop_limit";
  return limit === undefined ? "market" : "limit";
};

export function orderFromWire(wire: OrderWire): OrderReport | undefined {
  const ticker = tickerFrom(wire.symbol);
  const quantity = wholeShares(wire.qty ?? "");
  const filled = wholeShares(wire.filled_qty ?? "0");
  const submittedAt = instantFrom(wire.submitted_at ?? wire.created_at);
  const limit = wire.limit_price == null ? undefined : priceFrom(wire.limit_price);
  const stop = stopFrom(wire);
  if (ticker === undefined || quantity === undefined || filled === undefined) return undefined;
  if (submittedAt === undefined) return undefined;
  const isUntold = wire.filled_qty == null && !UNTRADED.has(wire.status);
  return {
    brokerOrderId: wire.id,
    ...(wire.client_order_id ? { clientKey: wire.client_order_id } : {}),
    ticker,
    side: wire.side,
    quantity: shares(quantity),
    extendedHours: wire.extended_hours ?? false,
    state: isUntold ? "suspended" : (STATES[wire.status] ?? "suspended"),
    filled: shares(filled),
    submittedAt,
    ...(limit === undefined ? {} : { limit }),
    ...(stop === undefined ? {} : { stop }),
    ...(wire.time_in_force === "gtc" ? { timeInForce: "until-canceled" } : {}),
    ...(wire.replaces ? { replaces: wire.replaces } : {}),
    ...(STATES[wire.status] === undefined ? { message: `Alpaca reports “${wire.status}”.` } : {}),
    ...(isUntold ? { isUntold, message: UNTOLD } : {}),
  };
}

/** The price of a stop that stays where it is: one that trails has another tomorrow. */
const stopFrom = ({ stop_price, type }: OrderWire): Price | undefined =>
  stop_price == null || type === "trailing_stop" ? undefined : priceFrom(stop_price);

/**
 * The order and its cumulative filled quantity name an execution: the stream and the activities
 * both carry the pair, while only the stream carries an execution id.
 */
export const executionIdOf = (orderId: string, cumulative: number): string =>
  `${orderId}:${cumulative}`;

export function executionFromUpdate(wire: TradeUpdateWire): Execution | undefined {
  if (wire.event !== "fill" && wire.event !== "partial_fill") return undefined;
  const report = orderFromWire(wire.order);
  const quantity = wholeShares(wire.qty ?? "");
  const each = priceFrom(wire.price ?? "");
  const at = instantFrom(wire.timestamp ?? "");
  if (!report || quantity === undefined || each === undefined || at === undefined) return undefined;
  // Its id is how much traded so far: the list of fills says that.
  if (wire.order.filled_qty == null) return undefined;
  const { clientKey } = report;
  return {
    executionId: executionIdOf(report.brokerOrderId, report.filled),
    brokerOrderId: report.brokerOrderId,
    ...(clientKey === undefined ? {} : { clientKey }),
    ticker: report.ticker,
    side: report.side,
    quantity: shares(quantity),
    ordered: report.quantity,
    price: each,
    fee: NO_MONEY,
    at,
  };
}

/** Of fills, whose sides are FIX's words; a short sale is a sale of shares too. */
const SIDES: ReadonlyMap<string, Execution["side"]> = new Map([
  ["buy", "buy"],
  ["buy_minus", "buy"],
  ["sell", "sell"],
  ["sell_plus", "sell"],
  ["sell_short", "sell"],
  ["sell_short_exempt", "sell"],
]);

/** Undefined of one that does not say which way the shares went. */
export const sideFrom = (text: string): Execution["side"] | undefined => SIDES.get(text);

export function executionFromActivity(wire: FillActivityWire): Execution | undefined {
  const ticker = tickerFrom(wire.symbol);
  const quantity = wholeShares(wire.qty);
  const cumulative = wholeShares(wire.cum_qty);
  const left = wholeShares(wire.leaves_qty ?? "");
  const each = priceFrom(wire.price);
  const side = sideFrom(wire.side);
  const at = instantFrom(wire.transaction_time);
  if (ticker === undefined || quantity === undefined || cumulative === undefined) return undefined;
  if (each === undefined || side === undefined || at === undefined) return undefined;
  return {
    executionId: executionIdOf(wire.order_id, cumulative),
    brokerOrderId: wire.order_id,
    ticker,
    side,
    quantity: shares(quantity),
    ...(left === undefined ? {} : { ordered: shares(cumulative + left) }),
    price: each,
    fee: NO_MONEY,
    at,
  };
}

export function accountFromWire(wire: AccountWire): BrokerAccountReport | undefined {
  const cash = moneyFrom(wire.cash);
  const equity = moneyFrom(wire.equity);
  const buyingPower = moneyFrom(wire.buying_power);
  if (cash === undefined || equity === undefined || buyingPower === undefined) return undefined;
  const restriction = restrictionOf(wire);
  return {
    accountNumber: wire.account_number,
    cash,
    equity,
    buyingPower,
    canTrade: restriction === undefined,
    ...(restriction === undefined ? {} : { restriction }),
  };
}

/** What keeps an account from trading; undefined when nothing does. */
function restrictionOf(wire: AccountWire): string | undefined {
  if (wire.status !== "ACTIVE") return `The account's status is ${wire.status}.`;
  if (wire.account_blocked) return "The account is blocked.";
  if (wire.trading_blocked) return "Trading is blocked.";
  return wire.trade_suspended_by_user ? "Its owner has suspended trading." : undefined;
}

/** Long positions only; the whole shares are ours to trade, a fraction is kept beside them. */
export function positionFromWire(wire: PositionWire): BrokerPosition | undefined {
  const ticker = tickerFrom(wire.symbol);
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(wire.qty);
  const costBasis = moneyFrom(wire.cost_basis);
  if (ticker === undefined || !match || costBasis === undefined || wire.side !== "long")
    return undefined;
  return {
    ticker,
    quantity: shares(Number(match[1])),
    costBasis,
    fractionBillionths: Number((match[2] ?? "").padEnd(9, "0")),
  };
}

/** Why a parsed refusal happened, by status and words: Alpaca's codes mean many things. */
export function refusalFrom(
  status: number,
  message: string,
): Extract<SubmitAnswer, { kind: "rejected" }> {
  return { kind: "rejected", message, cause: causeOf(status, message.toLowerCase()) };
}

/** With 403 Alpaca refuses orders, and keys too: those of another environment, or that are gone. */
const OF_KEYS = /^forbidden\b|access key verification|^request is not authorized/;

function causeOf(
  status: number,
  words: string,
): Extract<SubmitAnswer, { kind: "rejected" }>["cause"] {
  if (status === 401 || (status === 403 && OF_KEYS.test(words))) return "credentials";
  if (words.includes("insufficient buying power")) return "funds";
  if (words.includes("insufficient qty")) return "shares";
  if (words.includes("asset") || words.includes("symbol")) return "symbol";
  return "other";
}

export const isDuplicateKey = (status: number, message: string): boolean =>
  status === 422 && /client[_ -]?order[_ -]?id must be unique/i.test(message);

/** A gateway that does not know the way answers 404 too: only what is said of an order says that there is none. */
export const isNoSuchOrder = (status: number, message: string): boolean =>
  status === 404 && /\border not found\b/i.test(message);

export const tickerFrom = (text: string): Ticker | undefined => (isTicker(text) ? text : undefined);

/** A time of theirs, to the millisecond. */
export const instantFrom = (text: string): Instant | undefined => instantFromText(text);

export function moneyFrom(text: string): Money | undefined {
  const units = unitsFromDecimal(text);
  return units === undefined ? undefined : money(units);
}

function priceFrom(text: string): Price | undefined {
  const units = unitsFromDecimal(text);
  return units !== undefined && isPrice(units) ? units : undefined;
}

/** "10", "10.0" and "10.000000000" are whole; "0.5" is not ours to book. */
export function wholeShares(text: string): number | undefined {
  const match = /^(\d{1,9})(?:\.0+)?$/.exec(text);
  return match ? Number(match[1]) : undefined;
}
