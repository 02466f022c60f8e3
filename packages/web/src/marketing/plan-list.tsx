import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { PLANS, type Plan } from "../plans/plans.ts";
import { type Sold, yearOf } from "../plans/price-words.ts";
import { Badge } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";
import { roundMoneyText } from "../ui/figures.ts";

/** How a plan's button looks: the marked plan's stands out. */
export interface PlanShape {
  readonly look: "primary" | "quiet";
  readonly size: "large";
  readonly className: string;
}

export interface PlanListProps {
  readonly heading: "h2" | "h3";
  /** What is sold now; absent: the prices are as listed. */
  readonly sold?: Sold | undefined;
  /** What can be done about a plan. */
  readonly action: (plan: Plan, shape: PlanShape) => ReactNode;
}

/** Three equal cards, the middle one marked. */
export const PlanList = ({ heading, sold, action }: PlanListProps) => (
  <ul className="grid gap-4 lg:grid-cols-3">
    {PLANS.map((plan) => (
      <PlanCard key={plan.name} {...{ plan, heading, sold, action }} />
    ))}
  </ul>
);

interface PlanCardProps extends PlanListProps {
  readonly plan: Plan;
}

function PlanCard({ plan, heading: Heading, sold, action }: PlanCardProps) {
  const isMarked = plan.badge === "Most Popular";
  const look = isMarked ? "primary" : "quiet";
  const perYear = yearOf(plan, sold);
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
          {roundMoneyText(perYear === plan.perYear ? plan.perMonth : perYear)}
        </span>
        <span className="text-muted">{perYear === plan.perYear ? " per month" : " per year"}</span>
      </p>
      <p className="figure mt-1 text-13 text-muted">
        {roundMoneyText(perYear)} per year, billed annually
      </p>
      <ul className="mt-5 mb-6 space-y-2">
        {plan.includes.map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
            {line}
          </li>
        ))}
      </ul>
      <div className="mt-auto">{action(plan, { look, size: "large", className: "w-full" })}</div>
    </li>
  );
}
