import type { BillingView } from "@sevenfold/contract/billing";
import { boughtPlanOf } from "../plans/held-plan.ts";
import type { Plan } from "../plans/plans.ts";
import { isSold, termsOf } from "../plans/price-words.ts";
import type { useProviderPage } from "../plans/use-provider-page.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { ChangePlanButton } from "./change-plan-button.tsx";
import type { PlanShape } from "./plan-list.tsx";

interface PlanButtonProps {
  readonly plan: Plan;
  /** Absent: what is held is not known yet. */
  readonly billing: BillingView | undefined;
  readonly checkout: ReturnType<typeof useProviderPage>;
  readonly shape: PlanShape;
}

/** Leads a member to the checkout, or to another plan than the one that is held. */
export function PlanButton({ plan, billing, checkout, shape }: PlanButtonProps) {
  const isOnline = useOnline();
  if (billing === undefined)
    return (
      <Button disabled {...shape}>
        {plan.button}
      </Button>
    );
  const held = boughtPlanOf(billing.subscription);
  if (held?.id === plan.id)
    return (
      <ButtonLink to="/billing" {...shape} look="quiet">
        Your Plan
      </ButtonLink>
    );
  if (held !== undefined && billing.actions.includes("change-plan"))
    return <ChangePlanButton {...{ plan, held, billing, shape }} />;
  if (!billing.actions.includes("checkout"))
    return (
      <ButtonLink to="/billing" {...shape} look="quiet">
        See Billing
      </ButtonLink>
    );
  const isOffered = billing.offers.some((offer) => offer.plan === plan.id);
  return (
    <>
      <Button
        {...shape}
        disabled={checkout.pending !== undefined || !isOnline || !isOffered}
        onClick={() => void checkout.toCheckout(plan.id)}
      >
        {checkout.pending === plan.id ? "Opening checkout..." : plan.button}
      </Button>
      <p className="mt-2 text-center text-13 text-muted">
        {isSold(plan, billing) ? termsOf(plan, billing) : "Not on sale at the moment."}
      </p>
    </>
  );
}
