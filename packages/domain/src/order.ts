import type { Instant, Ticker } from "./market.ts";
import {
  type Money,
  money,
  mulDivCeil,
  mulDivHalfEven,
  NO_MONEY,
  notionalOf,
  type Price,
  plus,
  type Quantity,
  shares,
} from "./money.ts";
import { ok, type Result, refused } from "./result.ts";

/** Where an order can be. `denied` is our refusal, `rejected` the broker's. */
export const ORDER_STATUSES = [
  "intent",
  "submitting",
  "unknown",
  "working",
  "partially-filled",
  "cancel-pending",
  "suspended",
  "filled",
  "canceled",
  "expired",
  "rejected",
  "denied",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_SIDES = ["buy", "sell"] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

export const ORDER_ORIGINS = ["automated", "manual", "external"] as const;
/** Who wanted it: the worker, the user here, or somebody at the broker's own site. */
export type OrderOrigin = (typeof ORDER_ORIGINS)[number];

/** How long an order may rest that is not for the day. */
export type LongTimeInForce = "until-canceled";

/** An order as recorded before it is sent. */
export interface Order {
  /** 20 characters of base32, the same on every attempt; the venue's idempotency key. */
  readonly clientKey: string;
  readonly accountId: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly origin: OrderOrigin;
  readonly quantity: Quantity;
  /** Absent on a market order. */
  readonly limit?: Price;
  /** It rests until the market trades at this price or beyond it. */
  readonly stop?: Price;
  /** Absent: for the day. */
  readonly timeInForce?: LongTimeInForce;
  readonly extendedHours: boolean;
  readonly status: OrderStatus;
  readonly filled: Quantity;
  /** What the fills cost or brought, without fees. */
  readonly filledNotional: Money;
  /** Cash (buy) kept aside while the order is open. Shares of a sell are kept by its open quantity. */
  readonly reservedCash: Money;
  readonly brokerOrderId?: string;
  /** Why the worker wanted it; a code the journal explains. */
  readonly reason?: string;
  /** The broker's or our last word about it, fit for a user. */
  readonly lastMessage?: string;
  /** Who told the price it was decided on, by the id that never changes; absent where none was known. */
  readonly priceProvider?: string;
  /** When that price was made, by the market. */
  readonly pricedAt?: Instant;
  /** How often it was sent and may have arrived: an attempt that is known not to have left is taken off. */
  readonly attempts: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An execution of part of an order, as the venue reported it. */
export interface Fill {
  /** The venue's id of this execution: unique per account. */
  readonly executionId: string;
  readonly quantity: Quantity;
  readonly price: Price;
  /** As a `Trade`'s. */
  readonly notional?: Money;
  readonly fee: Money;
  readonly at: Instant;
}

export type OrderEvent =
  | { readonly type: "submitting" }
  | { readonly type: "denied"; readonly message: string }
  | { readonly type: "accepted"; readonly brokerOrderId: string }
  | { readonly type: "rejected"; readonly message: string }
  | { readonly type: "lost" }
  /** This attempt never left, or the venue says that it has not taken it yet. */
  | { readonly type: "not-sent"; readonly message: string }
  | { readonly type: "cancel-requested" }
  | { readonly type: "suspended"; readonly message: string }
  | { readonly type: "canceled" | "expired"; readonly message?: string }
  | { readonly type: "filled"; readonly fill: Fill };

export type OrderEventRefusal =
  | {
      readonly kind: "impossible-order-event";
      readonly status: OrderStatus;
      readonly event: OrderEvent["type"];
    }
  | { readonly kind: "order-overfilled"; readonly ordered: Quantity; readonly filled: Quantity };

const ENDINGS = { canceled: "canceled", expired: "expired" } as const;
const AT_VENUE = {
  ...ENDINGS,
  filled: "partially-filled",
  suspended: "suspended",
  "cancel-requested": "cancel-pending",
} as const;
const BEING_SENT = {
  ...AT_VENUE,
  accepted: "working",
  rejected: "rejected",
  lost: "unknown",
  submitting: "submitting",
} as const;

/** Where each event leads. What the table leaves out, a broker cannot truthfully report. */
const NEXT: Record<OrderStatus, Partial<Record<OrderEvent["type"], OrderStatus>>> = {
  intent: { submitting: "submitting", denied: "denied" },
  // Nothing of it is at the venue: it may be sent again, or be dropped.
  submitting: { ...BEING_SENT, "not-sent": "intent" },
  // A look-up, a stream or a second attempt with the same key resolves it.
  unknown: BEING_SENT,
  // The stream overtook the answer to our request: that the answer is lost says nothing any more.
  working: { ...AT_VENUE, accepted: "working", rejected: "rejected", lost: "working" },
  "partially-filled": { ...AT_VENUE, accepted: "partially-filled", lost: "partially-filled" },
  // The cancel may have been wanted while the order was still being sent, so all can still be said.
  "cancel-pending": {
    ...ENDINGS,
    filled: "cancel-pending",
    suspended: "cancel-pending",
    accepted: "cancel-pending",
    rejected: "rejected",
    lost: "cancel-pending",
    "not-sent": "denied",
    "cancel-requested": "cancel-pending",
  },
  suspended: { ...AT_VENUE, accepted: "working", rejected: "rejected", lost: "suspended" },
  // The fill overtook the acknowledgement, or our cancel came too late. One more fill is too many.
  filled: {
    accepted: "filled",
    canceled: "filled",
    expired: "filled",
    filled: "filled",
    lost: "filled",
    "cancel-requested": "filled",
  },
  // The fill crossed our cancel.
  canceled: {
    accepted: "canceled",
    canceled: "canceled",
    expired: "canceled",
    filled: "canceled",
    lost: "canceled",
    "cancel-requested": "canceled",
  },
  expired: {
    accepted: "expired",
    canceled: "expired",
    expired: "expired",
    filled: "expired",
    lost: "expired",
    "cancel-requested": "expired",
  },
  // "Never accepted" can be wrong once: the request arrived late after all.
  rejected: {
    ...ENDINGS,
    accepted: "working",
    rejected: "rejected",
    filled: "partially-filled",
  },
  denied: {},
};

export const isTerminal = (status: OrderStatus): boolean =>
  status === "filled" ||
  status === "canceled" ||
  status === "expired" ||
  status === "rejected" ||
  status === "denied";
export const isOpen = ({ status }: Pick<Order, "status">): boolean => !isTerminal(status);
export const openQuantity = (order: Order): Quantity =>
  isOpen(order) ? shares(order.quantity - order.filled) : shares(0);

/** What a share of it cost or brought so far, to the nearest ten-thousandth; undefined before any fill. */
export const averagePriceOf = ({
  filled,
  filledNotional,
}: Pick<Order, "filled" | "filledNotional">): Price | undefined =>
  filled === 0 ? undefined : (mulDivHalfEven(filledNotional, 1, filled) as Price);

/** The order after the event, or why the event cannot be true. Releases the reservation as it ends. */
export function applyOrderEvent(
  order: Order,
  event: OrderEvent,
  at: Instant,
): Result<Order, OrderEventRefusal> {
  const status = NEXT[order.status][meaningOf(order, event)];
  if (status === undefined || contradicts(order, event))
    return refused({ kind: "impossible-order-event", status: order.status, event: event.type });
  const updatedAt = order.updatedAt < at ? at : order.updatedAt;
  if (event.type === "filled") return afterFill(order, event.fill, status, updatedAt);
  // What has ended did so then, whatever is said of it since: a cool-down counts from there.
  const hasEnded = isTerminal(order.status) && status === order.status;
  const next = copyOf(order, status, hasEnded ? order.updatedAt : updatedAt);
  noteFacts(next, event);
  return ok(next);
}

/** Where an earlier attempt may have arrived, that this one did not leaves as much open as a lost answer. */
const meaningOf = ({ attempts }: Order, { type }: OrderEvent): OrderEvent["type"] =>
  type === "not-sent" && 1 < attempts ? "lost" : type;

/** What was said of an order that waited, or was over, is true no more once it trades. */
const TRADES: ReadonlySet<OrderStatus> = new Set(["working", "partially-filled", "filled"]);

/** An order of our own making, before anybody else has seen it. */
type OrderInMaking = { -readonly [Fact in keyof Order]: Order[Fact] };

/**
 * Written out, because it is done thrice in the life of an order: a spread takes several times as
 * long, and an object that grows behind one many times.
 */
function copyOf(order: Order, status: OrderStatus, updatedAt: Instant): OrderInMaking {
  const next: OrderInMaking = {
    clientKey: order.clientKey,
    accountId: order.accountId,
    ticker: order.ticker,
    side: order.side,
    origin: order.origin,
    quantity: order.quantity,
    extendedHours: order.extendedHours,
    status,
    filled: order.filled,
    filledNotional: order.filledNotional,
    reservedCash: isTerminal(status) ? NO_MONEY : order.reservedCash,
    attempts: order.attempts,
    createdAt: order.createdAt,
    updatedAt,
  };
  if (order.limit !== undefined) next.limit = order.limit;
  if (order.stop !== undefined) next.stop = order.stop;
  if (order.timeInForce !== undefined) next.timeInForce = order.timeInForce;
  if (order.reason !== undefined) next.reason = order.reason;
  if (order.brokerOrderId !== undefined) next.brokerOrderId = order.brokerOrderId;
  const isSaidStill = TRADES.has(order.status) || !TRADES.has(status);
  if (isSaidStill && order.lastMessage !== undefined) next.lastMessage = order.lastMessage;
  if (order.priceProvider !== undefined) next.priceProvider = order.priceProvider;
  if (order.pricedAt !== undefined) next.pricedAt = order.pricedAt;
  return next;
}

/** One key is one order at the venue, what it shows was sent, and a fill is of at least one share. */
function contradicts({ brokerOrderId, filled }: Order, event: OrderEvent): boolean {
  if (event.type === "filled") return event.fill.quantity < 1;
  if (event.type === "not-sent") return brokerOrderId !== undefined || 0 < filled;
  if (event.type !== "accepted" || brokerOrderId === undefined) return false;
  return event.brokerOrderId !== brokerOrderId;
}

function afterFill(
  order: Order,
  fill: Fill,
  ifOpen: OrderStatus,
  updatedAt: Instant,
): Result<Order, OrderEventRefusal> {
  const filled = shares(order.filled + fill.quantity);
  if (order.quantity < filled)
    return refused({ kind: "order-overfilled", ordered: order.quantity, filled });
  const next = copyOf(order, filled === order.quantity ? "filled" : ifOpen, updatedAt);
  next.filled = filled;
  const notional = fill.notional ?? notionalOf(fill.price, fill.quantity);
  next.filledNotional = plus(order.filledNotional, notional);
  // The share of the reservation that belongs to what is still open.
  if (!isTerminal(next.status))
    next.reservedCash = money(
      mulDivCeil(order.reservedCash, order.quantity - filled, order.quantity - order.filled),
    );
  return ok(next);
}

/** What the event says beside where it leads. */
function noteFacts(next: OrderInMaking, event: Exclude<OrderEvent, { type: "filled" }>): void {
  if (event.type === "accepted") next.brokerOrderId = event.brokerOrderId;
  else if (event.type === "submitting") next.attempts += 1;
  else if (event.type === "not-sent") next.attempts = Math.max(0, next.attempts - 1);
  if ("message" in event && event.message !== undefined) next.lastMessage = event.message;
}
