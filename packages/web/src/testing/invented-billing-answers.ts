import * as billing from "@sevenfold/contract/billing";
import { LISTED_PLANS } from "@sevenfold/contract/plans";
import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { type Answer, answer, Refusal } from "./answer.ts";
import type { InventedWorld } from "./invented-world.ts";

const DAY_MS = 86_400_000;

/** Where the payment provider's pages would stand. */
export const CHECKOUT_PAGE = "http://localhost/simulated-payments/checkout/cs_1";
export const PORTAL_PAGE = "http://localhost/simulated-payments/portal/cus_1";

/** What is bought, changed and canceled, by what is in the invented world. */
export const BILLING_ANSWERS: readonly Answer[] = [
  answer(billing.readPaymentMode, ({ payments }) => ({ isSimulated: payments.isSimulated })),
  answer(billing.readBilling, billingOf),
  answer(billing.listInvoices, ({ payments }) => payments.invoices),
  answer(billing.openCheckout, (world) => {
    if (isHeld(world))
      throw new Refusal(409, {
        code: "already-subscribed",
        error: "Already subscribed",
        details: "You hold a plan. Change it instead of buying a second one.",
      });
    return { url: CHECKOUT_PAGE };
  }),
  answer(billing.openPortal, () => ({ url: PORTAL_PAGE })),
  answer(billing.syncBilling, (world) => {
    const { underWay } = world.payments;
    if (underWay !== null) {
      underWay.asksLeft -= 1;
      if (underWay.asksLeft <= 0) Object.assign(world, { plan: underWay.plan });
    }
    return billingOf(world);
  }),
  answer(billing.changePlan, (world, { plan }) => {
    mustHold(world);
    world.plan = plan;
    return billingOf(world);
  }),
  answer(billing.cancelSubscription, (world) => {
    mustHold(world);
    world.payments.isCanceling = true;
    return billingOf(world);
  }),
  answer(billing.resumeSubscription, (world) => {
    mustHold(world);
    world.payments.isCanceling = false;
    return billingOf(world);
  }),
];

const isHeld = ({ isPastDue, plan }: InventedWorld): boolean => plan !== null || isPastDue;

function mustHold(world: InventedWorld): void {
  if (!isHeld(world))
    throw new Refusal(409, {
      code: "no-subscription",
      error: "No subscription",
      details: "Nothing was bought yet, or it has ended.",
    });
}

export function subscriptionOf(world: InventedWorld): SubscriptionView {
  const { hasSubscription, isPastDue, payments, plan, now } = world;
  const isInTrial = plan === null ? hasSubscription : payments.isTrialing;
  const status = isPastDue
    ? "past_due"
    : plan === null
      ? hasSubscription
        ? "trial"
        : "trial_expired"
      : payments.isTrialing
        ? "trialing"
        : "active";
  const isActive = isPastDue ? payments.isInGrace : plan !== null && !isInTrial;
  return {
    hasActiveSubscription: isActive,
    isInTrial: isInTrial && !isPastDue,
    trialEndsAt:
      plan === null || payments.isTrialing
        ? momentOf(now() + (payments.trialDaysLeft - 0.8) * DAY_MS)
        : null,
    daysRemaining: isInTrial && !isPastDue ? payments.trialDaysLeft : 0,
    status,
    planType: plan,
    requiresPayment: status === "past_due" || status === "trial_expired",
  };
}

function billingOf(world: InventedWorld): billing.BillingView {
  const { isPastDue, payments, plan, now, user } = world;
  const { isCanceling, isInGrace, isSimulated, isTrialing, isTrialUsed, trouble } = payments;
  const subscription = subscriptionOf(world);
  const ends = isTrialing ? subscription.trialEndsAt : momentOf(now() + 300 * DAY_MS);
  const isRenewed = plan !== null && !isCanceling && !isPastDue;
  return {
    isSimulated,
    subscription,
    renewsAt: isRenewed ? ends : null,
    endsAt: isRenewed
      ? null
      : isPastDue
        ? momentOf(now() + (isInGrace ? 0.8 : -2) * DAY_MS)
        : (plan && ends) || subscription.trialEndsAt,
    isCanceling: isCanceling && plan !== null,
    trialDays: isTrialUsed || plan !== null ? 0 : 7,
    actions: user.isDemo ? [] : actionsOf(world),
    offers:
      trouble === null
        ? LISTED_PLANS.map(({ includes, ...listed }) => ({ ...listed, includes: [...includes] }))
        : [],
    trouble,
    readAt: null,
  };
}

function actionsOf(world: InventedWorld): billing.BillingAction[] {
  const { isPastDue, payments } = world;
  if (!isHeld(world)) return payments.isTrialUsed ? ["checkout", "portal"] : ["checkout"];
  return [
    ...(isPastDue ? [] : (["change-plan"] as const)),
    payments.isCanceling ? "resume" : "cancel",
    "portal",
  ];
}

/** Whole minutes: two answers of one moment are equal. */
const momentOf = (at: number): string => new Date(Math.floor(at / 60_000) * 60_000).toISOString();
