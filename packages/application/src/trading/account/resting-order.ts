import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import { isAtRest } from "./stop-board.ts";

/** Longer than an answer, a cancel or a fill that was told at once is ever under way. */
const RESTS_AFTER_MS = 10 * MINUTE_MS;

/**
 * An order that the broker has had for a while and nobody wants back, as one until canceled for weeks. What
 * is read of the broker need not begin with it: its fills are told by when they were, its end when it is
 * asked for.
 */
export const isResting = (order: Order, now: Instant): boolean =>
  isAtRest(order) ||
  (order.brokerOrderId !== undefined &&
    (order.status === "working" || order.status === "partially-filled") &&
    order.createdAt + RESTS_AFTER_MS < now);

/** Of the orders at rest that no list shows, so many are asked for at a time. */
const ASKED_MAX = 4;

/** All but the orders at rest, and a few of those each minute: their ends are told by the stream as well. */
export function askedInTurn(unlisted: readonly Order[], now: Instant): readonly Order[] {
  const resting = unlisted.filter((order) => isResting(order, now));
  if (resting.length <= ASKED_MAX) return unlisted;
  const from = (Math.floor(now / MINUTE_MS) * ASKED_MAX) % resting.length;
  const due = new Set([...resting, ...resting].slice(from, from + ASKED_MAX));
  return unlisted.filter((order) => !isResting(order, now) || due.has(order));
}
