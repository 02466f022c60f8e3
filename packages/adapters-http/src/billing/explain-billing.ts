import { LISTED_PLANS } from "@sevenfold/contract/plans";

import type { WordsFor } from "../refusals.ts";
import type { BillingRefusal } from "./billing-refusal.ts";

const nameOf = (plan: string): string =>
  LISTED_PLANS.find((each) => each.plan === plan)?.name ?? plan;

/** What is said to whoever cannot buy, or not change what was bought. */
export const BILLING_WORDS: WordsFor<Exclude<BillingRefusal["kind"], "demo-account">> = {
  "already-subscribed": ({ plan }) => [
    "Already subscribed",
    `You hold the ${nameOf(plan)} plan. Change it instead of buying a second one.`,
  ],
  "no-subscription": () => ["No subscription", "Nothing was bought yet, or it has ended."],
  "same-plan": ({ plan }) => ["Same plan", `You hold the ${nameOf(plan)} plan already.`],
  "payments-unavailable": ({ message }) => [
    "Payments unavailable",
    `${message} Please try again in a moment; nothing is charged twice.`,
  ],
};
