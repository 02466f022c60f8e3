import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { readSubscription } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";

/** What a user without an answer has: nothing. */
export const NO_SUBSCRIPTION: SubscriptionView = {
  hasActiveSubscription: false,
  isInTrial: false,
  trialEndsAt: null,
  daysRemaining: 0,
  status: "none",
  planType: null,
  requiresPayment: false,
};

export const useSubscription = () => useEndpoint(readSubscription, {}, { everyMs: 30_000 });
