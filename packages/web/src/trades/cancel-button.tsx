import { CALLS } from "@sevenfold/contract/calls";
import type { OrderView } from "@sevenfold/contract/orders";
import { useState } from "react";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";
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
      tellError("Cancel Failed", wordsOf(thrown, "Failed to cancel the order"));
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
