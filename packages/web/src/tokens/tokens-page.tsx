import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useUser } from "../api/use-user.ts";
import { heldPlanOf } from "../plans/held-plan.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useSubscription } from "../worker/use-subscription.ts";
import { CreateTokenCard } from "./create-token-card.tsx";
import { TokenLine } from "./token-line.tsx";

/** Keys of the user's own programs. */
export function TokensPage() {
  const { data: tokens, error, mutate } = useEndpoint(CALLS.listApiTokens);
  const { data: subscription } = useSubscription();
  const { user } = useUser();
  const held = subscription && heldPlanOf(subscription);
  const isPro = held?.isInForce === true && held.rights?.id === "pro";
  return (
    <>
      <PageHeader title="API Tokens" />
      <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-[1fr_380px]">
        <Card title="Your tokens" isPadded={false}>
          {tokens === undefined ? (
            error ? (
              <ProblemNotice
                title="Failed to load data"
                problem={error}
                onRetry={() => void mutate()}
              />
            ) : (
              <SkeletonRows rows={2} what="your tokens" />
            )
          ) : tokens.length === 0 ? (
            <EmptyState title="No tokens yet">
              A program of yours sends one with each call, in place of signing in.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {tokens.map((token) => (
                <TokenLine key={token.id} token={token} />
              ))}
            </ul>
          )}
        </Card>
        {isPro
          ? user && <CreateTokenCard user={user} />
          : subscription !== undefined && <ProOnly isDemo={user?.isDemo === true} />}
      </div>
    </>
  );
}

const ProOnly = ({ isDemo }: { readonly isDemo: boolean }) => (
  <Card title="New token">
    <p className="text-muted">
      API access is part of the Pro plan.{isDemo && " A demo has no other plan than its own."}
    </p>
    <ButtonLink to="/pricing" className="mt-4">
      See plans
    </ButtonLink>
  </Card>
);
