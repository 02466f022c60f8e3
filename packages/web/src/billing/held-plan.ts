import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { PLANS, type Plan } from "../plans/plans.ts";

/** What the user has the rights of, and what it costs: a trial those of Premium, for nothing. */
export interface HeldPlan {
  readonly name: string;
  readonly perMonth: number;
  readonly perYear: number;
  readonly rights: Plan | undefined;
}

const named = (name: string): Plan | undefined =>
  PLANS.find((plan) => plan.name.toLowerCase() === name);

export function heldPlanOf({
  hasActiveSubscription,
  isInTrial,
  planType,
}: SubscriptionView): HeldPlan {
  const plan = planType === null ? undefined : named(planType);
  if (hasActiveSubscription && plan !== undefined) return { ...plan, rights: plan };
  if (isInTrial) return { name: "Free trial", perMonth: 0, perYear: 0, rights: named("premium") };
  return { name: "No plan", perMonth: 0, perYear: 0, rights: undefined };
}
