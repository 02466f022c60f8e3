import type { User } from "@sevenfold/application/ports/stores/user-store";
import * as contract from "@sevenfold/contract/billing";
import { ok, type Result } from "@sevenfold/domain/result";

import type { HttpContext, HttpNeeds, HttpOptions } from "../http-needs.ts";
import { forAnyone, forUser, type Route } from "../route.ts";
import { presentBilling, presentInvoice } from "./present-billing.ts";

/** What a user asks about the subscription, and wants done with it. */
export function billingRoutes(
  { billing, clock }: Pick<HttpNeeds, "billing" | "clock">,
  options: Pick<HttpOptions, "publicUrl">,
): readonly Route[] {
  const billingOf = async (user: User) =>
    presentBilling(user, {
      at: clock.now(),
      offers: await billing.offers(),
      isSimulated: billing.isSimulated,
    });
  const billingAfter = async <Refusal>(changed: Result<User, Refusal>) =>
    changed.ok ? ok(await billingOf(changed.value)) : changed;
  // A proxy may name its own host to us.
  const originOf = (ctx: HttpContext) => options.publicUrl ?? `${ctx.protocol}://${ctx.host}`;
  return [
    forAnyone(contract.readPaymentMode, async () => ok({ isSimulated: billing.isSimulated })),
    forUser(contract.readBilling, async ({ user }) => ok(await billingOf(user))),
    forUser(contract.listInvoices, async ({ user }) =>
      ok((await billing.invoices(user)).map(presentInvoice)),
    ),
    forUser(contract.openCheckout, async ({ user, input, ctx }) =>
      billing.openCheckout(user, input.plan, originOf(ctx)),
    ),
    forUser(contract.openPortal, async ({ user, ctx }) => billing.openPortal(user, originOf(ctx))),
    forUser(contract.syncBilling, async ({ user }) =>
      ok(await billingOf(await billing.sync(user))),
    ),
    forUser(contract.changePlan, async ({ user, input }) =>
      billingAfter(await billing.changePlan(user, input.plan)),
    ),
    forUser(contract.cancelSubscription, async ({ user }) =>
      billingAfter(await billing.setCanceling(user, true)),
    ),
    forUser(contract.resumeSubscription, async ({ user }) =>
      billingAfter(await billing.setCanceling(user, false)),
    ),
  ];
}
