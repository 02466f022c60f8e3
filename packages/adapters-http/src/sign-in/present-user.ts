import type { Subscription } from "@sevenfold/application/people/read-subscription";
import type { SignIn } from "@sevenfold/application/ports/stores/sign-in-store";
import type { Plan, User } from "@sevenfold/application/ports/stores/user-store";
import type { SignInView, SubscriptionView, UserView } from "@sevenfold/contract/sign-in";
import { instant } from "@sevenfold/domain/market";

import { timestampOf, timestampOrNull } from "../wire.ts";
import { contentOf } from "./sign-in-life.ts";

/** A demo visitor's own name is random and nobody's business. */
export const presentUser = (
  { id, username, email, isDemo, createdAt, expiresAt }: User,
  { hasTotp }: { readonly hasTotp: boolean },
): UserView => ({
  id,
  username: isDemo ? "demo" : username,
  email: isDemo ? "demo@sevenfold.invalid" : email,
  isDemo,
  endsAt: timestampOrNull(expiresAt),
  hasTotp,
  createdAt: timestampOf(createdAt),
});

export const presentSubscription = (
  subscription: Subscription,
  plan: Plan | undefined,
): SubscriptionView => ({
  hasActiveSubscription: subscription.isActive,
  isInTrial: subscription.isInTrial,
  trialEndsAt: timestampOrNull(subscription.trialEndsAt),
  daysRemaining: subscription.daysRemaining,
  status: subscription.status,
  planType: plan ?? null,
  requiresPayment: subscription.requiresPayment,
});

/** Nothing for a sign-in that was written in another shape. */
export function presentSignIn(
  signIn: SignIn,
  currentSidHash: string | undefined,
): readonly SignInView[] {
  const content = contentOf(signIn);
  if (!content) return [];
  return [
    {
      id: signIn.sidHash,
      signedInAt: timestampOf(instant(content.signedInAt)),
      lastSeenAt: timestampOf(instant(content.lastSeenAt)),
      expiresAt: timestampOf(signIn.expiresAt),
      device: content.device,
      isCurrent: signIn.sidHash === currentSidHash,
    },
  ];
}
