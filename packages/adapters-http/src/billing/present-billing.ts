import type { Offers } from "@sevenfold/application/billing/billing-desk";
import { readBilling } from "@sevenfold/application/billing/read-billing";
import { readSubscription } from "@sevenfold/application/people/read-subscription";
import type { OfferedPlan, PaidInvoice } from "@sevenfold/application/ports/payments";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import type { BillingView, InvoiceView, OfferView } from "@sevenfold/contract/billing";
import { LISTED_PLANS } from "@sevenfold/contract/plans";
import type { Instant } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";

import { presentSubscription } from "../sign-in/present-user.ts";
import { timestampOf, timestampOrNull } from "../wire.ts";

interface Facts {
  readonly at: Instant;
  readonly offers: Offers;
  readonly isSimulated: boolean;
}

export function presentBilling(user: User, { at, isSimulated, offers }: Facts): BillingView {
  const { actions, endsAt, isCanceling, renewsAt, trialDays } = readBilling(user, at);
  return {
    isSimulated,
    subscription: presentSubscription(readSubscription(user, at), user.plan),
    renewsAt: timestampOrNull(renewsAt),
    endsAt: timestampOrNull(endsAt),
    isCanceling,
    trialDays,
    actions: [...actions],
    offers: offers.plans.map(presentOffer),
    trouble: offers.trouble ?? null,
    readAt: timestampOrNull(user.billingReadAt),
  };
}

function presentOffer({ perYear, plan }: OfferedPlan): OfferView {
  const listed = LISTED_PLANS.find((each) => each.plan === plan)!;
  const dollars = dollarsOf(perYear);
  return {
    plan,
    name: listed.name,
    perYear: dollars,
    perMonth: dollars === listed.perYear ? listed.perMonth : null,
    includes: [...listed.includes],
  };
}

export const presentInvoice = ({
  at,
  id,
  number,
  state,
  total,
  url,
}: PaidInvoice): InvoiceView => ({
  ...{ id, number, state, at: timestampOf(at), total: dollarsOf(total) },
  url: url ?? null,
});
