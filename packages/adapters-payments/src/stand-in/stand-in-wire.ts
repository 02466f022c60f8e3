import type {
  Customer,
  Invoice,
  KeptEvent,
  Price,
  Seconds,
  Session,
  Subscription,
} from "./stand-in-state.ts";

/** The stand-in's objects as Stripe writes them. Test mode, all of them. */

type Wire = Record<string, unknown>;

export const wireCustomer = ({ id, email, created, metadata }: Customer): Wire => ({
  ...{ id, object: "customer", email, created, metadata, livemode: false },
});

export const wirePrice = ({ id, lookup_key, unit_amount, tier }: Price): Wire => ({
  ...{ id, object: "price", active: true, currency: "usd", livemode: false },
  ...{ lookup_key, unit_amount, product: `prod_${tier}`, type: "recurring" },
  metadata: { tier },
  recurring: { interval: "year", interval_count: 1, usage_type: "licensed" },
});

export const wireSession = (session: Session, url: string): Wire => ({
  ...{ id: session.id, object: "checkout.session", mode: "subscription", livemode: false },
  ...{ customer: session.customer, subscription: session.subscription },
  ...{ status: session.status, created: session.created, metadata: session.metadata },
  client_reference_id: session.userId,
  expires_at: session.created + CHECKOUT_SECONDS,
  payment_status: paymentStatusOf(session),
  url: session.status === "open" ? url : null,
});

/** How long a checkout page can be used. */
export const CHECKOUT_SECONDS: Seconds = 86_400;

const paymentStatusOf = ({ status, trialDays }: Session): string => {
  if (status !== "complete") return "unpaid";
  return 0 < trialDays ? "no_payment_required" : "paid";
};

export const wireSubscription = (subscription: Subscription, price: Price): Wire => ({
  ...{ id: subscription.id, object: "subscription", livemode: false },
  ...{ customer: subscription.customer, status: subscription.status },
  ...{ created: subscription.created, start_date: subscription.created },
  ...{ trial_end: subscription.trialEnd, ended_at: subscription.endedAt },
  ...{ cancel_at: subscription.cancelAt, cancel_at_period_end: subscription.cancelAtPeriodEnd },
  ...{ pause_collection: null, collection_method: "charge_automatically" },
  billing_mode: { type: "flexible" },
  metadata: subscription.metadata,
  items: {
    ...{ object: "list", has_more: false },
    url: `/v1/subscription_items?subscription=${subscription.id}`,
    data: [
      {
        ...{ id: subscription.itemId, object: "subscription_item", quantity: 1 },
        price: wirePrice(price),
        current_period_start: subscription.periodStart,
        current_period_end: subscription.periodEnd,
      },
    ],
  },
});

export const wireInvoice = (invoice: Invoice, url: string): Wire => ({
  ...{ id: invoice.id, object: "invoice", livemode: false, currency: "usd" },
  ...{ number: invoice.number, customer: invoice.customer, created: invoice.created },
  ...{ total: invoice.total, amount_due: invoice.total, status: invoice.status },
  amount_paid: invoice.status === "paid" ? invoice.total : 0,
  attempt_count: invoice.attempts,
  hosted_invoice_url: url,
  parent: {
    type: "subscription_details",
    subscription_details: { subscription: invoice.subscription, metadata: {} },
  },
});

export const wireEvent = ({ id, type, created, object }: KeptEvent): Wire => ({
  ...{ id, object: "event", type, created, livemode: false },
  ...{ api_version: API_VERSION, pending_webhooks: 1, request: null },
  data: { object },
});

const API_VERSION = "2026-10-28.endive";

/** The same event as an endpoint of an old version gets it: periods and ids where they used to be. */
export function inOldShape(event: Wire): Wire {
  const { data, ...rest } = event as { readonly data: { readonly object: Wire } };
  return { ...rest, api_version: "2024-06-20", data: { object: oldObject(data.object) } };
}

function oldObject(object: Wire): Wire {
  if (object.object === "invoice") {
    const { parent, ...rest } = object as { readonly parent: OldParent };
    return { ...rest, subscription: parent.subscription_details.subscription };
  }
  if (object.object !== "subscription") return object;
  const { items } = object as { readonly items: { readonly data: readonly Wire[] } };
  const [item] = items.data;
  const { current_period_start, current_period_end, ...rest } = item ?? {};
  return { ...object, current_period_start, current_period_end, items: { ...items, data: [rest] } };
}

interface OldParent {
  readonly subscription_details: { readonly subscription: string };
}

export const wireList = (url: string, data: readonly Wire[], has_more = false): Wire => ({
  ...{ object: "list", url, has_more, data },
});

export const wireError = (
  type: "api_error" | "idempotency_error" | "invalid_request_error",
  message: string,
  rest: { readonly code?: string; readonly param?: string } = {},
): Wire => ({ error: { type, message, ...rest } });
