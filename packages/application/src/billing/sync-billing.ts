import type { Instant } from "@sevenfold/domain/market";

import { isUnknownCustomer, type PaidSubscription, type Payments } from "../ports/payments.ts";
import type { Tables } from "../ports/stores/storage.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { type BillingStanding, billedUser, standingOf } from "./billing-standing.ts";
import { isOfLesserMode, isOfMode, withoutBilling } from "./payment-mode.ts";

/**
 * Reads what the payment provider says of a user and puts it on record. With the id of a notice, that
 * notice is done in the same transaction; one that was done before changes nothing.
 */
export const syncBilling =
  (needs: BillingNeeds) =>
  async (user: User, eventId?: string): Promise<User> => {
    const { clock, payments, storage } = needs;
    const { customerId } = user;
    if (customerId === undefined) return user;
    if (!isOfMode(user, payments)) return passOver(needs, user, eventId);
    const askedAt = clock.now();
    const standing = standingOf(await boughtBy(payments, customerId));
    const { before, after } = await storage.transact((tables) =>
      write(tables, { userId: user.id, standing, askedAt, at: clock.now(), eventId }),
    );
    await endSuperfluous(needs, user, standing);
    if (before && after) await tell(needs, after);
    return after ?? user;
  };

/** Who is not known there, or no longer, buys nothing more: what is on record runs out by itself. */
async function boughtBy(
  payments: Payments,
  customerId: string,
): Promise<readonly PaidSubscription[]> {
  try {
    return await payments.subscriptionsOf(customerId);
  } catch (error) {
    if (isUnknownCustomer(error)) return [];
    throw error;
  }
}

/**
 * Bought where nobody is asked any more. Without money it counts for nothing from now on; what money
 * was paid for stays as it is on record, whatever is asked meanwhile by mistake.
 */
async function passOver(
  needs: BillingNeeds,
  user: User,
  eventId: string | undefined,
): Promise<User> {
  const { clock, log, payments, storage } = needs;
  const at = clock.now();
  const isLesser = isOfLesserMode(user, payments);
  log.warn("bought-in-another-mode", { userId: user.id, mode: user.billingMode });
  const after = await storage.transact(async (tables) => {
    if (eventId !== undefined) await tables.paymentNotices.finish(eventId, at);
    if (isLesser)
      await tables.audit.add({
        ...{ at, userId: user.id, action: "subscription-changed", text: "none: simulated" },
      });
    return tables.users.change(user.id, (row) =>
      isLesser ? withoutBilling(row) : { ...row, billingReadAt: at },
    );
  });
  if (after) await tell(needs, after);
  return after ?? user;
}

interface Writing {
  readonly userId: string;
  readonly standing: BillingStanding;
  readonly askedAt: Instant;
  readonly at: Instant;
  readonly eventId: string | undefined;
}

interface Written {
  readonly before?: User | undefined;
  readonly after?: User | undefined;
}

async function write(
  tables: Tables,
  { userId, standing, askedAt, at, eventId }: Writing,
): Promise<Written> {
  if (eventId !== undefined && !(await tables.paymentNotices.finish(eventId, at)))
    return { after: await tables.users.byId(userId) };
  let before: User | undefined;
  const after = await tables.users.change(userId, (row) => {
    before = row;
    return billedUser(row, standing, askedAt);
  });
  if (before && after && isOtherwise(before, after))
    await tables.audit.add({
      at,
      userId,
      action: "subscription-changed",
      text: [after.subscriptionStatus, after.plan].filter(Boolean).join(" "),
    });
  return { before, after };
}

const TOLD = [
  "subscriptionStatus",
  "plan",
  "subscriptionEndsAt",
  "subscriptionCancelsAt",
  "trialEndsAt",
] as const satisfies readonly (keyof User)[];

const isOtherwise = (before: User, after: User): boolean =>
  TOLD.some((field) => before[field] !== after[field]);

/** Two checkouts at once leave two subscriptions: the newest stays, and nobody pays twice. */
async function endSuperfluous(
  { log, payments }: BillingNeeds,
  user: User,
  { superfluous }: BillingStanding,
): Promise<void> {
  for (const { id } of superfluous)
    try {
      await payments.endNow(id, `superfluous:${id}`);
      log.warn("superfluous-subscription-ended", { userId: user.id, subscriptionId: id });
    } catch (error) {
      // The next look sees it again.
      log.warn("superfluous-subscription-left", { userId: user.id, error: String(error) });
    }
}

/** Every account of the user hears of it: what the agent may do may have changed, and a page says when it was read. */
async function tell({ announcer, storage }: BillingNeeds, { id: userId }: User): Promise<void> {
  const accounts = await storage.read.accounts.ofUser(userId);
  // Who has no account yet has windows open all the same.
  for (const accountId of ["", ...accounts.map(({ id }) => id)])
    announcer.announce({ accountId, userId, topic: "accounts-changed" });
}
