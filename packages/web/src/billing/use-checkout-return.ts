import type { BillingView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "../api/call.ts";
import { boughtPlanOf } from "../plans/held-plan.ts";
import { tookBilling, useBilling } from "../plans/use-billing.ts";
import { useOnline } from "../ui/use-online.ts";

/** How long a page waits before each time it asks whether a payment has come, in milliseconds. */
export type CheckoutPatience = readonly number[];

/** A minute in all: what takes longer comes by itself, and nobody should sit and wait for it. */
export const CHECKOUT_PATIENCE: CheckoutPatience = [0, 2_000, 4_000, 8_000, 16_000, 30_000];

export type CheckoutState =
  | { readonly state: "processing" }
  /** Asked as often as it makes sense; `isSilent`: the last time nobody answered. */
  | { readonly state: "late"; readonly isSilent: boolean }
  | { readonly state: "done"; readonly billing: BillingView };

/**
 * What has become of a checkout that its user comes back from: the way back says nothing of it, so
 * the payment provider is asked through the server. Without a network the asking stands still.
 */
export function useCheckoutReturn(patience: CheckoutPatience) {
  const { data: billing } = useBilling();
  const [times, setTimes] = useState(0);
  const [isSilent, setSilent] = useState(false);
  const isOnline = useOnline();
  const [, setQuery] = useSearchParams();
  const isDone = billing !== undefined && isBought(billing);
  const waitMs = isDone || !isOnline ? undefined : patience[times];

  useEffect(() => {
    if (waitMs === undefined) return;
    let isLeft = false;
    const ask = async () => {
      const isAnswered = await syncQuietly();
      if (isLeft) return;
      setSilent(!isAnswered);
      setTimes(times + 1);
    };
    const timer = setTimeout(() => void ask(), waitMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [times, waitMs]);

  useEffect(() => {
    // Settled: the address opened again tells of it no more.
    if (isDone) setQuery(withoutCheckout, { replace: true });
  }, [isDone, setQuery]);

  const state: CheckoutState = isDone
    ? { state: "done", billing }
    : times < patience.length
      ? { state: "processing" }
      : { state: "late", isSilent };
  return { ...state, isOnline, again: () => setTimes(0) };
}

const isBought = ({ subscription }: BillingView): boolean =>
  boughtPlanOf(subscription) !== undefined && !subscription.requiresPayment;

const withoutCheckout = (query: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(query);
  next.delete("checkout");
  return next;
};

/** A failure is no answer about the payment: it is asked for again. */
async function syncQuietly(): Promise<boolean> {
  try {
    await tookBilling(await call(CALLS.syncBilling, {}));
    return true;
  } catch {
    return false;
  }
}
