import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";

export const VENUE_TIMES_IN_FORCE = ["day", "gtc", "ioc", "fok"] as const;
export type VenueTimeInForce = (typeof VENUE_TIMES_IN_FORCE)[number];

/**
 * Where an order stands on the simulated venue. `accepted` waits for a session, `pending` for the
 * next slot; `working` and `partially-filled` rest in the book; the others are ends.
 */
export type VenueOrderStatus =
  | "accepted"
  | "pending"
  | "working"
  | "partially-filled"
  | VenueOrderEnd
  | "filled";
export type VenueOrderEnd = "canceled" | "expired" | "rejected";

/** What a client asks for. Absent `limit` is a market order. */
export interface VenueDraft {
  readonly clientOrderId: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly limit?: Price;
  readonly timeInForce: VenueTimeInForce;
  readonly extendedHours: boolean;
}

/** An order in the venue's book. */
export interface VenueOrder extends VenueDraft {
  readonly id: string;
  readonly accountId: string;
  readonly status: VenueOrderStatus;
  /** Microseconds since 1970; no two orders of one account share one. */
  readonly submittedMicros: number;
  /** The end of its session, unless it is good till canceled. */
  readonly expiresAt?: Instant;
  /** What a share of it may cost: reserved for each open share of a buy. */
  readonly reservedEach: Price;
  readonly filled: Quantity;
  readonly filledNotional: Money;
  readonly fills: number;
  readonly updatedAt: Instant;
  readonly filledAt?: Instant;
  readonly canceledAt?: Instant;
  readonly expiredAt?: Instant;
  readonly rejectedAt?: Instant;
}

/** One execution in the venue's book. */
export interface VenueExecution {
  readonly id: string;
  readonly orderId: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly price: Price;
  /** Microseconds since 1970; no two executions of one account share one. */
  readonly atMicros: number;
  /** Of its order, after it. */
  readonly cumulative: Quantity;
  readonly leaves: Quantity;
}

const ENDED: ReadonlySet<VenueOrderStatus> = new Set(["filled", "canceled", "expired", "rejected"]);

export const hasEnded = ({ status }: Pick<VenueOrder, "status">): boolean => ENDED.has(status);
export const openShares = (order: VenueOrder): number =>
  hasEnded(order) ? 0 : order.quantity - order.filled;
export const reservedCash = (order: VenueOrder): number =>
  order.side === "buy" ? openShares(order) * order.reservedEach : 0;
export const submittedAt = (order: VenueOrder): Instant =>
  Math.floor(order.submittedMicros / 1_000) as Instant;
