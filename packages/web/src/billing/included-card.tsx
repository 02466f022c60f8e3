import type { SubscriptionView } from "@sevenfold/contract/sign-in";
import { Check } from "lucide-react";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { heldPlanOf } from "./held-plan.ts";

/** What the plan has in it. */
export function IncludedCard({ subscription }: { readonly subscription: SubscriptionView }) {
  const { rights } = heldPlanOf(subscription);
  if (rights === undefined)
    return (
      <Card title="What's Included" isPadded={false}>
        <EmptyState title="Nothing yet">Each plan says what it has in it.</EmptyState>
      </Card>
    );
  return (
    <Card title="What's Included">
      <ul className="space-y-2">
        {rights.includes.map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
