import type { BillingView } from "@sevenfold/contract/billing";
import { dayText, momentText } from "../ui/eastern-time.ts";
import { roundMoneyText } from "../ui/figures.ts";
import { boughtPlanOf } from "./held-plan.ts";
import { yearOf } from "./price-words.ts";

/** What a subscription that is over stops, and what it does not. */
export const WITHOUT_A_PLAN =
  "The agent makes no new entries. Exits, stops and your own sells go on.";
/** The same, as it follows "Then" or "Once it is over,". */
export const WITHOUT_A_PLAN_THEN = `${WITHOUT_A_PLAN.slice(0, 1).toLowerCase()}${WITHOUT_A_PLAN.slice(1)}`;

/** How things stand with the money, in a sentence or two: what is paid, until when, and what then. */
export function standingWords(billing: BillingView): string {
  const { endsAt, isCanceling, renewsAt, subscription } = billing;
  const { hasActiveSubscription, isInTrial, requiresPayment, status, trialEndsAt } = subscription;
  const plan = boughtPlanOf(subscription);
  if (status === "past_due" || status === "unpaid")
    return `A payment failed. ${graceWords(billing)}`;
  if (isCanceling && endsAt !== null && plan !== undefined)
    return `You have canceled. ${plan.name} is yours until ${dayText(endsAt)}, and nothing more is charged. Then ${WITHOUT_A_PLAN_THEN}`;
  if (isInTrial && plan !== undefined && renewsAt !== null)
    return `Free until ${dayText(renewsAt)}. Then ${roundMoneyText(yearOf(plan, billing))} is charged for a year.`;
  if (isInTrial)
    return `You have the rights of Premium${trialEndsAt === null ? "" : ` until ${dayText(trialEndsAt)}`}.`;
  if (hasActiveSubscription)
    return plan !== undefined && renewsAt !== null
      ? `It renews on ${dayText(renewsAt)} for ${roundMoneyText(yearOf(plan, billing))}.`
      : "It stays in force until the end of its billing period.";
  if (status === "canceled" && endsAt !== null)
    return `Your subscription ended on ${dayText(endsAt)}. ${WITHOUT_A_PLAN}`;
  return requiresPayment
    ? `Your free trial has ended. ${WITHOUT_A_PLAN}`
    : "The agent needs a subscription or a trial to be switched on.";
}

/** A payment is due: until when everything goes on, or that it does no more. */
export const graceWords = ({ endsAt, subscription }: BillingView): string =>
  subscription.hasActiveSubscription && endsAt !== null
    ? `Everything goes on until ${momentText(endsAt)} ET; put another card in place before then.`
    : `${WITHOUT_A_PLAN} A card that works brings everything back.`;
