import { CALLS } from "@sevenfold/contract/calls";
import type { SellAllView } from "@sevenfold/contract/orders";
import { useEffect, useState } from "react";
import { addressOf } from "../api/address-of.ts";
import { call } from "../api/call.ts";
import { isLost } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { received } from "../live/freshness.ts";
import { isEnded } from "../orders/canceled-words.ts";
import { TO_ORDERS } from "../orders/placed-orders.ts";
import { tell } from "../ui/notices.ts";
import { tellFailed } from "../ui/tell-failed.ts";
import { freshUuid } from "../ui/uuid.ts";
import { doneWords } from "./emergency-result.tsx";
import { positionsMoved } from "./positions-moved.ts";

/** Begins the batch once, however often it is asked for, then follows it to its end. */
export function useEmergencySale(onRefused: () => void) {
  const [idempotencyKey] = useState(freshUuid);
  const [begun, setBegun] = useState<SellAllView>();
  const [isPending, setPending] = useState(false);
  const [isOver, setOver] = useState(false);
  const which = { id: begun?.id ?? "" };
  const { data, error, mutate } = useEndpoint(CALLS.readSellAll, which, {
    when: begun !== undefined,
  });
  const batch = data ?? begun;
  /** Where it stands is not known any more: of when that is, and the way to ask. */
  const stale = error && {
    address: addressOf(CALLS.readSellAll, which),
    again: () => void mutate(),
  };

  useEffect(() => {
    if (batch?.isDone !== true || isOver) return;
    setOver(true);
    tellEnd(batch);
    positionsMoved();
  }, [batch, isOver]);

  const begin = async () => {
    setPending(true);
    try {
      const view = await call(CALLS.sellAll, {}, { idempotencyKey });
      received(addressOf(CALLS.readSellAll, { id: view.id }));
      setBegun(view);
      positionsMoved();
    } catch (thrown) {
      tellFailed(thrown, {
        seenAt: TO_ORDERS,
        title: "Clear Positions Failed",
        fallback: "Failed to clear all positions",
        lost: "No answer came: the sale may have begun. Pressing Sell everything again begins no second one, and shows where it stands.",
      });
      if (!isLost(thrown)) onRefused();
    } finally {
      setPending(false);
    }
  };
  return { batch, stale, isPending, begin };
}

function tellEnd(batch: SellAllView): void {
  const { items, orders } = batch;
  const sold = items.filter(({ state }) => state === "sold").length;
  const isWhole = sold === items.length && orders.every(isEnded);
  tell({
    tone: isWhole ? "success" : "error",
    title: isWhole ? "Emergency liquidation complete" : "Clear Positions Failed",
    details: isWhole
      ? `${sold} of ${items.length} positions sold.`
      : `${sold} of ${items.length} positions sold. ${doneWords(batch)}`,
  });
}
