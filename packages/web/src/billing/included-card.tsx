import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { Check } from "lucide-react";
import { heldPlanOf } from "../plans/held-plan.ts";
import { allIncludedIn } from "../plans/plans.ts";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { EmptyState } from "../ui/empty-state.tsx";

/** What the plan has in it. */
export function IncludedCard({ subscription }: { readonly subscription: SubscriptionView }) {
  const { isInForce, rights } = heldPlanOf(subscription);
  if (rights === undefined)
    return (
      <Card title="What's Included" isPadded={false}>
        <EmptyState title="Nothing yet">Each plan says what it has in it.</EmptyState>
      </Card>
    );
  return (
    <Card title="What's Included">
      {!isInForce && <p className="mb-3 text-amber">It waits for a payment.</p>}
      <ul className={classNames("space-y-2", !isInForce && "text-muted")}>
        {allIncludedIn(rights).map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
