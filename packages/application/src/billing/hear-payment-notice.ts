import { isUnknownCustomer, type PaymentNotice } from "../ports/payments.ts";
import type { HeardNotice } from "../ports/stores/payment-notice-store.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { endAllOf } from "./end-billing.ts";
import { syncBilling } from "./sync-billing.ts";

/** Puts a notice on record, to be worked off: from then on it is not lost. False: it was heard before. */
export const hearPaymentNotice =
  ({ clock, storage }: Pick<BillingNeeds, "clock" | "storage">) =>
  (notice: PaymentNotice): Promise<boolean> => {
    const { createdAt, customerId, eventId, type, userId } = notice;
    return storage.transact((tables) =>
      tables.paymentNotices.add({
        ...{ createdAt, eventId, type, heardAt: clock.now() },
        ...(customerId !== undefined && { customerId }),
        ...(userId !== undefined && { userId }),
      }),
    );
  };

const AT_ONCE_MAX = 50;

/** Works off what was heard and not done yet. What cannot be done now waits for the next time. */
export const workOffNotices = (needs: BillingNeeds) => async (): Promise<void> => {
  const { log, storage } = needs;
  for (const notice of await storage.read.paymentNotices.waiting(AT_ONCE_MAX))
    try {
      await workOff(needs, notice);
    } catch (error) {
      log.warn("payment-notice-waits", { type: notice.type, error: String(error) });
    }
};

async function workOff(needs: BillingNeeds, notice: HeardNotice): Promise<void> {
  const user = await customerOf(needs, notice);
  if (user) {
    await syncBilling(needs)(user, notice.eventId);
    return;
  }
  // Else nobody of ours: another product of the same Stripe account.
  await endWhereUserLeft(needs, notice);
  await needs.storage.transact((tables) =>
    tables.paymentNotices.finish(notice.eventId, needs.clock.now()),
  );
}

/** Lines after somebody left are few: what was under way then. */
const LINES_MAX = 50;

/** What was paid for while its user left for good is ended: nobody is left here who could end it. */
async function endWhereUserLeft(
  { log, payments, storage }: BillingNeeds,
  { customerId, userId }: HeardNotice,
): Promise<void> {
  if (customerId === undefined || userId === undefined) return;
  const lines = await storage.read.audit.latest(userId, LINES_MAX);
  if (!lines.some(({ action }) => action === "user-deleted")) return;
  await endAllOf(payments, customerId).catch((error: unknown) => {
    // Nobody is charged whom the provider does not know any more.
    if (!isUnknownCustomer(error)) throw error;
  });
  log.warn("billing-ended-of-who-left", { userId, customerId });
}

/**
 * Whose notice it is: the customer's user, or the user it names. A customer that was bought with but
 * did not come on record, because the database went away meanwhile, is put there now.
 */
async function customerOf(
  { log, payments, storage }: BillingNeeds,
  { customerId, userId }: HeardNotice,
): Promise<User | undefined> {
  const known =
    customerId === undefined ? undefined : await storage.read.users.byCustomer(customerId);
  if (known || userId === undefined || customerId === undefined) return known;
  const linked = await storage.transact((tables) =>
    tables.users.change(userId, (row) =>
      row.customerId === undefined ? { ...row, customerId, billingMode: payments.mode } : row,
    ),
  );
  if (linked?.customerId === customerId) return linked;
  if (linked) log.warn("second-payment-customer", { userId, customerId });
  return undefined;
}
