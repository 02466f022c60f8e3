import { useEffect } from "react";
import { listOrders } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { followPlaced, useHasPlaced } from "../orders/placed-orders.ts";
import { useNow } from "../ui/use-now.ts";

const EVERY_MS = 5_000;

/** Tells what became of the orders sent from this page, on whatever page their sender is by then. */
export const OrderOutcome = () => (useHasPlaced() ? <Following /> : null);

function Following() {
  const now = useNow(1_000);
  const { data: orders } = useEndpoint(listOrders, undefined, { everyMs: EVERY_MS });
  useEffect(() => {
    if (orders !== undefined) followPlaced(orders, now);
  }, [orders, now]);
  return null;
}
