import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { SubscriptionStatus, User } from "../ports/storage.ts";

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
  const { subscriptionEndsAt, trialEndsAt } = user;
  const leftMs = trialEndsAt === undefined ? 0 : trialEndsAt - at;
  const isTrial = user.subscriptionStatus === "trial" || user.subscriptionStatus === "trialing";
  const isInTrial = isTrial && 0 < leftMs;
  const status = isTrial && !isInTrial ? "trial_expired" : user.subscriptionStatus;
  return {
    status,
    isActive:
      status === "active" ||
      // Paid to the end of the period.
      (status === "canceled" && subscriptionEndsAt !== undefined && at < subscriptionEndsAt),
    isInTrial,
    trialEndsAt,
    daysRemaining: isInTrial ? Math.ceil(leftMs / DAY_MS) : 0,
    requiresPayment: status === "past_due" || status === "unpaid" || status === "trial_expired",
  };
}
