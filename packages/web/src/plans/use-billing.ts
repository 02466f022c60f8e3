import type { BillingView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { useEffect } from "react";
import { mutate } from "swr";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useSubscription } from "../worker/use-subscription.ts";

/**
 * What is held, may be done about it and could be bought. The status of the subscription is asked
 * for all the time: once another window or the payment provider has changed it, so is the rest.
 */
export function useBilling({ when = true } = {}) {
  const billing = useEndpoint(CALLS.readBilling, {}, { when });
  const { data: subscription } = useSubscription({ when });
  const { data, mutate: again } = billing;
  const isOther =
    data !== undefined &&
    subscription !== undefined &&
    JSON.stringify(subscription) !== JSON.stringify(data.subscription);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each status that is told.
  useEffect(() => {
    if (isOther) void again();
  }, [subscription]);
  return billing;
}

/** What a deed was answered is how things stand; what hangs on it is asked for again. */
export async function tookBilling(view: BillingView): Promise<void> {
  await mutate(CALLS.readBilling.path, view, { revalidate: false });
  await mutate(CALLS.readSubscription.path, view.subscription, { revalidate: false });
  for (const { path } of [CALLS.listInvoices, CALLS.readAccount]) void mutate(path);
}

/** After a refusal: this window knew something that holds no longer. */
export const askBillingAgain = (): void => {
  for (const { path } of [CALLS.readBilling, CALLS.readSubscription]) void mutate(path);
};
