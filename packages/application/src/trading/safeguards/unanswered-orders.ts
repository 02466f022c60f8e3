import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { Readers } from "../../ports/stores/readers.ts";

/** Said of an order that was given up. */
export const NEVER_ARRIVED = "It never reached the broker.";

/** What was given up may still arrive for this long. */
const ARRIVES_AFTER_ALL_MS = 2 * MINUTE_MS;
/** As many of the newest orders as can have been given up meanwhile. */
const NEWEST = 100;

/** Sent, as far as we know, and known by no number of the broker's. */
export const isUnanswered = ({ brokerOrderId, status }: Order): boolean =>
  brokerOrderId === undefined && status !== "intent" && status !== "denied";

/** How long a submit may be under way before nobody may be waiting for its answer any more. */
export const UNDER_WAY_MS = 30_000;

export const isBeingSent = ({ status, updatedAt }: Order, at: Instant): boolean =>
  status === "submitting" && at - updatedAt < UNDER_WAY_MS;

/** Whether its answer may still be on its way, also where it was taken back before that came. */
export const mayBeAnswered = (order: Order, at: Instant): boolean =>
  isBeingSent(order, at) ||
  (isUnanswered(order) && order.status === "cancel-pending" && at - order.updatedAt < UNDER_WAY_MS);

/** Ours without an answer: those that are open, and those given up a moment before the instant. */
export async function unansweredOrders(
  { orders }: Pick<Readers, "orders">,
  accountId: string,
  at: Instant,
): Promise<readonly Order[]> {
  const open = (await orders.open(accountId)).filter(isUnanswered);
  const newest = await orders.latest(accountId, NEWEST);
  return [...open, ...newest.filter((order) => wasGivenUp(order, at))];
}

/** Nothing ever proved that the broker saw it: no word of the broker's about the order itself. */
export const neverArrived = (order: Order): boolean =>
  order.status === "rejected" && isUnanswered(order) && order.lastMessage === NEVER_ARRIVED;

export const wasGivenUp = (order: Order, at: Instant): boolean =>
  neverArrived(order) && at <= order.updatedAt + ARRIVES_AFTER_ALL_MS;
