import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Sale } from "../ports/sale-store.ts";
import { atOnce } from "./at-once.ts";
import { askCanceled } from "./cancel-order.ts";
import type { TradingNeeds } from "./trading-needs.ts";

const ASKED_AT_ONCE_MAX = 4;

type Needs = Pick<TradingNeeds, "brokers" | "log" | "storage">;

/**
 * Asks the broker to cancel what a sale takes back, each order once under the number that the broker
 * has given it, and answers how they stand. One without a number yet is asked for when it has one.
 */
export function openCancels(needs: Needs): (sale: Sale) => Promise<readonly Order[]> {
  const asked = new Set<string>();
  const ask = askCanceled(needs);
  return async (sale) => {
    const orders = await canceledBy(needs, sale);
    const due = orders.filter(
      (order) => isOpen(order) && isNumbered(order) && !asked.has(order.brokerOrderId),
    );
    for (const { brokerOrderId = "" } of due) asked.add(brokerOrderId);
    // Not waited for: a broker that is slow to answer holds up no sale. Reconciliation asks again.
    void atOnce(due, ASKED_AT_ONCE_MAX, ask);
    return orders;
  };
}

const isNumbered = (order: Order): order is Order & { readonly brokerOrderId: string } =>
  order.brokerOrderId !== undefined;

/** The orders that a sale takes back, as they stand. */
export const canceledBy = (
  { storage }: Pick<TradingNeeds, "storage">,
  { accountId, cancels }: Sale,
): Promise<readonly Order[]> =>
  cancels.length === 0 ? Promise.resolve([]) : storage.read.orders.byKeys(accountId, cancels);

/** What became of an order that was to be canceled. */
export type CancelState =
  | "canceling"
  | "unknown"
  | "canceled"
  | "filled"
  | "never-sent"
  | "refused";

export function cancelStateOf({ brokerOrderId, filled, quantity, status }: Order): CancelState {
  switch (status) {
    case "filled":
      return "filled";
    case "canceled":
    case "expired":
      return filled < quantity ? "canceled" : "filled";
    case "rejected":
      return "refused";
    case "denied":
      return "never-sent";
    default:
      // Without the broker's number of it nobody knows whether it is there.
      return brokerOrderId === undefined ? "unknown" : "canceling";
  }
}
