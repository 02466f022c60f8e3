import { ok, type Result, refused } from "@sevenfold/domain/result";

import { isUnknownCustomer, type ProviderPage } from "../ports/payments.ts";
import type { Plan, User } from "../ports/stores/user-store.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { hasTrialLeft, isHeld } from "./held-subscription.ts";
import { syncBilling } from "./sync-billing.ts";

export type CheckoutRefusal =
  | { readonly kind: "demo-account" }
  /** A plan is held: it is changed, not bought once more. */
  | { readonly kind: "already-subscribed"; readonly plan: Plan };

/** The days at the beginning of a first subscription that cost nothing. */
export const TRIAL_DAYS = 7;

interface CheckoutAsked {
  readonly plan: Plan;
  /** Under which address the user has Sevenfold open, and comes back to. */
  readonly origin: string;
}

/** A page to pay at. Who holds a subscription is not sold a second one. */
export const openCheckout =
  (needs: BillingNeeds) =>
  async (
    asking: User,
    { origin, plan }: CheckoutAsked,
  ): Promise<Result<ProviderPage, CheckoutRefusal>> => {
    const { clock, payments, storage } = needs;
    if (asking.isDemo) return refused({ kind: "demo-account" });
    // What was bought in another window may not have been told yet.
    const known = await syncBilling(needs)(asking);
    const user = known.customerId === undefined ? await linkedUser(needs, known) : known;
    const { customerId = "" } = user;
    if (isHeld(user, clock.now()))
      return refused({ kind: "already-subscribed", plan: user.plan ?? plan });
    const pageFor = (customer: string) =>
      payments.openCheckout({
        ...{ userId: user.id, email: user.email, customerId: customer, plan, origin },
        ...(hasTrialLeft(user) && { trialDays: TRIAL_DAYS }),
        // Two windows that ask for the same thing are shown the same page.
        idempotencyKey: `checkout:${user.id}:${plan}:${user.subscriptionId ?? "first"}:${origin}`,
      });
    const page = await pageFor(customerId).catch(async (error: unknown) => {
      if (!isUnknownCustomer(error)) throw error;
      return pageFor(await replacedCustomer(needs, user));
    });
    await storage.transact((tables) =>
      tables.audit.add({ at: clock.now(), userId: user.id, action: "checkout-opened", text: plan }),
    );
    return ok(page);
  };

/** Another customer for a user whose own the provider has lost, on record like the first one. */
async function replacedCustomer({ log, payments, storage }: BillingNeeds, user: User) {
  const { customerId: lost, id: userId } = user;
  const made = await payments.customerOf(user);
  const row = await storage.transact((tables) =>
    tables.users.change(userId, (stored) =>
      stored.customerId === lost ? { ...stored, customerId: made } : stored,
    ),
  );
  log.warn("payment-customer-replaced", { userId });
  return row?.customerId ?? made;
}

/** The user with a customer at the provider, on record before anything can be bought with it. */
async function linkedUser(needs: BillingNeeds, user: User): Promise<User> {
  const { payments, storage } = needs;
  const made = await payments.customerOf(user);
  const row = await storage.transact((tables) =>
    tables.users.change(user.id, (stored) =>
      stored.customerId === undefined
        ? { ...stored, customerId: made, billingMode: payments.mode }
        : stored,
    ),
  );
  // It may have been made before, and bought with, and not come on record.
  return syncBilling(needs)(row ?? { ...user, customerId: made });
}
