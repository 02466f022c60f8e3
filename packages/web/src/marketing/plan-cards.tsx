import { Check } from "lucide-react";
import { useVisitor } from "../api/use-user.ts";
import { PLANS, type Plan } from "../plans/plans.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { roundMoneyText } from "../ui/figures.ts";
import { PlanNotice } from "./plan-notice.tsx";

/** Three equal cards, the middle one marked. */
export function PlanCards({ heading }: { readonly heading: "h2" | "h3" }) {
  const { user } = useVisitor();
  return (
    <>
      <PlanNotice />
      <ul className="grid gap-4 lg:grid-cols-3">
        {PLANS.map((plan) => (
          <PlanCard
            key={plan.name}
            plan={plan}
            heading={heading}
            to={user === undefined ? "/auth" : "/billing"}
          />
        ))}
      </ul>
      <p className="mt-6 text-center text-13 text-muted">
        All plans include paper trading. Prices per month, billed annually.
      </p>
    </>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly heading: "h2" | "h3";
  readonly to: string;
}

function PlanCard({ plan, heading: Heading, to }: PlanCardProps) {
  const isMarked = plan.badge === "Most Popular";
  return (
    <li
      className={classNames(
        "flex flex-col rounded-card border bg-surface p-6",
        isMarked ? "border-accent ring-1 ring-accent" : "border-line",
      )}
    >
      <div className="flex min-h-6 items-center justify-between">
        <Heading className="text-base">{plan.name}</Heading>
        {plan.badge !== undefined && (
          <Badge tone={isMarked ? "accent" : "plain"}>{plan.badge}</Badge>
        )}
      </div>
      <p className="mt-1 text-muted">{plan.for}</p>
      <p className="mt-5">
        <span className="figure text-3xl font-semibold tracking-[-0.02em]">
          {roundMoneyText(plan.perMonth)}
        </span>
        <span className="text-muted"> per month</span>
      </p>
      <p className="figure mt-1 text-13 text-muted">
        {roundMoneyText(plan.perYear)} per year, billed annually
      </p>
      <ul className="mt-5 mb-6 space-y-2">
        {plan.includes.map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
            {line}
          </li>
        ))}
      </ul>
      <ButtonLink to={to} look={isMarked ? "primary" : "quiet"} size="large" className="mt-auto">
        {plan.button}
      </ButtonLink>
    </li>
  );
}
