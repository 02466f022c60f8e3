import type { User } from "@sevenfold/application/ports/storage";
import type { Subscription } from "@sevenfold/application/use-cases/read-subscription";
import type { SubscriptionView, UserView } from "@sevenfold/contract/sign-in";

import { timestampOf, timestampOrNull } from "../wire.ts";

/** A demo visitor's own name is random and nobody's business. */
export const presentUser = ({ id, username, email, isDemo, createdAt }: User): UserView => ({
  id,
  username: isDemo ? "demo" : username,
  email: isDemo ? "demo@sevenfold.invalid" : email,
  isDemo,
  hasTotp: false,
  createdAt: timestampOf(createdAt),
});

export const presentSubscription = (subscription: Subscription): SubscriptionView => ({
  hasActiveSubscription: subscription.isActive,
  isInTrial: subscription.isInTrial,
  trialEndsAt: timestampOrNull(subscription.trialEndsAt),
  daysRemaining: subscription.daysRemaining,
  status: subscription.status,
  // Plans are sold by billing; until an account has one, there is none to name.
  planType: null,
  requiresPayment: subscription.requiresPayment,
});
