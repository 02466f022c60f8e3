import { CALLS } from "@sevenfold/contract/calls";
import type { OrderView } from "@sevenfold/contract/orders";
import { useState } from "react";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { TO_ORDERS } from "../orders/placed-orders.ts";
import { Button } from "../ui/button.tsx";
import { tellSuccess } from "../ui/notices.ts";
import { tellFailed } from "../ui/tell-failed.ts";
import { useOnline } from "../ui/use-online.ts";
import { isCancelable, statusWords } from "./order-words.ts";
import { useKeptPlace } from "./use-kept-place.ts";

/** Asks the broker to cancel what is left of an open order. */
export function CancelButton({ order }: { readonly order: OrderView }) {
  const [isPending, setPending] = useState(false);
  const isOnline = useOnline();
  const isThere = isCancelable(order);
  const keepPlace = useKeptPlace("cancel", isThere, isPending);
  if (!isThere) return null;
  const press = async (button: HTMLElement) => {
    keepPlace(button);
    setPending(true);
    try {
      const { status } = await call(CALLS.cancelOrder, { clientKey: order.clientKey });
      tellSuccess("Cancel Requested", `${order.ticker}: ${statusWords(status).toLowerCase()}.`);
    } catch (thrown) {
      tellFailed(thrown, {
        seenAt: TO_ORDERS,
        title: "Cancel Failed",
        fallback: "Failed to cancel the order",
        lost: `${order.ticker}: no answer came, and the cancel may have been asked for. Orders says how it stands.`,
      });
    } finally {
      setPending(false);
      for (const { path } of [CALLS.listOrders, CALLS.readAccount]) void mutate(path);
    }
  };
  return (
    <Button
      size="small"
      disabled={isPending || !isOnline}
      aria-label={`Cancel the order of ${order.ticker}`}
      data-kind="cancel"
      onClick={({ currentTarget }) => void press(currentTarget)}
    >
      {isPending ? "Canceling..." : "Cancel"}
    </Button>
  );
}
