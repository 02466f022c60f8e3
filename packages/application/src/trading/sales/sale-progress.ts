import type { Quantity } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { SaleItem } from "../../ports/stores/sale-store.ts";

export const isFinal = ({ state }: SaleItem): boolean =>
  state === "sold" || state === "partly-sold" || state === "failed";

/** The item as its order stands. */
export function followed(item: SaleItem, order: Order): SaleItem {
  const { clientKey, filled: sold, quantity } = order;
  const known = { ...item, clientKey, shares: quantity, sold };
  if (!isOpen(order)) return { ...known, ...endOf(order, quantity) };
  const isNews = item.state !== "submitted" || item.sold !== sold;
  return isNews ? { ...known, state: "submitted" } : item;
}

function endOf(order: Order, wanted: Quantity): Pick<SaleItem, "state" | "message"> {
  if (order.filled === wanted) return { state: "sold" };
  const message = order.lastMessage ?? `The order was ${order.status}.`;
  if (order.filled === 0) return { state: "failed", message };
  return { state: "partly-sold", message: `${order.filled} of ${wanted} were sold. ${message}` };
}
