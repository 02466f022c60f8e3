import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { Info } from "lucide-react";
import { useUser } from "../api/use-user.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Panel } from "../ui/card.tsx";
import { DemoEndBadge } from "../ui/demo-end-badge.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { CenteredSpinner } from "../ui/spinner.tsx";
import { useSubscription } from "../worker/use-subscription.ts";
import { IncludedCard } from "./included-card.tsx";
import { PlanCard } from "./plan-card.tsx";

/** What is paid for, and what that includes. */
export function BillingPage() {
  const { data: subscription, error, mutate } = useSubscription();
  const { user } = useUser();
  const demoEndsAt = (subscription?.isInTrial && user?.endsAt) || null;
  return (
    <>
      <PageHeader
        title="Billing & Subscription"
        badges={
          <>
            {subscription && (
              <StatusBadge subscription={subscription} isOutlasted={demoEndsAt !== null} />
            )}
            {demoEndsAt !== null && <DemoEndBadge at={demoEndsAt} />}
          </>
        }
      />
      <p className="mb-3 flex items-start gap-2.5 rounded-card border border-line bg-surface px-4 py-3 md:mb-4">
        <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
        <span>
          Billing is not set up on this server.{" "}
          <span className="text-muted">Nothing is charged, and no plan can be bought here.</span>
        </span>
      </p>
      {subscription !== undefined ? (
        <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-2">
          <PlanCard subscription={subscription} demoEndsAt={demoEndsAt} />
          <IncludedCard subscription={subscription} />
        </div>
      ) : error ? (
        <Panel>
          <ProblemNotice
            title="Failed to load data"
            problem={error}
            onRetry={() => void mutate()}
          />
        </Panel>
      ) : (
        <CenteredSpinner what="your subscription" />
      )}
    </>
  );
}

interface StatusBadgeProps {
  readonly subscription: SubscriptionView;
  /** Something else ends first: these words are not the ones that count. */
  readonly isOutlasted: boolean;
}

const StatusBadge = ({ subscription, isOutlasted }: StatusBadgeProps) => {
  const [tone, words] = statusOf(subscription);
  return <Badge tone={isOutlasted ? "plain" : tone}>{words}</Badge>;
};

function statusOf(subscription: SubscriptionView): readonly [Tone, string] {
  const { daysRemaining, hasActiveSubscription, isInTrial, status } = subscription;
  if (isInTrial)
    return ["accent", `Trial - ${daysRemaining} ${daysRemaining === 1 ? "day" : "days"} left`];
  if (hasActiveSubscription) return ["gain", "Active"];
  return status === "past_due" ? ["amber", "Payment Required"] : ["plain", "Inactive"];
}
