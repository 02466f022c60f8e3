import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { dayText, momentText } from "../ui/eastern-time.ts";
import { roundMoneyText } from "../ui/figures.ts";
import { OwnAccountButton } from "../ui/own-account-button.tsx";
import { heldPlanOf } from "./held-plan.ts";

interface PlanCardProps {
  readonly subscription: SubscriptionView;
  /** Null: no demo. */
  readonly demoEndsAt: string | null;
}

/** The plan, its price, and the ways to another. */
export function PlanCard({ subscription, demoEndsAt }: PlanCardProps) {
  const { hasActiveSubscription, isInTrial, planType } = subscription;
  const plan = heldPlanOf(subscription);
  const isPaid = hasActiveSubscription && plan.rights !== undefined;
  return (
    <Card title="Current Plan">
      <p className="text-2xl font-semibold tracking-[-0.015em]">{plan.name}</p>
      <p className="mt-1 text-muted">
        <span className="figure font-medium text-ink">{roundMoneyText(plan.perMonth)}</span> per
        month
        {isPaid && (
          <>
            , <span className="figure">{roundMoneyText(plan.perYear)}</span> billed annually
          </>
        )}
      </p>
      <p className="mt-3 text-13 text-muted">
        {demoEndsAt === null
          ? sentenceOf(subscription)
          : `You have the rights of Premium until this demo ends, ${momentText(demoEndsAt)} ET. A demo has no other plan: an account of your own starts with a 7-day free trial, and nothing of this demo is carried over.`}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        {demoEndsAt !== null ? (
          <>
            <OwnAccountButton look="primary" />
            <ButtonLink to="/pricing">See plans</ButtonLink>
          </>
        ) : isPaid || isInTrial ? (
          planType !== "pro" && <ButtonLink to="/pricing">Upgrade Now</ButtonLink>
        ) : (
          <ButtonLink to="/pricing">Choose Your Plan</ButtonLink>
        )}
        {isPaid && (
          <Button disabled aria-describedby="why-not-canceled">
            Cancel Subscription
          </Button>
        )}
      </div>
      {isPaid && (
        <p id="why-not-canceled" className="mt-2 text-13 text-muted">
          Nothing is charged here, so there is nothing to cancel.
        </p>
      )}
    </Card>
  );
}

function sentenceOf(subscription: SubscriptionView): string {
  const { hasActiveSubscription, isInTrial, requiresPayment, trialEndsAt } = subscription;
  if (isInTrial)
    return trialEndsAt === null
      ? "You have the rights of Premium."
      : `You have the rights of Premium until ${dayText(trialEndsAt)}.`;
  if (hasActiveSubscription) return "It stays in force until the end of its billing period.";
  return requiresPayment
    ? "The agent makes no new entries. Exits, stops and your own sells go on."
    : "The agent needs a subscription or a trial to be switched on.";
}
