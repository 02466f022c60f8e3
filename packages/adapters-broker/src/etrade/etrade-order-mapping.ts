import type { Execution, OrderReport } from "@sevenfold/application/ports/broker";
import { type Instant, instant } from "@sevenfold/domain/market";
import { dollarsOf, NO_MONEY, shares } from "@sevenfold/domain/money";
import type { Order, OrderSide } from "@sevenfold/domain/order";
import { instantFrom, priceFrom, tickerFrom, wholeShares } from "./etrade-mapping.ts";
import type { OrderWire } from "./etrade-wire.ts";

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

/** Where one of its parts stands otherwise, so does the order. */
const ENDS: ReadonlySet<OrderReport["state"] | undefined> = new Set([
  "filled",
  "canceled",
  "expired",
  "rejected",
]);

const SIDES: Readonly<Record<string, OrderSide>> = {
  BUY: "buy",
  SELL: "sell",
};

const UNTIL_CANCELED = "GOOD_UNTIL_CANCEL";
/** Terms that outlive the day. Until which day, they do not say; the order's end is told as any other's. */
const LONG_TERMS: ReadonlySet<string> = new Set([UNTIL_CANCELED, "GOOD_TILL_DATE"]);

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
  /** All its fills in one sum; absent where there are none, or their price is not told. */
  readonly execution?: Execution;
}

/**
 * One order of shares with one symbol and side. Its rows, one for each fill where E*TRADE shows them
 * singly, are added up. Undefined when what it asks for cannot be read: then it may be any order of ours.
 */
export function orderFromWire(wire: OrderWire, readAt: Instant): OrderReading | undefined {
  const [detail] = wire.OrderDetail;
  const rows = wire.OrderDetail.flatMap(({ Instrument }) => Instrument);
  const [first] = rows;
  if (!detail || !first || rows.some((row) => !isOfSameOrder(row, first))) return undefined;
  const ticker = tickerFrom(first.Product.symbol);
  const side = SIDES[first.orderAction];
  const filled = wholeShares(rows.reduce((sum, row) => sum + row.filledQuantity, 0));
  const standing = wire.OrderDetail.find(({ status }) => !ENDS.has(STATES[status])) ?? detail;
  const isAtWork = STATES[standing.status] === "working";
  const quantity = wholeShares(orderedIn(rows, filled ?? 0, isAtWork));
  const submittedAt = placedAt(wire, readAt);
  if (!ticker || !side || quantity === undefined || quantity === 0) return undefined;
  if (filled === undefined || quantity < filled || submittedAt === undefined) return undefined;
  const untold = untoldOf(rows, standing, filled);
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
    state: stateOf(standing, {
      isWhole: filled === quantity,
      isUntold: untold !== undefined,
      isToldOut: (tradedAt(submittedAt, wire, readAt) ?? submittedAt) + TOLD_OUT_MS < readAt,
    }),
    filled: shares(filled),
    submittedAt,
    ...(limit === undefined ? {} : { limit }),
    ...(stop === undefined ? {} : { stop }),
    ...(LONG_TERMS.has(detail.orderTerm ?? "") ? { timeInForce: "until-canceled" } : {}),
    ...(detail.replacesOrderId ? { replaces: String(detail.replacesOrderId) } : {}),
    ...(untold === undefined ? messageOf(standing) : { isUntold: true, message: untold }),
  };
  if (filled === 0 || untold !== undefined) return { report };
  const execution = sumOf(report, wire, readAt);
  return execution && { report, execution };
}

/** What is not told of how it ended or traded: until it is, the order is open, and the others are read. */
function untoldOf(
  rows: readonly Row[],
  { status }: OrderWire["OrderDetail"][number],
  filled: number,
): string | undefined {
  if (status === "") return "E*TRADE does not say how this order stands.";
  if (filled === 0 && STATES[status] === "filled")
    return "E*TRADE calls this order executed and does not say how much of it.";
  const isPriced = rows.every(
    ({ averageExecutionPrice = 0, filledQuantity }) =>
      filledQuantity === 0 || averageExecutionPrice !== 0,
  );
  return isPriced ? undefined : "E*TRADE does not say at what price this order traded.";
}

/** A list of theirs may be behind for as long: a part is all there is where it tells no more by then. */
const TOLD_OUT_MS = 60_000;

/** The rest of what they call executed trades no more: left open, it would hold its shares or cash for ever. */
function stateOf(
  { status }: OrderWire["OrderDetail"][number],
  { isToldOut, isUntold, isWhole }: Readonly<Record<"isToldOut" | "isUntold" | "isWhole", boolean>>,
): OrderReport["state"] {
  if (isUntold) return "suspended";
  if (isWhole) return "filled";
  const state = STATES[status] ?? "suspended";
  return state === "filled" && isToldOut ? "canceled" : state;
}

/** One that leaves out when it was placed was so before it traded, and before it was read. */
function placedAt({ OrderDetail }: OrderWire, readAt: Instant): Instant | undefined {
  const [{ executedTime, placedTime, status } = {}] = OrderDetail;
  return instantFrom(placedTime ?? (status === "EXECUTED" ? executedTime : undefined) ?? readAt);
}

type Row = OrderWire["OrderDetail"][number]["Instrument"][number];

const isOfSameOrder = (row: Row, first: Row): boolean =>
  row.Product.symbol === first.Product.symbol && row.orderAction === first.orderAction;

/**
 * Each row tells the whole order's quantity, or its own part of it: what cannot be the whole's, because
 * rows differ, more was filled, or all of it was and it is at work, are parts. An order whose quantity is
 * left out is as large as its fills.
 */
function orderedIn(rows: readonly Row[], filled: number, isAtWork: boolean): number {
  const [first = 0, ...others] = rows.map(({ orderedQuantity }) => orderedQuantity);
  const mayBeWhole = filled < first || (filled === first && !(isAtWork && 0 < others.length));
  if (others.every((other) => other === first) && mayBeWhole) return first;
  const sum = others.reduce((left, right) => left + right, first);
  return sum === 0 ? filled : sum;
}

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
  // One that waits beside others has no average yet.
  const traded = rows.filter(({ filledQuantity }) => 0 < filledQuantity);
  const paid = traded.reduce(
    (sum, row) => sum + row.filledQuantity * (row.averageExecutionPrice ?? Number.NaN),
    0,
  );
  const price = priceFrom(Math.round((paid / report.filled) * 1e6) / 1e6);
  if (price === undefined) return undefined;
  const { brokerOrderId, filled, quantity, side, submittedAt, ticker } = report;
  return {
    executionId: `${brokerOrderId}:${filled}`,
    brokerOrderId,
    ticker,
    side,
    quantity: filled,
    price,
    fee: NO_MONEY,
    at: executedAt(report, wire, readAt),
    asSum: { ordered: quantity, placedAt: submittedAt },
  };
}

const executedAt = ({ submittedAt }: OrderReport, wire: OrderWire, readAt: Instant): Instant =>
  tradedAt(submittedAt, wire, readAt) ?? readAt;

/** The time is trusted of executed orders only: of canceled ones it is an overflowed number. */
function tradedAt(submittedAt: Instant, wire: OrderWire, readAt: Instant): Instant | undefined {
  const times = wire.OrderDetail.flatMap(
    ({ executedTime }) => instantFrom(executedTime ?? 0) ?? [],
  );
  const latest = instant(Math.max(0, ...times));
  return submittedAt <= latest && latest <= readAt + CLOCK_SLACK_MS ? latest : undefined;
}
