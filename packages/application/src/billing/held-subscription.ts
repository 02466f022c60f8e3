import type { Instant } from "@sevenfold/domain/market";

import type { User } from "../ports/stores/user-store.ts";
import { tradingRightOf } from "../trading/safeguards/trading-rights.ts";

const ENDED: ReadonlySet<User["subscriptionStatus"]> = new Set([
  ...["canceled", "none", "trial", "trial_expired", "no_subscription"],
] as const satisfies readonly User["subscriptionStatus"][]);

/** The subscription that can be changed; undefined: nothing was bought yet, or it has ended. */
export const livingOf = ({
  subscriptionId,
  subscriptionStatus,
}: Pick<User, "subscriptionId" | "subscriptionStatus">): string | undefined =>
  ENDED.has(subscriptionStatus) ? undefined : subscriptionId;

/** Whether a subscription is held: then the plan is changed, and none is bought beside it. */
export function isHeld(user: User, at: Instant): boolean {
  if (livingOf(user) === undefined) return false;
  const { subscriptionStatus } = user;
  if (subscriptionStatus === "past_due" || subscriptionStatus === "unpaid") return true;
  const right = tradingRightOf(user, at);
  return right === "paid" || right === "trial";
}

/** The first subscription begins with days that cost nothing, and no other one. */
export const hasTrialLeft = ({
  subscriptionId,
  trialUsedAt,
}: Pick<User, "subscriptionId" | "trialUsedAt">): boolean =>
  trialUsedAt === undefined && subscriptionId === undefined;
