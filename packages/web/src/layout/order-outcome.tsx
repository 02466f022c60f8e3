import { useEffect } from "react";
import { listOrders } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { followPlaced, useHasPlaced } from "../orders/placed-orders.ts";

const EVERY_MS = 5_000;

/** Tells what became of the orders sent from this page, on whatever page their sender is by then. */
export function OrderOutcome() {
  const hasPlaced = useHasPlaced();
  const { data: orders } = useEndpoint(listOrders, undefined, {
    when: hasPlaced,
    everyMs: EVERY_MS,
  });
  useEffect(() => {
    if (hasPlaced && orders !== undefined) followPlaced(orders);
  }, [hasPlaced, orders]);
  return null;
}
