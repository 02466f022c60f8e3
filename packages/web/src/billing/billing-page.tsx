import type { BillingView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useUser } from "../api/use-user.ts";
import { SimulationNote } from "../plans/simulation-note.tsx";
import { TroubleNote } from "../plans/trouble-note.tsx";
import { useBilling } from "../plans/use-billing.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Panel } from "../ui/card.tsx";
import { DemoEndBadge } from "../ui/demo-end-badge.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice, StalePage } from "../ui/problem-notice.tsx";
import { CenteredSpinner } from "../ui/spinner.tsx";
import { CheckoutReturn } from "./checkout-return.tsx";
import { IncludedCard } from "./included-card.tsx";
import { InvoicesCard } from "./invoices-card.tsx";
import { PlanCard } from "./plan-card.tsx";

/** What is paid for, what that includes, and what it has cost. */
export function BillingPage() {
  const { data: billing, error, mutate } = useBilling();
  const { user } = useUser();
  const [query] = useSearchParams();
  // Whoever comes from a checkout has its number in the address; it is taken out once it is settled.
  const [cameFromCheckout] = useState(query.has("checkout"));
  const demoEndsAt = (billing?.subscription.isInTrial && user?.endsAt) || null;
  const retry = () => void mutate();
  return (
    <>
      <PageHeader
        title="Billing & Subscription"
        badges={billing && <Badges billing={billing} demoEndsAt={demoEndsAt} />}
      />
      {cameFromCheckout && <CheckoutReturn />}
      {billing !== undefined ? (
        <>
          {billing.isSimulated && <SimulationNote />}
          {error ? (
            <StalePage address={CALLS.readBilling.path} onRetry={retry} />
          ) : (
            billing.trouble !== null && <TroubleNote words={billing.trouble} onRetry={retry} />
          )}
          <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-2">
            <PlanCard billing={billing} demoEndsAt={demoEndsAt} />
            <IncludedCard subscription={billing.subscription} />
            {user?.isDemo === false && <InvoicesCard />}
          </div>
        </>
      ) : error ? (
        <Panel>
          <ProblemNotice
            title="Failed to load data"
            problem={error}
            hint="Automation and your orders are not affected."
            onRetry={retry}
          />
        </Panel>
      ) : (
        <CenteredSpinner what="your subscription" />
      )}
    </>
  );
}

interface BadgesProps {
  readonly billing: BillingView;
  /** Null: no demo. */
  readonly demoEndsAt: string | null;
}

function Badges({ billing, demoEndsAt }: BadgesProps) {
  const [tone, words] = statusOf(billing);
  return (
    <>
      {/* Where something else ends first, these words are not the ones that count. */}
      <Badge tone={demoEndsAt === null ? tone : "plain"}>{words}</Badge>
      {billing.isCanceling && billing.endsAt !== null && (
        <Badge tone="amber">Ends {dayText(billing.endsAt)}</Badge>
      )}
      {demoEndsAt !== null && <DemoEndBadge at={demoEndsAt} />}
    </>
  );
}

function statusOf({ subscription }: BillingView): readonly [Tone, string] {
  const { daysRemaining, hasActiveSubscription, isInTrial, status } = subscription;
  // A payment that failed leaves a day of grace: it is due all the same.
  if (status === "past_due") return ["amber", "Payment Required"];
  if (isInTrial)
    return ["accent", `Trial - ${daysRemaining} ${daysRemaining === 1 ? "day" : "days"} left`];
  return hasActiveSubscription ? ["gain", "Active"] : ["plain", "Inactive"];
}
