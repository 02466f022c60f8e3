import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { ok, type Result } from "@sevenfold/domain/result";

import {
  type NoticeRefusal,
  type OfferedPlan,
  type PaidInvoice,
  PaymentsUnavailable,
  type ProviderPage,
} from "../ports/payments.ts";
import type { Plan, User } from "../ports/stores/user-store.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import {
  changePlan,
  type NoSubscription,
  openPortal,
  type PlanRefusal,
  readInvoices,
  setCanceling,
} from "./change-subscription.ts";
import { endBilling } from "./end-billing.ts";
import { hearPaymentNotice, workOffNotices } from "./hear-payment-notice.ts";
import { type CheckoutRefusal, openCheckout } from "./open-checkout.ts";
import { syncBilling } from "./sync-billing.ts";

/** Everything that is asked about a subscription: by users, and by the payment provider's messages. */
export interface BillingDesk {
  /** True: no money moves, and every page says so. */
  readonly isSimulated: boolean;
  offers(): Promise<Offers>;
  openCheckout(
    user: User,
    plan: Plan,
    origin: string,
  ): Promise<Result<ProviderPage, CheckoutRefusal>>;
  openPortal(user: User, origin: string): Promise<Result<ProviderPage, NoSubscription>>;
  sync(user: User): Promise<User>;
  /** Asks anew about somebody who has just come in, whom nobody keeps waiting for it. */
  welcome(user: User): void;
  changePlan(user: User, plan: Plan): Promise<Result<User, PlanRefusal>>;
  setCanceling(user: User, isCanceling: boolean): Promise<Result<User, NoSubscription>>;
  invoices(user: User): Promise<readonly PaidInvoice[]>;
  /** Ends whatever a user would be charged for, at once. */
  end(user: User): Promise<void>;
  /** Takes a message: once it answers, it is on record, and is worked off from then on. */
  hear(body: string, signature: string): Promise<Result<void, NoticeRefusal>>;
}

/** What can be bought, as it was last said; `trouble` in a sentence where nobody says it now. */
export interface Offers {
  readonly plans: readonly OfferedPlan[];
  readonly trouble?: string;
}

/** Prices change once a year or so. */
const OFFERS_KEPT_MS = 10 * MINUTE_MS;

/** Who signs in on several devices at once is asked about once. */
const WELCOMED_MS = MINUTE_MS;

export function billingDesk(needs: BillingNeeds): BillingDesk {
  const { clock, payments } = needs;
  const workOff = workOffNotices(needs);
  let kept: { readonly plans: readonly OfferedPlan[]; readonly at: Instant } | undefined;
  return {
    get isSimulated() {
      return payments.mode === "simulated";
    },
    async offers() {
      const at = clock.now();
      if (kept && Math.abs(at - kept.at) < OFFERS_KEPT_MS) return kept;
      try {
        kept = { plans: await payments.offers(), at };
        return kept;
      } catch (error) {
        if (!(error instanceof PaymentsUnavailable)) throw error;
        return { plans: kept?.plans ?? [], trouble: error.message };
      }
    },
    openCheckout: (user, plan, origin) => openCheckout(needs)(user, { plan, origin }),
    openPortal: openPortal(needs),
    sync: (user) => syncBilling(needs)(user),
    welcome(user) {
      const isFresh = Math.abs(clock.now() - (user.billingReadAt ?? 0)) < WELCOMED_MS;
      if (user.customerId === undefined || isFresh) return;
      syncBilling(needs)(user).catch((error) =>
        needs.log.warn("billing-not-read", { userId: user.id, error: String(error) }),
      );
    },
    changePlan: changePlan(needs),
    setCanceling: setCanceling(needs),
    invoices: readInvoices(needs),
    end: endBilling(needs),
    async hear(body, signature) {
      const notice = payments.readNotice(body, signature, clock.now());
      if (!notice.ok) return notice;
      if (await hearPaymentNotice(needs)(notice.value))
        // Whoever sent it waits for a few seconds only; what fails is done in the next round.
        void workOff().catch((error) =>
          needs.log.warn("payment-notices-wait", { error: String(error) }),
        );
      return ok(undefined);
    },
  };
}
