import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, NO_MONEY, type Price } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";

import { costOf, type ShareCount, shareCount } from "./share-count.ts";

/** `opg` and `cls` trade in the opening and the closing auction, or not at all. */
export const VENUE_TIMES_IN_FORCE = ["day", "gtc", "opg", "cls", "ioc", "fok"] as const;
export type VenueTimeInForce = (typeof VENUE_TIMES_IN_FORCE)[number];

/**
 * Where an order stands on the simulated venue. `held` waits for the order it belongs to,
 * `accepted` for a session, `pending` for the next slot; `working` and `partially-filled` rest in
 * the book; the others are ends.
 */
export type VenueOrderStatus =
  | "held"
  | "accepted"
  | "pending"
  | "working"
  | "partially-filled"
  | VenueOrderEnd
  | "filled";
export type VenueOrderEnd = "canceled" | "expired" | "rejected" | "replaced";

/** How far behind the best price a trailing stop follows: dollars, or basis points of that price. */
export type VenueTrail =
  | { readonly by: "price"; readonly distance: Price }
  | { readonly by: "rate"; readonly bps: number };

/**
 * Orders sent as one. A bracket's or an oto's legs wait for their parent; the two of an oco wait
 * for each other: what one fills, the other gives up.
 */
export const VENUE_ORDER_CLASSES = ["bracket", "oco", "oto"] as const;
export type VenueOrderClass = (typeof VENUE_ORDER_CLASSES)[number];
export type VenueRole = "parent" | "take-profit" | "stop-loss";

/** What kind of order it is by its prices: none of them is a market order. */
export interface VenuePrices {
  readonly limit?: Price;
  /** Rests unseen until the tape prints this price or one beyond it. */
  readonly stop?: Price;
  readonly trail?: VenueTrail;
}

export interface VenueLeg extends Pick<VenuePrices, "limit" | "stop"> {
  readonly role: Exclude<VenueRole, "parent">;
}

/** What a client asks for. */
export interface VenueDraft extends VenuePrices {
  readonly clientOrderId: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  /** Of an order in dollars: how many shares the venue takes them for. */
  readonly quantity: ShareCount;
  /** Instead of shares: for how much is bought or sold at most. It trades whole. */
  readonly notional?: Money;
  /** Sells what is not held, or buys such shares back. Of a draft, absent: as the holdings say. */
  readonly isShort?: boolean;
  /** The venue's own, of an account that is sold out. */
  readonly isLiquidation?: boolean;
  readonly timeInForce: VenueTimeInForce;
  readonly extendedHours: boolean;
  /** Absent: a simple order. Of an oco the draft itself is the take-profit. */
  readonly orderClass?: VenueOrderClass;
  /** Orders on the other side that come with this one; an oco's are on the same side. */
  readonly legs?: readonly VenueLeg[];
}

/** An order in the venue's book. */
export interface VenueOrder extends Omit<VenueDraft, "legs"> {
  readonly id: string;
  readonly accountId: string;
  /** The orders it was sent with, by the id of the first of them, and what it is among them. */
  readonly group?: { readonly id: string; readonly role: VenueRole };
  readonly status: VenueOrderStatus;
  /** Microseconds since 1970; no two orders of one account share one. */
  readonly submittedMicros: number;
  /** The end of its session, unless it is good till canceled. */
  readonly expiresAt?: Instant;
  /** What a share of it may cost: reserved for each open share of a buy. */
  readonly reservedEach: Price;
  readonly filled: ShareCount;
  readonly filledNotional: Money;
  readonly fills: number;
  /** Of its latest fill, where parts of a share traded: what it was worth is rounded. */
  readonly latestPrice?: Price;
  readonly updatedAt: Instant;
  readonly filledAt?: Instant;
  readonly canceledAt?: Instant;
  readonly expiredAt?: Instant;
  readonly rejectedAt?: Instant;
  readonly replacedAt?: Instant;
  /** The id of the order that took its place. */
  readonly replacedBy?: string;
  readonly replaces?: string;
  /** Of a trailing stop: the best price printed since it began to work. */
  readonly mark?: Price;
  /** When its stop was met: from then on it is a limit or a market order. */
  readonly triggeredAt?: Instant;
}

/** One execution in the venue's book. */
export interface VenueExecution {
  readonly id: string;
  readonly orderId: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  /** Of an order that sold short, or bought back. */
  readonly isShort?: boolean;
  readonly quantity: ShareCount;
  readonly price: Price;
  /** Microseconds since 1970; no two executions of one account share one. */
  readonly atMicros: number;
  /** Of its order, after it. */
  readonly cumulative: ShareCount;
  readonly leaves: ShareCount;
}

const ENDED: ReadonlySet<VenueOrderStatus> = new Set([
  "filled",
  "canceled",
  "expired",
  "rejected",
  "replaced",
]);

export const hasEnded = ({ status }: Pick<VenueOrder, "status">): boolean => ENDED.has(status);
export const openShares = (order: VenueOrder): ShareCount =>
  shareCount(hasEnded(order) ? 0 : order.quantity - order.filled);
/** Sells what is held, or buys back what is owed. */
export const isClosing = ({
  isShort = false,
  side,
}: Pick<VenueDraft, "isShort" | "side">): boolean => (side === "buy") === isShort;
/** Of the cash, or of what may be sold short. What waits for another order reserves nothing yet. */
export function reservedCash(order: VenueOrder): Money {
  if (isClosing(order) || order.status === "held") return NO_MONEY;
  if (order.notional !== undefined) return hasEnded(order) ? NO_MONEY : order.notional;
  return costOf(order.reservedEach, openShares(order));
}
/** Whether its stop still has to be met. */
export const awaitsTrigger = ({ stop, trail, triggeredAt }: VenueOrder): boolean =>
  (stop !== undefined || trail !== undefined) && triggeredAt === undefined;
/** Trades in the first slot it can, or ends. */
export const isFleeting = ({ timeInForce }: Pick<VenueOrder, "timeInForce">): boolean =>
  timeInForce !== "day" && timeInForce !== "gtc";
export const submittedAt = (order: VenueOrder): Instant =>
  Math.floor(order.submittedMicros / 1_000) as Instant;
