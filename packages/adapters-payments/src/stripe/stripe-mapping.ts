import type {
  OfferedPlan,
  PaidInvoice,
  PaidStatus,
  PaidSubscription,
  PaymentNotice,
} from "@sevenfold/application/ports/payments";
import { PLANS, type Plan } from "@sevenfold/application/ports/stores/user-store";
import { type Instant, instant } from "@sevenfold/domain/market";
import { type Money, money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import type { WireEvent, WireInvoice, WirePrice, WireSubscription } from "./stripe-wire.ts";

const CENTS_PER_DOLLAR = 100;

/** The name under which a plan's price of a year is found; the price itself may be another each year. */
export const lookupKeyOf = (plan: Plan): string => `${plan}_yearly`;

/** The plan a price is of: by its name, else by what is written on it. Undefined: none of ours. */
export function planOf({ lookup_key, metadata }: WirePrice): Plan | undefined {
  const byKey = PLANS.find((plan) => lookupKeyOf(plan) === lookup_key);
  return byKey ?? PLANS.find((plan) => plan === metadata?.tier);
}

/** A plan with its price; undefined where it is none of ours, or not dollars for a year. */
export function offerFrom(price: WirePrice): OfferedPlan | undefined {
  const plan = planOf(price);
  const isYearly = price.recurring?.interval === "year" && price.recurring.interval_count === 1;
  if (!plan || !isYearly || price.currency !== "usd" || price.unit_amount == null) return undefined;
  return { plan, perYear: moneyOf(price.unit_amount) };
}

const STATUS: Readonly<Record<string, PaidStatus>> = {
  trialing: "trialing",
  active: "active",
  past_due: "past-due",
  unpaid: "unpaid",
  canceled: "canceled",
  incomplete: "incomplete",
  incomplete_expired: "canceled",
  paused: "paused",
};

export function subscriptionFrom(wire: WireSubscription): PaidSubscription {
  const { items, cancel_at, cancel_at_period_end, ended_at, metadata, trial_end } = wire;
  const plans = items.data.map(({ price }) => planOf(price));
  const ends = items.data.map(({ current_period_end: end }) => end ?? wire.current_period_end ?? 0);
  const starts = items.data.map(
    ({ current_period_start: start }) => start ?? wire.current_period_start ?? wire.created,
  );
  const periodEndsAt = momentOf(Math.max(...ends));
  // A cancellation in the portal names the moment, one through the API the period.
  const cancelsAt =
    cancel_at != null ? momentOf(cancel_at) : cancel_at_period_end ? periodEndsAt : undefined;
  const [plan] = plans;
  const userId = metadata?.userId;
  return {
    id: wire.id,
    customerId: wire.customer,
    ...(userId !== undefined && { userId }),
    status: STATUS[wire.status] ?? "unknown",
    // Several prices on one subscription are none of our doing.
    ...(plan !== undefined && plans.length === 1 && { plan }),
    createdAt: momentOf(wire.created),
    ...(trial_end != null && { trialEndsAt: momentOf(trial_end) }),
    periodStartsAt: momentOf(Math.max(...starts)),
    periodEndsAt,
    ...(cancelsAt !== undefined && { cancelsAt }),
    ...(ended_at != null && { endedAt: momentOf(ended_at) }),
  };
}

export function invoiceFrom(wire: WireInvoice): PaidInvoice {
  return {
    id: wire.id,
    number: wire.number ?? wire.id,
    at: momentOf(wire.created),
    total: moneyOf(wire.total),
    state: wire.status ?? "draft",
    ...(wire.hosted_invoice_url && { url: wire.hosted_invoice_url }),
  };
}

export function noticeFrom({ id, type, created, data: { object } }: WireEvent): PaymentNotice {
  const details = object.parent?.subscription_details;
  const subscriptionId =
    object.object === "subscription"
      ? object.id
      : (details?.subscription ?? object.subscription ?? undefined);
  const customerId = object.object === "customer" ? object.id : (object.customer ?? undefined);
  const userId = object.client_reference_id ?? object.metadata?.userId ?? details?.metadata?.userId;
  return {
    eventId: id,
    type,
    createdAt: momentOf(created),
    ...(subscriptionId !== undefined && { subscriptionId }),
    ...(customerId !== undefined && { customerId }),
    ...(userId !== undefined && { userId }),
  };
}

const momentOf = (seconds: number): Instant => instant(seconds * 1_000);

const moneyOf = (cents: number): Money => money((cents * UNITS_PER_DOLLAR) / CENTS_PER_DOLLAR);
