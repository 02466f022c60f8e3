import type { Instant } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { Result } from "@sevenfold/domain/result";
import type { PaymentMode, Plan } from "./stores/user-store.ts";

/** A plan as it can be bought now. */
export interface OfferedPlan {
  readonly plan: Plan;
  readonly perYear: Money;
}

/** What the payment provider says of a subscription. Anything it may say besides is "unknown". */
export type PaidStatus =
  | "trialing"
  | "active"
  | "past-due"
  | "unpaid"
  | "canceled"
  /** The first payment has not come, or never came. */
  | "incomplete"
  | "paused"
  | "unknown";

/** A subscription as it stands at the payment provider. */
export interface PaidSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Our user, as written on it when it was bought. */
  readonly userId?: string;
  readonly status: PaidStatus;
  /** Absent where its price is none of ours: it gives no right to anything. */
  readonly plan?: Plan;
  readonly createdAt: Instant;
  readonly trialEndsAt?: Instant;
  readonly periodStartsAt: Instant;
  /** The end of what is paid for, or of the trial. */
  readonly periodEndsAt: Instant;
  /** When it ends by the user's wish; absent: it renews itself. */
  readonly cancelsAt?: Instant;
  readonly endedAt?: Instant;
}

/** A bill of the past. */
export interface PaidInvoice {
  readonly id: string;
  readonly number: string;
  readonly at: Instant;
  readonly total: Money;
  readonly state: "paid" | "open" | "void" | "uncollectible" | "draft";
  /** The provider's own page of it. */
  readonly url?: string;
}

/**
 * Something changed at the payment provider. A hint, no more: it may come twice, late, in another
 * order or not at all, so what it is about is read anew.
 */
export interface PaymentNotice {
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Instant;
  readonly subscriptionId?: string;
  readonly customerId?: string;
  /** Our user, where it says so. */
  readonly userId?: string;
}

export type NoticeRefusal =
  | { readonly kind: "bad-signature"; readonly message: string }
  /** Of the test mode where this is live, or the other way round. */
  | { readonly kind: "other-mode" }
  | { readonly kind: "unreadable"; readonly message: string };

export interface CheckoutWish {
  readonly userId: string;
  readonly email: string;
  readonly customerId: string;
  readonly plan: Plan;
  /** Where Sevenfold is open, and the user comes back to: "https://trade.example.com". */
  readonly origin: string;
  /** Days at the beginning that cost nothing; absent: it is paid from the start. */
  readonly trialDays?: number;
  /** Equal for equal wishes: what was asked for twice happens once. */
  readonly idempotencyKey: string;
}

/** A page of the provider's, which the user is sent to. */
export interface ProviderPage {
  readonly url: string;
}

/** Why the payment provider gave no trustworthy answer. `message` is fit for a user and names no key. */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";
  readonly reason:
    | "credentials"
    | "network"
    | "rate-limit"
    | "refused"
    /** The customer is not known there, or no longer. */
    | "unknown-customer"
    | "unreadable";

  constructor(reason: PaymentsUnavailable["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const isUnknownCustomer = (error: unknown): boolean =>
  error instanceof PaymentsUnavailable && error.reason === "unknown-customer";

/**
 * Who takes the money: Stripe, or a stand-in that speaks its language and takes none. All of it
 * rejects with PaymentsUnavailable where no trustworthy answer comes; what changes something may
 * then have happened all the same, and is safe to ask for again.
 */
export interface Payments {
  /** "simulated": no money moves, and every page says so. "none": nothing is sold. */
  readonly mode: PaymentMode;
  /** The plans that can be bought, by their prices there. */
  offers(): Promise<readonly OfferedPlan[]>;
  /** A customer for a user; asked for again within a day, the same one. Whoever asks keeps it. */
  customerOf(user: { readonly id: string; readonly email: string }): Promise<string>;
  openCheckout(wish: CheckoutWish): Promise<ProviderPage>;
  /** From now on nobody pays at a page that the customer was shown. */
  endCheckouts(customerId: string): Promise<void>;
  /** Where a user sees invoices and changes how to pay; it leads back to Sevenfold at that origin. */
  openPortal(customerId: string, origin: string): Promise<ProviderPage>;
  subscription(id: string): Promise<PaidSubscription | undefined>;
  /** All there ever were, newest first. */
  subscriptionsOf(customerId: string): Promise<readonly PaidSubscription[]>;
  /** Another plan from now on; what is left of the old one is set against it. */
  changePlan(id: string, plan: Plan, idempotencyKey: string): Promise<PaidSubscription>;
  /** Ends it with what is paid for, or takes that back. */
  setCanceling(id: string, isCanceling: boolean, idempotencyKey: string): Promise<PaidSubscription>;
  /** Ends it now. */
  endNow(id: string, idempotencyKey: string): Promise<PaidSubscription>;
  /** The newest ones first, so many at most. */
  invoicesOf(customerId: string, atMost: number): Promise<readonly PaidInvoice[]>;
  /** What a message at our door says: its body as it came, byte for byte, and its signature. */
  readNotice(body: string, signature: string, at: Instant): Result<PaymentNotice, NoticeRefusal>;
}
