/** A plan as it is listed: prices in dollars, exactly as they were given. */
export interface ListedPlan {
  readonly plan: "basic" | "premium" | "pro";
  readonly name: string;
  readonly perMonth: number;
  readonly perYear: number;
  readonly includes: readonly string[];
}

/** What is sold, and to what it entitles, from the smallest to the largest. */
export const LISTED_PLANS: readonly ListedPlan[] = [
  {
    plan: "basic",
    name: "Basic",
    perMonth: 133,
    perYear: 1560,
    includes: [
      "Virtual $100K portfolio",
      "25 premium stocks",
      "4% trailing strategy",
      "Trailing, simple and hybrid modes",
      "Pattern recognition",
      "Real-time analytics",
      "Risk limits and daily loss halt",
      "Goal tracking",
    ],
  },
  {
    plan: "premium",
    name: "Premium",
    perMonth: 258,
    perYear: 3096,
    includes: ["Everything in Basic", "All 85 premium stocks"],
  },
  {
    plan: "pro",
    name: "Pro",
    perMonth: 1082,
    perYear: 12984,
    includes: ["Everything in Premium", "24/7 AI agent", "API access", "Dedicated manager"],
  },
];
