import { CALLS } from "@sevenfold/contract/calls";
import type { CancelAllView } from "@sevenfold/contract/orders";
import { useEffect, useState } from "react";
import { mutate } from "swr";
import { addressOf } from "../api/address-of.ts";
import { call } from "../api/call.ts";
import { isLost } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { received } from "../live/freshness.ts";
import { tell } from "../ui/notices.ts";
import { tellFailed } from "../ui/tell-failed.ts";
import { freshUuid } from "../ui/uuid.ts";
import { canceledWords, isEnded } from "./canceled-words.ts";
import { TO_ORDERS } from "./placed-orders.ts";

/** Begins the taking back once, however often it is pressed, then follows it to its end. */
export function useCancelAll(onRefused: () => void) {
  const [idempotencyKey] = useState(freshUuid);
  const [begun, setBegun] = useState<CancelAllView>();
  const [isPending, setPending] = useState(false);
  const [isOver, setOver] = useState(false);
  const which = { id: begun?.id ?? "" };
  const {
    data,
    error,
    mutate: again,
  } = useEndpoint(CALLS.readCancelAll, which, {
    when: begun !== undefined && !begun.isDone,
  });
  const batch = data ?? begun;
  /** Where it stands is not known any more: of when that is, and the way to ask. */
  const stale = error && {
    address: addressOf(CALLS.readCancelAll, which),
    again: () => void again(),
  };

  useEffect(() => {
    if (batch?.isDone !== true || isOver) return;
    setOver(true);
    tellEnd(batch);
    for (const { path } of [CALLS.listOrders, CALLS.readAccount]) void mutate(path);
  }, [batch, isOver]);

  const begin = async () => {
    setPending(true);
    try {
      const view = await call(CALLS.cancelAll, {}, { idempotencyKey });
      received(addressOf(CALLS.readCancelAll, { id: view.id }));
      setBegun(view);
      void mutate(CALLS.listOrders.path);
    } catch (thrown) {
      tellFailed(thrown, {
        seenAt: TO_ORDERS,
        title: "Cancel Failed",
        fallback: "Failed to cancel the orders",
        lost: "No answer came: the orders may have been canceled. Pressing the button again does no more than that, and shows where each stands.",
      });
      if (!isLost(thrown)) onRefused();
    } finally {
      setPending(false);
    }
  };
  return { batch, begin, isPending, stale };
}

function tellEnd({ orders }: CancelAllView): void {
  tell({
    tone: orders.every(isEnded) ? "success" : "error",
    title: orders.every(isEnded) ? "Orders Canceled" : "Not Every Order Ended",
    details: canceledWords(orders),
  });
}
