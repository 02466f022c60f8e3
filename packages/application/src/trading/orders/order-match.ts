import { MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import type { OrderReport } from "../../ports/broker.ts";

/** A venue's clock may be this far behind ours. */
const CLOCK_SLACK_MS = 5_000;
/** A request that got no answer arrives within this, or never. */
const ARRIVES_WITHIN_MS = 2 * MINUTE_MS;

/**
 * Whether an order a venue shows without our key may be this one of ours, to which it never gave an
 * answer: it asks for the same, and came when ours would have come. Two such are no match but a
 * question for a person.
 */
export function mayBe(report: OrderReport, order: Order): boolean {
  const { submittedAt } = report;
  return (
    asksForTheSame(report, order) &&
    order.createdAt - CLOCK_SLACK_MS <= submittedAt &&
    submittedAt <= order.updatedAt + ARRIVES_WITHIN_MS
  );
}

/** All of it but the time, which two clocks may tell otherwise. */
export function asksForTheSame(report: OrderReport, order: Order): boolean {
  const { clientKey, extendedHours, limit, quantity, replaces, side, stop, ticker } = report;
  return (
    // Ours is placed, and never changed.
    replaces === undefined &&
    (clientKey === undefined || clientKey === order.clientKey) &&
    ticker === order.ticker &&
    side === order.side &&
    quantity === order.quantity &&
    limit === order.limit &&
    stop === order.stop &&
    extendedHours === order.extendedHours
  );
}

/** Said of an order that more than one at the broker may be. */
export const QUESTION =
  "The broker shows more than one order that may be this one. Look at them there.";

/**
 * Nobody has said when it was sent: what was written down before may be of a wrong clock, or of hours
 * ago. So it is also with one that was taken back while it was being sent.
 */
export const isUntimed = ({ brokerOrderId, lastMessage, status }: Order): boolean =>
  status === "submitting" ||
  (status === "cancel-pending" && brokerOrderId === undefined) ||
  lastMessage === QUESTION;
