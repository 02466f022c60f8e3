import type { User } from "../ports/stores/user-store.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { LIVING } from "./billing-standing.ts";
import { isOfMode } from "./payment-mode.ts";
import { boughtBy } from "./sync-billing.ts";

/**
 * Ends whatever a user would be charged for, at once: afterwards nobody would know whose it was.
 * Rejects with PaymentsUnavailable where that is not certain.
 */
export const endBilling =
  ({ payments }: Pick<BillingNeeds, "payments">) =>
  async (user: User): Promise<void> => {
    const { customerId } = user;
    if (customerId === undefined || !isOfMode(user, payments)) return;
    // A simulation that was lost charges nobody; elsewhere an unknown customer may be a wrong key.
    const bought =
      payments.mode === "simulated"
        ? await boughtBy(payments, customerId)
        : await payments.subscriptionsOf(customerId);
    for (const { id, status } of bought)
      if (LIVING.has(status) || status === "unpaid" || status === "paused")
        await payments.endNow(id, `deleted:${id}`);
  };
