import { CALLS } from "@sevenfold/contract/calls";
import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { type ReadOptions, useEndpoint } from "../api/use-endpoint.ts";

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

export const useSubscription = (options?: ReadOptions) =>
  useEndpoint(CALLS.readSubscription, {}, options);
