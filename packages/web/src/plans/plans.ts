/** A plan as it is sold; prices in dollars, exactly as listed. */
export interface Plan {
  readonly name: string;
  readonly perMonth: number;
  readonly perYear: number;
  readonly badge?: string;
  readonly button: string;
  readonly for: string;
  readonly includes: readonly string[];
}

export const PLANS: readonly Plan[] = [
  {
    name: "Basic",
    perMonth: 133,
    perYear: 1560,
    button: "Start Free Trial",
    for: "To learn the rule on virtual money.",
    includes: [
      "Virtual $100K portfolio",
      "25 premium stocks",
      "4% trailing strategy",
      "Risk limits and daily loss halt",
      "Goal tracking",
    ],
  },
  {
    name: "Premium",
    perMonth: 258,
    perYear: 3096,
    badge: "Most Popular",
    button: "Try Premium Free",
    for: "To run it on every stock of the list.",
    includes: [
      "Everything in Basic",
      "All 85 premium stocks",
      "Trailing, simple and hybrid modes",
      "Pattern recognition",
      "Real-time analytics",
    ],
  },
  {
    name: "Pro",
    perMonth: 1082,
    perYear: 12984,
    badge: "AI Agent",
    button: "Get AI Agent",
    for: "To build on it.",
    includes: ["Everything in Premium", "24/7 AI agent", "API access", "Dedicated manager"],
  },
];
