import type { Order } from "@sevenfold/domain/order";

import type { Sale, SaleItem } from "../../ports/stores/sale-store.ts";
import { causeOfTicket } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { CANCELED_UNSENT } from "../orders/cancel-order.ts";

const ATTEMPTS_MAX = 20;

/** Through nobody's wish: what its user took back is not sold anew. */
export const wasNeverSent = ({ lastMessage, status }: Order): boolean =>
  status === "denied" && lastMessage !== CANCELED_UNSENT;

/** The broker would not have it, and sold nothing of it. */
export const wasRefused = ({ filled, status }: Order): boolean =>
  status === "rejected" && filled === 0;

/**
 * The ticket of an item's next order, or of the one there is; beside a free ticket, the order before it
 * where the broker refused that. Asked by its key: another process may have sent it a moment ago, and not
 * noted it yet. Only an order that never left or was refused is followed by one under another key.
 */
export async function latestTicket(
  { identifiers, storage }: Pick<TradingNeeds, "identifiers" | "storage">,
  { id, userId }: Sale,
  { ticker }: SaleItem,
): Promise<{ readonly ticket: string; readonly known: Order | undefined }> {
  let before: Order | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const ticket = attempt === 1 ? `sale.${id}.${ticker}` : `sale.${id}.${ticker}.${attempt}`;
    const key = identifiers.clientKeyOf(causeOfTicket(userId, ticket));
    const known = await storage.read.orders.byKey(key);
    if (!known) return { ticket, known: before };
    if (attempt === ATTEMPTS_MAX || !(wasNeverSent(known) || wasRefused(known)))
      return { ticket, known };
    before = wasRefused(known) ? known : undefined;
  }
}
