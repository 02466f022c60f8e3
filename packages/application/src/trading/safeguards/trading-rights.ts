import type { Automation } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";

import type { Account } from "../../ports/stores/account.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import type { User } from "../../ports/stores/user-store.ts";
import type { VenuePrices } from "../prices/venue-prices.ts";
import { reductionOf } from "./reduce-account.ts";

type Subscriber = Pick<User, "subscriptionStatus" | "trialEndsAt" | "subscriptionEndsAt">;

/** What a user's subscription gives at an instant. Trials and paid periods end by the clock. */
export type TradingRight = "paid" | "trial" | "trial-ended" | "subscription-ended" | "none";

/** The one place that says who may do what only subscribers may. */
export function tradingRightOf(user: Subscriber, at: Instant): TradingRight {
  const { subscriptionEndsAt, subscriptionStatus, trialEndsAt } = user;
  switch (subscriptionStatus) {
    case "active":
      // Without an end it is renewed until further notice.
      return isAhead(subscriptionEndsAt ?? Infinity, at) ? "paid" : "subscription-ended";
    case "canceled":
      // Paid to the end of the period.
      return isAhead(subscriptionEndsAt, at) ? "paid" : "subscription-ended";
    case "trial":
    case "trialing":
      return isAhead(trialEndsAt, at) ? "trial" : "trial-ended";
    case "trial_expired":
      return "trial-ended";
    case "past_due":
      // A day's grace, in which a card is easily changed.
      return isAhead(subscriptionEndsAt, at) ? "paid" : "subscription-ended";
    case "unpaid":
      return "subscription-ended";
    default:
      return "none";
  }
}

const isAhead = (ends: number | undefined, at: Instant): boolean => ends !== undefined && at < ends;

/** Whether the subscription or trial lets the worker enter positions. */
export function mayAutomate(user: Subscriber, at: Instant): boolean {
  const right = tradingRightOf(user, at);
  return right === "paid" || right === "trial";
}

export interface AutomationRows {
  readonly account: Pick<Account, "reductions">;
  readonly settings: Pick<Settings, "automationEnabled">;
  readonly user: Subscriber;
}

/** What the worker may do: without a subscription, or held back, it still leaves what it entered. */
export function automationOf(
  { account, settings, user }: AutomationRows,
  at: Instant,
  prices: VenuePrices,
): Automation {
  if (!settings.automationEnabled) return "off";
  if (prices !== "own") return "no-real-prices";
  return mayAutomate(user, at) && !reductionOf(account, "automated", at) ? "on" : "exits-only";
}
