import {
  isUnknownCustomer,
  type PaidStatus,
  type Payments,
  PaymentsUnavailable,
} from "../ports/payments.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { LIVING } from "./billing-standing.ts";
import { livingOf } from "./held-subscription.ts";
import { isOfMode } from "./payment-mode.ts";

/**
 * Ends whatever a user would be charged for, at once: afterwards nobody would know whose it was.
 * Rejects with PaymentsUnavailable where that is not certain.
 */
export const endBilling =
  ({ payments }: Pick<BillingNeeds, "payments">) =>
  async (user: User): Promise<void> => {
    const { customerId } = user;
    if (customerId === undefined) return;
    if (!isOfMode(user, payments)) return requireNothingPaid(user);
    try {
      await endAllOf(payments, customerId);
    } catch (error) {
      // A simulation that was lost charges nobody; elsewhere an unknown customer may be a wrong key.
      if (payments.mode !== "simulated" || !isUnknownCustomer(error)) throw error;
    }
  };

/** Nobody is asked where it was bought: only what takes no money is left as it is. */
function requireNothingPaid(user: User): void {
  if (user.billingMode === "live" && livingOf(user) !== undefined)
    throw new PaymentsUnavailable(
      "credentials",
      "Your plan cannot be ended with the keys that are set for payments now.",
    );
}

/** Also one whose first payment has not gone through yet: it may do so later. */
const MAY_CHARGE: ReadonlySet<PaidStatus> = new Set([...LIVING, "unpaid", "paused", "incomplete"]);

/** Pages that can still be paid first: what is bought meanwhile is among what is read afterwards. */
export async function endAllOf(payments: Payments, customerId: string): Promise<void> {
  await payments.endCheckouts(customerId);
  for (const { id, status } of await payments.subscriptionsOf(customerId))
    if (MAY_CHARGE.has(status)) await payments.endNow(id, `deleted:${id}`);
}
