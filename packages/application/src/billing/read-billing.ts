import { type Instant, instant } from "@sevenfold/domain/market";

import type { User } from "../ports/stores/user-store.ts";
import { GRACE_MS } from "./billing-standing.ts";
import { hasTrialLeft, isHeld, livingOf } from "./held-subscription.ts";
import { TRIAL_DAYS } from "./open-checkout.ts";

export type BillingAction = "checkout" | "change-plan" | "cancel" | "resume" | "portal";

/** What a user holds and may do about it, by what is on record. */
export interface BillingState {
  /** When it is next charged; absent: it is not renewed. */
  readonly renewsAt?: Instant;
  /** Until when what is held lasts where it ends, or when it ended. */
  readonly endsAt?: Instant;
  readonly isCanceling: boolean;
  /** Free days that a checkout begins with. */
  readonly trialDays: number;
  readonly actions: readonly BillingAction[];
}

export function readBilling(user: User, at: Instant): BillingState {
  const isLiving = livingOf(user) !== undefined;
  const isCanceling = isLiving && user.subscriptionCancelsAt !== undefined;
  const renewsAt = isCanceling ? undefined : renewalOf(user);
  const endsAt = renewsAt === undefined ? endOf(user) : undefined;
  return {
    ...(renewsAt !== undefined && { renewsAt }),
    ...(endsAt !== undefined && { endsAt }),
    isCanceling,
    trialDays: hasTrialLeft(user) ? TRIAL_DAYS : 0,
    actions: actionsOf(user, { isLiving, isCanceling, at }),
  };
}

function renewalOf({ subscriptionEndsAt, subscriptionStatus, trialEndsAt }: User) {
  if (subscriptionStatus === "trialing") return trialEndsAt;
  if (subscriptionStatus !== "active" || subscriptionEndsAt === undefined) return undefined;
  // On record is the end with the day of grace.
  return instant(subscriptionEndsAt - GRACE_MS);
}

const endOf = (user: User): Instant | undefined =>
  user.subscriptionStatus === "trial" || user.subscriptionStatus === "trial_expired"
    ? user.trialEndsAt
    : (user.subscriptionCancelsAt ?? user.subscriptionEndsAt);

interface Facts {
  readonly isLiving: boolean;
  readonly isCanceling: boolean;
  readonly at: Instant;
}

function actionsOf(user: User, { at, isCanceling, isLiving }: Facts): readonly BillingAction[] {
  const { customerId, isDemo, subscriptionStatus } = user;
  if (isDemo) return [];
  const mayChange = subscriptionStatus === "active" || subscriptionStatus === "trialing";
  const actions: readonly (BillingAction | false)[] = [
    !isHeld(user, at) && "checkout",
    isLiving && mayChange && "change-plan",
    isLiving && (isCanceling ? "resume" : "cancel"),
    customerId !== undefined && "portal",
  ];
  return actions.filter((action) => action !== false);
}
