import type { Order } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type { AuditAction } from "../../ports/stores/audit-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";

/** What was done about an order: one line of its user's audit, with the order and whose hand it was. */
export const auditOrder = (
  tables: Tables,
  { userId }: Pick<Account, "userId">,
  {
    action,
    order,
  }: {
    readonly action: Extract<AuditAction, "order-placed" | "order-denied" | "order-canceled">;
    readonly order: Order;
  },
): Promise<void> => tables.audit.add({ at: order.updatedAt, userId, action, text: textOf(order) });

function textOf({ clientKey, lastMessage, origin, quantity, reason, side, ticker }: Order): string {
  const hand = reason === undefined ? origin : `${origin}, ${reason}`;
  const words = lastMessage === undefined ? "" : `: ${lastMessage}`;
  return `${clientKey} ${side} ${quantity} ${ticker} (${hand})${words}`;
}
