import type {
  BrokerAccountReport,
  BrokerPosition,
  Execution,
  OrderReport,
  SubmitAnswer,
} from "@sevenfold/application/ports/broker";
import {
  type Instant,
  instant,
  isTicker,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import {
  dollarsOf,
  isPrice,
  type Money,
  money,
  NO_MONEY,
  type Price,
  shares,
  unitsFromNumber,
} from "@sevenfold/domain/money";
import type { Order, OrderSide } from "@sevenfold/domain/order";

import type { EtradeAnswer } from "./etrade-answer.ts";
import type {
  AccountWire,
  BalanceWire,
  OrderWire,
  PositionWire,
  QuoteDataWire,
} from "./etrade-wire.ts";

/** E*TRADE's words ↔ ours. What cannot be told truthfully comes back undefined, never thrown. */

/** What quantities do not say already; every other word is "suspended". */
const STATES: Readonly<Record<string, OrderReport["state"]>> = {
  OPEN: "working",
  PARTIAL: "working",
  INDIVIDUAL_FILLS: "working",
  CANCEL_REQUESTED: "working",
  EXECUTED: "filled",
  DONE_TRADE_EXECUTED: "filled",
  CANCELLED: "canceled",
  EXPIRED: "expired",
  REJECTED: "rejected",
};

const SIDES: Readonly<Record<string, OrderSide>> = {
  BUY: "buy",
  BUY_TO_COVER: "buy",
  SELL: "sell",
  SELL_SHORT: "sell",
};

const UNTIL_CANCELED = "GOOD_UNTIL_CANCEL";

/** Later than this an execution is no time but a number that overflowed. */
const CLOCK_SLACK_MS = 86_400_000;

/** The order as both preview and place want it, in lists: an object alone is refused. */
export const orderToWire = (order: Order) => ({
  orderType: "EQ",
  clientOrderId: order.clientKey,
  Order: [
    {
      allOrNone: false,
      priceType: priceTypeToWire(order),
      orderTerm: order.timeInForce === "until-canceled" ? UNTIL_CANCELED : "GOOD_FOR_DAY",
      marketSession: order.extendedHours ? "EXTENDED" : "REGULAR",
      ...(order.limit === undefined ? {} : { limitPrice: dollarsOf(order.limit) }),
      ...(order.stop === undefined ? {} : { stopPrice: dollarsOf(order.stop) }),
      Instrument: [
        {
          Product: { securityType: "EQ", symbol: order.ticker },
          orderAction: order.side === "buy" ? "BUY" : "SELL",
          quantityType: "QUANTITY",
          quantity: order.quantity,
        },
      ],
    },
  ],
});

function priceTypeToWire({ limit, stop }: Order): string {
  if (stop !== undefined) return limit === undefined ? "STOP" : "STOP_LIMIT";
  return limit === undefined ? "MARKET" : "LIMIT";
}

/** What an order says of itself and of its fills, in one. */
export interface OrderReading {
  readonly report: OrderReport;
  /** All its fills in one sum; absent where there are none, or none of whole shares. */
  readonly execution?: Execution;
}

/**
 * One order of shares with one symbol and side. Its rows, one for each fill where E*TRADE shows them
 * singly, are added up. Undefined when it cannot be read so.
 */
export function orderFromWire(wire: OrderWire, readAt: Instant): OrderReading | undefined {
  const [detail] = wire.OrderDetail;
  const rows = wire.OrderDetail.flatMap(({ Instrument }) => Instrument);
  const [first] = rows;
  if (!detail || !first || rows.some((row) => !isOfSameOrder(row, first))) return undefined;
  const ticker = tickerFrom(first.Product.symbol);
  const side = SIDES[first.orderAction];
  const quantity = wholeShares(first.orderedQuantity);
  const filled = wholeShares(rows.reduce((sum, row) => sum + row.filledQuantity, 0));
  const submittedAt = instantFrom(detail.placedTime);
  if (!ticker || !side || quantity === undefined || quantity === 0) return undefined;
  if (filled === undefined || quantity < filled || submittedAt === undefined) return undefined;
  const isLimited = detail.priceType === "LIMIT" || detail.priceType === "STOP_LIMIT";
  const limit = isLimited ? priceFrom(detail.limitPrice ?? 0) : undefined;
  // One that trails has another price tomorrow.
  const isStop = detail.priceType === "STOP" || detail.priceType === "STOP_LIMIT";
  const stop = isStop ? priceFrom(detail.stopPrice ?? 0) : undefined;
  const report: OrderReport = {
    brokerOrderId: wire.orderId,
    ticker,
    side,
    quantity: shares(quantity),
    extendedHours: detail.marketSession === "EXTENDED",
    state: filled === quantity ? "filled" : (STATES[detail.status] ?? "suspended"),
    filled: shares(filled),
    submittedAt,
    ...(limit === undefined ? {} : { limit }),
    ...(stop === undefined ? {} : { stop }),
    ...(detail.orderTerm === UNTIL_CANCELED ? { timeInForce: "until-canceled" } : {}),
    ...messageOf(detail),
  };
  const execution = sumOf(report, wire, readAt);
  return filled === 0 ? { report } : execution && { report, execution };
}

type Row = OrderWire["OrderDetail"][number]["Instrument"][number];

const isOfSameOrder = (row: Row, first: Row): boolean =>
  row.Product.symbol === first.Product.symbol &&
  row.orderAction === first.orderAction &&
  row.orderedQuantity === first.orderedQuantity;

function messageOf({
  messages,
  status,
}: OrderWire["OrderDetail"][number]): Pick<OrderReport, "message"> {
  const said = messages?.Message.find(({ description }) => description)?.description;
  if (said !== undefined) return { message: withoutPrefix(said) };
  return STATES[status] === undefined ? { message: `E*TRADE reports “${status}”.` } : {};
}

/** Their notices begin with a number of their own: "200|Your order was …". */
const withoutPrefix = (description: string): string =>
  description.replace(/^\d+\|/, "").slice(0, 300);

/** E*TRADE tells one average of all fills, and no execution ids: order and filled quantity name it. */
function sumOf(report: OrderReport, wire: OrderWire, readAt: Instant): Execution | undefined {
  const rows = wire.OrderDetail.flatMap(({ Instrument }) => Instrument);
  const paid = rows.reduce(
    (sum, row) => sum + row.filledQuantity * (row.averageExecutionPrice ?? Number.NaN),
    0,
  );
  const price = priceFrom(Math.round((paid / report.filled) * 1e6) / 1e6);
  if (price === undefined) return undefined;
  const { brokerOrderId, filled, quantity, side, ticker } = report;
  return {
    executionId: `${brokerOrderId}:${filled}`,
    brokerOrderId,
    ticker,
    side,
    quantity: filled,
    price,
    fee: NO_MONEY,
    at: executedAt(report, wire, readAt),
    asSum: { ordered: quantity },
  };
}

/** The time is trusted of executed orders only: of canceled ones it is an overflowed number. */
function executedAt({ submittedAt }: OrderReport, wire: OrderWire, readAt: Instant): Instant {
  const times = wire.OrderDetail.flatMap(
    ({ executedTime }) => instantFrom(executedTime ?? 0) ?? [],
  );
  const latest = instant(Math.max(0, ...times));
  return submittedAt <= latest && latest <= readAt + CLOCK_SLACK_MS ? latest : readAt;
}

/** Options, funds and spreads are held beside ours: left out, not taken for garbage. */
export const isOrderOfShares = ({ OrderDetail, orderType }: OrderWire): boolean =>
  orderType === "EQ" &&
  OrderDetail.every(({ Instrument }) =>
    Instrument.every(
      ({ filledQuantity, orderedQuantity, Product }) =>
        isOfShares(Product) &&
        Number.isInteger(orderedQuantity) &&
        Number.isInteger(filledQuantity),
    ),
  );

/** Symbols E*TRADE writes in ways of its own are not ours to trade. */
export const isOfShares = ({
  securityType,
  symbol,
}: Readonly<Record<"securityType" | "symbol", string>>): boolean =>
  securityType === "EQ" && isTicker(symbol);

export const isPositionOfShares = ({ Product, positionType }: PositionWire): boolean =>
  isOfShares(Product) && positionType === "LONG";

export function positionFromWire(wire: PositionWire): BrokerPosition | undefined {
  const ticker = tickerFrom(wire.Product.symbol);
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(String(wire.quantity));
  const costBasis = moneyFrom(wire.totalCost);
  if (ticker === undefined || !match || costBasis === undefined || costBasis < 0) return undefined;
  return {
    ticker,
    quantity: shares(Number(match[1])),
    costBasis,
    fractionBillionths: Number((match[2] ?? "").padEnd(9, "0")),
  };
}

/** What is not in stocks is cash: their buying power would count credit with it. */
export function accountFromWire(
  { accountId, accountStatus }: AccountWire,
  { BalanceResponse: { Computed } }: BalanceWire,
): BrokerAccountReport | undefined {
  const equity = moneyFrom(Computed.RealTimeValues.totalAccountValue);
  const inStocks = moneyFrom(Computed.RealTimeValues.netMv);
  if (equity === undefined || inStocks === undefined) return undefined;
  const cash = money(equity - inStocks);
  const free = Computed.cashBuyingPower ?? Computed.cashAvailableForInvestment;
  return {
    accountNumber: accountId,
    cash,
    equity,
    buyingPower: (free === undefined ? undefined : moneyFrom(free)) ?? cash,
    canTrade: isActive({ accountStatus }),
    ...(!isActive({ accountStatus }) && {
      restriction: `The account's status is ${accountStatus}.`,
    }),
  };
}

export const isActive = ({ accountStatus }: Pick<AccountWire, "accountStatus">): boolean =>
  accountStatus === "ACTIVE";

/** A price and a quote of real time; undefined for delayed ones, on which nobody trades. */
export function quoteFromWire(
  wire: QuoteDataWire,
): { readonly print: Print; readonly quote: Quote } | undefined {
  const { All: all, Product, dateTimeUTC, quoteStatus } = wire;
  const ticker = tickerFrom(Product.symbol);
  if (!all || !ticker || !/^(EH_)?REALTIME$/.test(quoteStatus)) return undefined;
  const [price, bid, ask] = [all.lastTrade, all.bid, all.ask].map(priceFrom);
  const at = instantFrom(dateTimeUTC * 1_000);
  const tradedAt = instantFrom((all.timeOfLastTrade ?? dateTimeUTC) * 1_000);
  if (!price || !bid || !ask || ask < bid || at === undefined || tradedAt === undefined)
    return undefined;
  return { print: { ticker, price, at: tradedAt }, quote: { ticker, bid, ask, at } };
}

type Rejected = Extract<SubmitAnswer, { kind: "rejected" }>;

/** Why a parsed refusal happened, by code where one is known, else by words. */
export function refusalFrom(answer: Extract<EtradeAnswer, { kind: "refused" }>): Rejected {
  return { kind: "rejected", message: answer.message, cause: causeOf(answer) };
}

const NOT_ENOUGH_SHARES = 1037;

function causeOf({
  code,
  message,
  why,
}: Extract<EtradeAnswer, { kind: "refused" }>): Rejected["cause"] {
  if (why === "keys") return "credentials";
  if (why === "authorisation") return "authorisation";
  const words = message.toLowerCase();
  if (code === NOT_ENOUGH_SHARES || words.includes("available shares")) return "shares";
  if (words.includes("buying power") || words.includes("funds")) return "funds";
  return words.includes("symbol") ? "symbol" : "other";
}

const STALE_PREVIEW = new Set([101, 1033]);

/** A preview they no longer take. Nothing was placed; their words speak of a time-out. */
export const isStalePreview = ({ code }: Extract<EtradeAnswer, { kind: "refused" }>): boolean =>
  code !== undefined && STALE_PREVIEW.has(code);

/** Nobody has confirmed their words for it, so several are taken. */
export const isDuplicateKey = ({ message }: Extract<EtradeAnswer, { kind: "refused" }>): boolean =>
  /client ?order ?id/i.test(message) && /duplicate|unique|already/i.test(message);

const TOO_LATE_TO_CANCEL = 5001;

export const isTooLate = ({ code }: Extract<EtradeAnswer, { kind: "refused" }>): boolean =>
  code === TOO_LATE_TO_CANCEL;

const tickerFrom = (text: string): Ticker | undefined => (isTicker(text) ? text : undefined);

/** Whole milliseconds since 1970 that a date can hold. */
const instantFrom = (ms: number): Instant | undefined =>
  Number.isSafeInteger(ms) && 0 < ms && ms <= 8.64e15 ? instant(ms) : undefined;

function moneyFrom(dollars: number): Money | undefined {
  const units = unitsFromNumber(dollars);
  return units !== undefined && Number.isSafeInteger(units) ? money(units) : undefined;
}

function priceFrom(dollars: number): Price | undefined {
  const units = unitsFromNumber(dollars);
  return units !== undefined && isPrice(units) ? units : undefined;
}

const wholeShares = (count: number): number | undefined =>
  Number.isSafeInteger(count) && 0 <= count && count <= 999_999_999 ? count : undefined;
