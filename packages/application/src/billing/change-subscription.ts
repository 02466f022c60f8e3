import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { PaidInvoice, ProviderPage } from "../ports/payments.ts";
import type { Plan, User } from "../ports/stores/user-store.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { livingOf } from "./held-subscription.ts";
import { syncBilling } from "./sync-billing.ts";

/** Nothing was bought yet, or it has ended. */
export interface NoSubscription {
  readonly kind: "no-subscription";
}
export type PlanRefusal = NoSubscription | { readonly kind: "same-plan"; readonly plan: Plan };

/** Another plan from now on; what is left of the old one is set against the price. */
export const changePlan =
  (needs: BillingNeeds) =>
  async (asking: User, plan: Plan): Promise<Result<User, PlanRefusal>> => {
    const user = await syncBilling(needs)(asking);
    const id = livingOf(user);
    if (id === undefined) return refused({ kind: "no-subscription" });
    if (user.plan === plan) return refused({ kind: "same-plan", plan });
    await needs.payments.changePlan(
      id,
      plan,
      `plan:${id}:${user.plan}:${plan}:${user.billingReadAt}`,
    );
    return ok(await syncBilling(needs)(user));
  };

/** Ends it with what is paid for, or takes that back. Asked for twice, it happens once. */
export const setCanceling =
  (needs: BillingNeeds) =>
  async (asking: User, isCanceling: boolean): Promise<Result<User, NoSubscription>> => {
    const user = await syncBilling(needs)(asking);
    const id = livingOf(user);
    if (id === undefined) return refused({ kind: "no-subscription" });
    if ((user.subscriptionCancelsAt !== undefined) === isCanceling) return ok(user);
    const word = isCanceling ? "cancel" : "keep";
    await needs.payments.setCanceling(
      id,
      isCanceling,
      `${word}:${user.id}:${id}:${user.billingReadAt}`,
    );
    return ok(await syncBilling(needs)(user));
  };

/** Where a user changes the card and sees every bill. */
export const openPortal =
  ({ payments }: Pick<BillingNeeds, "payments">) =>
  async ({ customerId }: User, origin: string): Promise<Result<ProviderPage, NoSubscription>> =>
    customerId === undefined
      ? refused({ kind: "no-subscription" })
      : ok(await payments.openPortal(customerId, origin));

export const INVOICES_MAX = 24;

/** The newest bills, none for who never bought. */
export const readInvoices =
  ({ payments }: Pick<BillingNeeds, "payments">) =>
  async ({ customerId }: User): Promise<readonly PaidInvoice[]> =>
    customerId === undefined ? [] : await payments.invoicesOf(customerId, INVOICES_MAX);
