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
 * again, it is judged as of its sending, among those after that, and counts for none of them. Which of two
 * of one millisecond was first, nobody can tell: no sell counts for a buy of its own.
 */
export function crowdedOrders<Sent extends SentOrder>(
  sent: readonly Sent[],
  restarts: readonly number[],
): readonly Sent[] {
  const startsBetween = (from: number, to: number) => restarts.some((at) => from <= at && at <= to);
  const counted = sent
    .map((order) => {
      const { arrivedAt = order.createdAt, createdAt } = order;
      const hasWaited = startsBetween(createdAt, arrivedAt);
      return { order, at: hasWaited ? arrivedAt : createdAt, hasWaited };
    })
    .toSorted((one, other) => one.at - other.at || sellsLast(one) - sellsLast(other));
  const before: { readonly at: number }[] = [];
  return counted.flatMap(({ at, hasWaited, order }) => {
    const first = before.at(-ORDERS_PER_MINUTE_MAX);
    if (!hasWaited) before.push({ at });
    if (order.side === "sell") return [];
    if (first === undefined || MINUTE_MS <= at - first.at) return [];
    return startsBetween(first.at, at) ? [] : [order];
  });
}

const sellsLast = ({ order }: { readonly order: SentOrder }): number =>
  order.side === "sell" ? 1 : 0;
