import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { PLANS, type Plan } from "./plans.ts";

/** What the user has, and what it costs: a trial has the rights of Premium, for nothing. */
export interface HeldPlan {
  readonly name: string;
  readonly perMonth: number;
  readonly perYear: number;
  readonly rights: Plan | undefined;
  /** False: its rights wait for a payment. */
  readonly isInForce: boolean;
}

const NOTHING = { perMonth: 0, perYear: 0 } as const;
const planOf = (id: string | null): Plan | undefined => PLANS.find((plan) => plan.id === id);

/** The plan that was bought and is not over: also in its free days, and while a payment is due. */
export function boughtPlanOf(subscription: SubscriptionView): Plan | undefined {
  const { hasActiveSubscription, isInTrial, planType, status } = subscription;
  const isDue = status === "past_due" || status === "unpaid";
  return hasActiveSubscription || isInTrial || isDue ? planOf(planType) : undefined;
}

export function heldPlanOf(subscription: SubscriptionView): HeldPlan {
  const { hasActiveSubscription, isInTrial } = subscription;
  const isInForce = hasActiveSubscription || isInTrial;
  const plan = boughtPlanOf(subscription);
  if (plan !== undefined) return { ...plan, rights: plan, isInForce };
  return isInTrial
    ? { ...NOTHING, name: "Free trial", rights: planOf("premium"), isInForce }
    : { ...NOTHING, name: "No plan", rights: undefined, isInForce };
}
