import { MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

/** Said here once more, so that the product cannot move it. */
const ORDERS_PER_MINUTE_MAX = 30;

export interface SentOrder extends Pick<Order, "clientKey" | "createdAt" | "side"> {
  /** When its venue got it, where it did. */
  readonly arrivedAt?: number | undefined;
}

/**
 * Buys that are one too many within a minute: an order counts as of when it was written down. Where the
 * count began anew, because the user has looked or everything was sold, while an order waited to be sent
 * again, it counts as of its sending, among those after that.
 */
export function crowdedOrders<Sent extends SentOrder>(
  sent: readonly Sent[],
  restarts: readonly number[],
): readonly Sent[] {
  const startsBetween = (from: number, to: number) => restarts.some((at) => from <= at && at <= to);
  const counted = sent
    .map((order) => {
      const { arrivedAt = order.createdAt, createdAt } = order;
      return { order, at: startsBetween(createdAt, arrivedAt) ? arrivedAt : createdAt };
    })
    .toSorted((one, other) => one.at - other.at);
  return counted.flatMap(({ at, order }, index) => {
    if (order.side === "sell") return [];
    const before = counted[index - ORDERS_PER_MINUTE_MAX];
    if (before === undefined || MINUTE_MS <= at - before.at) return [];
    return startsBetween(before.at, at) ? [] : [order];
  });
}
