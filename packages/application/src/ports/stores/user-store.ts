import type { Instant } from "@sevenfold/domain/market";
import type { Result } from "@sevenfold/domain/result";

export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "past_due",
  "canceled",
  "unpaid",
  "none",
  "trial",
  "trial_expired",
  "no_subscription",
] as const;

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const PLANS = ["basic", "premium", "pro"] as const;

export type Plan = (typeof PLANS)[number];

/** What payments are asked of, from what is worth nothing to what is worth money. */
export const PAYMENT_MODES = ["none", "simulated", "test", "live"] as const;

export type PaymentMode = (typeof PAYMENT_MODES)[number];

export interface User {
  readonly id: string;
  /** As typed; unique however it is written. A demo visitor's is random and shown as "demo". */
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isDemo: boolean;
  readonly subscriptionStatus: SubscriptionStatus;
  /** What is paid for. A trial has the rights of Premium without it. */
  readonly plan?: Plan;
  readonly trialEndsAt?: Instant;
  /** When what is paid for ends, grace included; absent: with the status. */
  readonly subscriptionEndsAt?: Instant;
  /** When it ends by the user's wish; absent: it renews itself. */
  readonly subscriptionCancelsAt?: Instant;
  /** Theirs at the payment provider. */
  readonly customerId?: string;
  /** Where that customer is one; in another mode nobody knows it. */
  readonly billingMode?: PaymentMode;
  readonly subscriptionId?: string;
  /** When the provider's trial began: there is one for each user. */
  readonly trialUsedAt?: Instant;
  /** When that which the provider says was asked for: an answer to an earlier question changes nothing. */
  readonly billingReadAt?: Instant;
  readonly createdAt: Instant;
  /** Demo users end 24 hours after they began; another who has it asked to be deleted, and is let in no more. */
  readonly expiresAt?: Instant;
}

/** Names are unique among all users, however they are written: see `foldedName`. */
export type UserTaken = { readonly kind: "username-taken" } | { readonly kind: "email-taken" };

/** Whether their time is over: nobody is let in as them. */
export const isOver = ({ expiresAt }: Pick<User, "expiresAt">, at: number): boolean =>
  expiresAt !== undefined && expiresAt <= at;

export interface UserReader {
  byId(id: string): Promise<User | undefined>;
  /** The one user both names are of, however they are written. */
  bySignIn(signIn: {
    readonly username: string;
    readonly email: string;
  }): Promise<User | undefined>;
  /** Whose username or address it is, however it is written; one's username may be another's address. */
  byName(name: string): Promise<readonly User[]>;
  /**
   * Those who registered, demos left out, in the order of their usernames as they are folded: so many at most
   * (500 at the most), from the first whose folded username comes after the one named.
   */
  page(how: { readonly after?: string; readonly limit: number }): Promise<readonly User[]>;
  byCustomer(customerId: string): Promise<User | undefined>;
  /** Who has a customer at the payment provider and was not read since, longest ago first. */
  billedBefore(at: Instant, atMost: number): Promise<readonly User[]>;
  countDemo(): Promise<number>;
  /** Who asked to be deleted and is not gone yet: no demo, and their time is over. At most `limit`. */
  leaving(at: Instant, limit: number): Promise<readonly User[]>;
}

export interface UserStore extends UserReader {
  add(user: User): Promise<Result<User, UserTaken>>;
  change(id: string, change: (user: User) => User): Promise<User | undefined>;
  /** With everything that is theirs; the audit stays. */
  remove(id: string): Promise<void>;
  /**
   * Removes what trading left of all their accounts, so many rows of each kind at most: the longest of what
   * goes with a user, and more than one statement may take the time for. Returns how many.
   */
  removeHistory(id: string, limit: number): Promise<number>;
  /** Demo users whose time was over first, so many at most, with everything that is theirs gone. Returns how many. */
  removeExpired(at: Instant, limit: number): Promise<number>;
}
