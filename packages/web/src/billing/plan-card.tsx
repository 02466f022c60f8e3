import type { BillingAction, BillingView } from "@sevenfold/contract/billing";
import { heldPlanOf } from "../plans/held-plan.ts";
import { yearOf } from "../plans/price-words.ts";
import { standingWords } from "../plans/standing-words.ts";
import { useProviderPage } from "../plans/use-provider-page.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { roundMoneyText } from "../ui/figures.ts";
import { OwnAccountButton } from "../ui/own-account-button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { CancelButton } from "./cancel-button.tsx";
import { KeepButton } from "./keep-button.tsx";

interface PlanCardProps {
  readonly billing: BillingView;
  /** Null: no demo. */
  readonly demoEndsAt: string | null;
}

/** The plan, its price, and the ways to another. */
export function PlanCard({ billing, demoEndsAt }: PlanCardProps) {
  const plan = heldPlanOf(billing.subscription);
  const perYear = plan.perYear === 0 || !plan.rights ? 0 : yearOf(plan.rights, billing);
  return (
    <Card title="Current Plan">
      <p className="text-2xl font-semibold tracking-[-0.015em]">{plan.name}</p>
      <p className="mt-1 text-muted">
        {perYear === plan.perYear && (
          <>
            <span className="figure font-medium text-ink">{roundMoneyText(plan.perMonth)}</span> per
            month{0 < perYear && ", "}
          </>
        )}
        {0 < perYear && (
          <>
            <span className="figure">{roundMoneyText(perYear)}</span> billed annually
          </>
        )}
      </p>
      <p className="mt-3 text-13 text-muted">
        {demoEndsAt === null
          ? standingWords(billing)
          : `You have the rights of Premium until this demo ends, ${momentText(demoEndsAt)} ET. A demo has no other plan: an account of your own starts with a 7-day free trial, and nothing of this demo is carried over.`}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        {demoEndsAt === null ? (
          <Ways billing={billing} />
        ) : (
          <>
            <OwnAccountButton look="primary" />
            <ButtonLink to="/pricing">See plans</ButtonLink>
          </>
        )}
      </div>
    </Card>
  );
}

/** What the server says can be done, the likeliest first. */
function Ways({ billing }: { readonly billing: BillingView }) {
  const { toPortal, pending } = useProviderPage();
  const isOnline = useOnline();
  const { isInTrial, planType, status } = billing.subscription;
  const may = (action: BillingAction) => billing.actions.includes(action);
  const isDue = status === "past_due" || status === "unpaid";
  return (
    <>
      {may("checkout") && (
        <ButtonLink to="/pricing" look={isInTrial ? "quiet" : "primary"}>
          {isInTrial ? "Upgrade Now" : "Choose Your Plan"}
        </ButtonLink>
      )}
      {may("resume") && <KeepButton billing={billing} />}
      {may("change-plan") && (
        <ButtonLink to="/pricing">{planType === "pro" ? "Change Plan" : "Upgrade Now"}</ButtonLink>
      )}
      {may("portal") && (
        <Button
          look={isDue ? "primary" : "quiet"}
          disabled={pending !== undefined || !isOnline}
          onClick={() => void toPortal()}
        >
          {pending === "portal" ? "Opening..." : isDue ? "Update Payment" : "Card and Invoices"}
        </Button>
      )}
      {may("cancel") && <CancelButton billing={billing} />}
    </>
  );
}
