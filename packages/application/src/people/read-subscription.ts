import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { SubscriptionStatus, User } from "../ports/stores/user-store.ts";
import { tradingRightOf } from "../trading/safeguards/trading-rights.ts";

/** What the user's subscription amounts to at an instant. Trials end by the clock, on reading. */
export interface Subscription {
  readonly status: SubscriptionStatus;
  readonly isActive: boolean;
  readonly isInTrial: boolean;
  readonly trialEndsAt: Instant | undefined;
  /** Begun days count: 0 only once the trial is over. */
  readonly daysRemaining: number;
  readonly requiresPayment: boolean;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

type Subscriber = Pick<User, "subscriptionStatus" | "trialEndsAt" | "subscriptionEndsAt">;

export function readSubscription(user: Subscriber, at: Instant): Subscription {
  const { subscriptionStatus, trialEndsAt } = user;
  const right = tradingRightOf(user, at);
  const isInTrial = right === "trial";
  const status =
    right === "trial-ended"
      ? "trial_expired"
      : subscriptionStatus === "active" && right !== "paid"
        ? "no_subscription"
        : subscriptionStatus;
  return {
    status,
    isActive: right === "paid",
    isInTrial,
    trialEndsAt,
    daysRemaining:
      isInTrial && trialEndsAt !== undefined ? Math.ceil((trialEndsAt - at) / DAY_MS) : 0,
    requiresPayment: status === "past_due" || status === "unpaid" || status === "trial_expired",
  };
}
