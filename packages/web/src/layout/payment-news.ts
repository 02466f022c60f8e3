import type { BillingView } from "@sevenfold/contract/billing";
import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { boughtPlanOf } from "../plans/held-plan.ts";
import { yearOf } from "../plans/price-words.ts";
import { graceWords, WITHOUT_A_PLAN } from "../plans/standing-words.ts";
import { dayText } from "../ui/eastern-time.ts";
import { roundMoneyText } from "../ui/figures.ts";

/** Said ahead of the end, as the payment provider does. */
const WARN_DAYS = 3;

export interface PaymentNews {
  readonly words: string;
  /** What can be done about it. */
  readonly way: "/billing" | "/pricing" | "portal";
  /** It speaks of something that is charged. */
  readonly isAboutMoney: boolean;
}

/** Whether there is anything to say; what it is may need more than the status. */
export const isNews = ({
  daysRemaining,
  hasActiveSubscription,
  isInTrial,
  requiresPayment,
}: SubscriptionView): boolean =>
  requiresPayment || !(hasActiveSubscription || (isInTrial && WARN_DAYS < daysRemaining));

/** What is said of it on every page; `billing` is what else is known, as soon as it is. */
export function paymentNews(
  subscription: SubscriptionView,
  billing: BillingView | undefined,
): PaymentNews | undefined {
  if (!isNews(subscription)) return undefined;
  const { isInTrial, status } = subscription;
  if (status === "past_due" || status === "unpaid")
    return {
      words: `A payment failed. ${billing === undefined ? "" : graceWords(billing)}`.trim(),
      way: billing?.actions.includes("portal") ? "portal" : "/billing",
      isAboutMoney: true,
    };
  if (isInTrial) return endOfTrial(subscription, billing);
  return {
    words: `${OVER[status] ?? "You have no plan."} ${WITHOUT_A_PLAN}`,
    way: "/pricing",
    isAboutMoney: false,
  };
}

const OVER: Partial<Record<SubscriptionView["status"], string>> = {
  trial_expired: "Your free trial has ended.",
  canceled: "Your subscription has ended.",
  no_subscription: "Your subscription has ended.",
};

function endOfTrial(
  subscription: SubscriptionView,
  billing: BillingView | undefined,
): PaymentNews | undefined {
  const { daysRemaining, trialEndsAt } = subscription;
  const plan = boughtPlanOf(subscription);
  const on = trialEndsAt === null ? "" : `, on ${dayText(trialEndsAt)}`;
  const ends = `Your trial ends in ${daysRemaining} ${daysRemaining === 1 ? "day" : "days"}${on}.`;
  if (plan === undefined)
    return {
      words: `${ends} Without a plan the agent then makes no new entries; exits, stops and your own sells go on.`,
      way: "/pricing",
      isAboutMoney: false,
    };
  // Whether it is charged then, or was canceled, is not known yet.
  if (billing === undefined) return undefined;
  return billing.isCanceling
    ? {
        words: `${ends} You have canceled; nothing is charged.`,
        way: "/billing",
        isAboutMoney: true,
      }
    : {
        words: `${ends} Then ${roundMoneyText(yearOf(plan, billing))} is charged for a year of ${plan.name}.`,
        way: "/billing",
        isAboutMoney: true,
      };
}
