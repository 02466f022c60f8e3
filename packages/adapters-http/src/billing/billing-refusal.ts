import type { PlanRefusal } from "@sevenfold/application/billing/change-subscription";
import type { CheckoutRefusal } from "@sevenfold/application/billing/open-checkout";

/** The payment provider gave no trustworthy answer: why, in a sentence. */
export interface PaymentsAway {
  readonly kind: "payments-unavailable";
  readonly message: string;
}

export type BillingRefusal = CheckoutRefusal | PlanRefusal | PaymentsAway;
