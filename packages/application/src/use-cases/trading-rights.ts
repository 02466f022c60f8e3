import type { Automation } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";

import type { Account, Settings, User } from "../ports/storage.ts";
import { reductionOf } from "./reduce-account.ts";

type Subscriber = Pick<User, "subscriptionStatus" | "trialEndsAt" | "subscriptionEndsAt">;

/** Whether the subscription or trial lets the worker enter positions. Trials end by the clock. */
export function mayAutomate(user: Subscriber, at: Instant): boolean {
  switch (user.subscriptionStatus) {
    case "active":
      return true;
    case "trial":
    case "trialing":
      return user.trialEndsAt !== undefined && at < user.trialEndsAt;
    case "canceled":
      // Paid to the end of the period.
      return user.subscriptionEndsAt !== undefined && at < user.subscriptionEndsAt;
    default:
      return false;
  }
}

export interface AutomationRows {
  readonly account: Pick<Account, "reductions">;
  readonly settings: Pick<Settings, "automationEnabled">;
  readonly user: Subscriber;
}

/** What the worker may do: without a subscription, or held back, it still leaves what it entered. */
export function automationOf({ account, settings, user }: AutomationRows, at: Instant): Automation {
  if (!settings.automationEnabled) return "off";
  return mayAutomate(user, at) && !reductionOf(account, "automated", at) ? "on" : "exits-only";
}
