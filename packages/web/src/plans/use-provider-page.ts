import type { ProviderPageView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { useEffect, useState } from "react";
import { call } from "../api/call.ts";
import { isRefusal, wordsOf } from "../api/problem-error.ts";
import { tellError } from "../ui/notices.ts";
import type { PlanId } from "./plans.ts";
import { askBillingAgain } from "./use-billing.ts";

/** Leads to the payment provider's pages; `pending` says to which, until the browser is there. */
export function useProviderPage() {
  const [pending, setPending] = useState<PlanId | "portal">();
  useEffect(() => {
    // Back from there, a browser may show this page just as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setPending(undefined);
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  const lead = async (
    to: PlanId | "portal",
    page: () => Promise<ProviderPageView>,
    failed: string,
  ): Promise<void> => {
    setPending(to);
    try {
      const { url } = await page();
      location.assign(url);
    } catch (thrown) {
      setPending(undefined);
      tellError(failed, `${wordsOf(thrown)} Nothing was charged.`);
      if (isRefusal(thrown)) askBillingAgain();
    }
  };
  return {
    pending,
    toCheckout: (plan: PlanId) =>
      lead(plan, () => call(CALLS.openCheckout, { plan }), "Checkout Not Opened"),
    toPortal: () => lead("portal", () => call(CALLS.openPortal, {}), "Page Not Opened"),
  };
}
