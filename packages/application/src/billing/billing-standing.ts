import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { PaidStatus, PaidSubscription } from "../ports/payments.ts";
import type { User } from "../ports/stores/user-store.ts";

/** What a customer's subscriptions amount to. */
export interface BillingStanding {
  /** The one that counts: the newest that gives rights, else the newest of all. */
  readonly counted?: PaidSubscription;
  /** Others that would be paid for as well: bought in a second window, and ended at once. */
  readonly superfluous: readonly PaidSubscription[];
}

/** What a customer holds, and is charged for. */
export const LIVING: ReadonlySet<PaidStatus> = new Set(["active", "trialing", "past-due"]);

export function standingOf(subscriptions: readonly PaidSubscription[]): BillingStanding {
  const newestFirst = subscriptions.toSorted(
    (a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1),
  );
  const [living, ...superfluous] = newestFirst.filter(({ status }) => LIVING.has(status));
  const counted = living ?? newestFirst[0];
  return { ...(counted && { counted }), superfluous };
}

/** For so long a renewal may be late, or the news of it: a day in which nobody is shut out. */
export const GRACE_MS = 24 * 60 * MINUTE_MS;

type Billed = Pick<
  User,
  | "plan"
  | "subscriptionCancelsAt"
  | "subscriptionEndsAt"
  | "subscriptionId"
  | "subscriptionStatus"
  | "trialEndsAt"
  | "trialUsedAt"
>;

/**
 * The user as the payment provider says, at the instant it was asked. An answer older than the one on
 * record changes nothing, and neither does a customer who never bought anything: the trial of a new
 * account goes on.
 */
export function billedUser(user: User, { counted }: BillingStanding, askedAt: Instant): User {
  if (wasReadAfter(askedAt, user)) return user;
  if (!counted) return { ...user, billingReadAt: askedAt };
  const { plan: _plan, subscriptionCancelsAt: _cancels, subscriptionEndsAt: _ends, ...rest } = user;
  return { ...rest, ...billedFrom(user, counted, askedAt), billingReadAt: askedAt };
}

/** No answer takes as long: one that is said to be from further ahead was noted by a wrong clock. */
const AHEAD_MS_MAX = 10 * MINUTE_MS;

const wasReadAfter = (askedAt: Instant, { billingReadAt: readAt }: User): boolean =>
  readAt !== undefined && askedAt < readAt && readAt <= askedAt + AHEAD_MS_MAX;

function billedFrom(user: User, counted: PaidSubscription, askedAt: Instant): Billed {
  const { cancelsAt, id, plan, trialEndsAt } = counted;
  const common = {
    subscriptionId: id,
    ...(cancelsAt !== undefined && { subscriptionCancelsAt: cancelsAt }),
    ...(trialEndsAt !== undefined && { trialUsedAt: user.trialUsedAt ?? counted.createdAt }),
  };
  // A price that is none of ours gives no right.
  if (plan === undefined) return { ...common, subscriptionStatus: "none" };
  const held = { ...common, plan };
  switch (counted.status) {
    case "trialing":
      return {
        ...held,
        subscriptionStatus: "trialing",
        trialEndsAt: earlier(trialEndsAt ?? counted.periodEndsAt, cancelsAt),
      };
    case "active":
      return {
        ...held,
        subscriptionStatus: "active",
        subscriptionEndsAt: cancelsAt ?? instant(counted.periodEndsAt + GRACE_MS),
      };
    case "past-due":
      return {
        ...held,
        subscriptionStatus: "past_due",
        subscriptionEndsAt: earlier(instant(counted.periodStartsAt + GRACE_MS), cancelsAt),
      };
    case "unpaid":
      return { ...held, subscriptionStatus: "unpaid" };
    case "canceled":
      return {
        ...held,
        subscriptionStatus: "canceled",
        // It has ended, whatever time it is there.
        subscriptionEndsAt: earlier(askedAt, counted.endedAt),
      };
    default:
      return { ...common, subscriptionStatus: "none" };
  }
}

const earlier = (one: Instant, other: Instant | undefined): Instant =>
  other !== undefined && other < one ? other : one;
