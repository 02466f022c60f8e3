import { LISTED_PLANS, type ListedPlan } from "@sevenfold/contract/plans";

export type PlanId = ListedPlan["plan"];

/** A plan as it is sold; prices in dollars, exactly as listed. */
export interface Plan extends Omit<ListedPlan, "plan"> {
  readonly id: PlanId;
  readonly badge?: string;
  readonly button: string;
  readonly for: string;
}

const SHOWN_AS: Readonly<Record<PlanId, Pick<Plan, "badge" | "button" | "for">>> = {
  basic: { button: "Start Free Trial", for: "To learn the rule on virtual money." },
  premium: {
    badge: "Most Popular",
    button: "Try Premium Free",
    for: "To run it on every stock of the list.",
  },
  pro: { badge: "AI Agent", button: "Get AI Agent", for: "To build on it." },
};

/** From the smallest to the largest. */
export const PLANS: readonly Plan[] = LISTED_PLANS.map(({ plan, ...listed }) => ({
  id: plan,
  ...listed,
  ...SHOWN_AS[plan],
}));

/** What a larger plan has more of than to be told beside it. */
const OUTDONE: ReadonlySet<string> = new Set(["25 premium stocks"]);

/** All that a plan has in it, line by line, with what "everything" of the one before is. */
export function allIncludedIn({ id, includes }: Plan): readonly string[] {
  const before = PLANS[PLANS.findIndex((each) => each.id === id) - 1];
  if (before === undefined) return includes;
  return [...allIncludedIn(before).filter((line) => !OUTDONE.has(line)), ...includes.slice(1)];
}

/** Whether another plan is larger than the one held. */
export const isAbove = (held: Plan, other: Plan): boolean =>
  PLANS.findIndex(({ id }) => id === held.id) < PLANS.findIndex(({ id }) => id === other.id);
