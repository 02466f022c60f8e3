import { CALLS } from "@sevenfold/contract/calls";
import { useEffect } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { followPlaced, useHasPlaced } from "../orders/placed-orders.ts";
import { useNow } from "../ui/use-now.ts";

/** Tells what became of the orders sent from this page, on whatever page their sender is by then. */
export const OrderOutcome = () => (useHasPlaced() ? <Following /> : null);

function Following() {
  const now = useNow(1_000);
  const { data: orders } = useEndpoint(CALLS.listOrders);
  useEffect(() => {
    if (orders !== undefined) followPlaced(orders, now);
  }, [orders, now]);
  return null;
}
