import { isOpen, type Order } from "@sevenfold/domain/order";

/** Orders of a followed account as its own work last read or wrote them, by key. */
export type OrdersKnown = Map<string, Order>;

/** More than an account has at work and had within moments; the one noted longest ago goes first. */
const KNOWN_MAX = 200;

/**
 * Notes an order that was just read or written in the account's turn. Nobody but the lease's holder books
 * its fills and reports; what others write of it all the same they announce, and then it is forgotten.
 */
export function noteOrder(known: OrdersKnown, order: Order): void {
  known.delete(order.clientKey);
  known.set(order.clientKey, order);
  if (KNOWN_MAX < known.size) known.delete(known.keys().next().value!);
}

/** All open orders were read: of those that are open here and not there nothing is known any more. */
export function noteOpen(known: OrdersKnown, open: readonly Order[]): void {
  for (const [key, order] of known) if (isOpen(order)) known.delete(key);
  for (const order of open) noteOrder(known, order);
}
