import type { BillingView } from "@sevenfold/contract/billing";
import type { Plan } from "../plans/plans.ts";
import { termsOf } from "../plans/price-words.ts";
import type { useProviderPage } from "../plans/use-provider-page.ts";
import { Button } from "../ui/button.tsx";
import { useFocusOnce } from "../ui/use-focus-once.ts";
import { useOnline } from "../ui/use-online.ts";

interface WantedPlanProps {
  readonly plan: Plan;
  readonly billing: BillingView;
  readonly checkout: ReturnType<typeof useProviderPage>;
}

/** For who chose a plan before signing up: one press from its checkout. An address alone buys nothing. */
export function WantedPlan({ plan, billing, checkout }: WantedPlanProps) {
  const isOnline = useOnline();
  const heading = useFocusOnce<HTMLParagraphElement>();
  const isOffered = billing.offers.some((offer) => offer.plan === plan.id);
  if (!billing.actions.includes("checkout") || !isOffered) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-accent bg-accent-tint px-4 py-3">
      <p ref={heading} tabIndex={-1} className="min-w-0 flex-1 basis-72 outline-none">
        <span className="font-medium">You have chosen {plan.name}.</span> {termsOf(plan, billing)}
      </p>
      <Button
        look="primary"
        disabled={checkout.pending !== undefined || !isOnline}
        onClick={() => void checkout.toCheckout(plan.id)}
      >
        {checkout.pending === plan.id ? "Opening checkout..." : "Continue to Checkout"}
      </Button>
    </div>
  );
}
