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

/**
 * Begins the batch once, however often it is asked for, then follows it to its end. One that is at work
 * already, begun before a reload, in another window or by another device, is followed as well.
 */
export function useEmergencySale(onRefused: () => void) {
  const [idempotencyKey, setKey] = useState(freshUuid);
  const [begun, setBegun] = useState<SellAllView>();
  const [isPending, setPending] = useState(false);
  /** The sale whose end was told, and the one that was looked at and put away. */
  const [told, setTold] = useState<string>();
  const [left, setLeft] = useState<string>();
  const { data: found } = useEndpoint(CALLS.findSellAll);
  const atWork = found?.sale ?? undefined;
  if (begun === undefined && atWork !== undefined && atWork.id !== left) setBegun(atWork);
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
    if (batch?.isDone !== true || batch.id === told) return;
    setTold(batch.id);
    tellEnd(batch);
    positionsMoved();
  }, [batch, told]);

  /** Before each question: a new wish of its own, unless a sale is at work, which is shown. */
  const ask = () => {
    if (batch?.isDone === false) return;
    setLeft(batch?.id);
    setBegun(undefined);
    setKey(freshUuid());
  };

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
  return { batch, stale, isPending, ask, begin };
}

export type EmergencySale = ReturnType<typeof useEmergencySale>;

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
