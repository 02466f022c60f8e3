import {
  type CheckoutWish,
  type OfferedPlan,
  type PaidSubscription,
  type Payments,
  PaymentsUnavailable,
} from "@sevenfold/application/ports/payments";
import { PLANS, type Plan } from "@sevenfold/application/ports/stores/user-store";
import type Stripe from "stripe";

import {
  asked,
  askedUnder,
  isMissing,
  readAs,
  type StripePlace,
  stripeClient,
} from "./stripe-calls.ts";
import { invoiceFrom, lookupKeyOf, offerFrom, planOf, subscriptionFrom } from "./stripe-mapping.ts";
import { type WebhookSettings, webhookReader } from "./stripe-webhook.ts";
import {
  WireCheckout,
  WireInvoice,
  WirePage,
  WirePrice,
  WireShownCheckout,
  WireSubscription,
} from "./stripe-wire.ts";

export interface StripeSettings extends StripePlace {
  readonly webhookSecrets: WebhookSettings["secrets"];
  /** True: what is asked takes no money. */
  readonly isSimulated?: boolean;
}

/** More than a user can have come by; a customer with more is not read by halves. */
const SUBSCRIPTIONS_MAX = 100;

/** A key of the live mode begins so; test keys move no money. */
export const isLiveKey = (secretKey: string): boolean => /^[rs]k_live_/.test(secretKey);

/** Stripe, through its own library. Every create carries a key, so that a repetition does nothing. */
export function stripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecrets } = settings;
  const stripe = stripeClient(settings);
  const isLive = isLiveKey(secretKey);

  /** Prices of our plans, by plan; the newest of each name, which Stripe keeps unique. */
  async function prices(): Promise<ReadonlyMap<Plan, WirePrice>> {
    const lookup_keys = PLANS.map(lookupKeyOf);
    const { data } = await asked(stripe.prices.list({ active: true, lookup_keys, limit: 100 }));
    const found = data.map((price) => readAs(WirePrice, price));
    return new Map(
      found.flatMap((price) => {
        const plan = planOf(price);
        return plan ? [[plan, price] as const] : [];
      }),
    );
  }

  async function priceOf(plan: Plan): Promise<WirePrice> {
    const price = (await prices()).get(plan);
    if (price) return price;
    throw new PaymentsUnavailable("refused", `The ${plan} plan is not on sale.`);
  }

  /** Pages to pay at that the customer was shown, the newest first. */
  async function checkoutsOf(customer: string): Promise<readonly WireShownCheckout[]> {
    const { data } = await asked(stripe.checkout.sessions.list({ customer, limit: 10 }));
    return data.map((each) => readAs(WireShownCheckout, each));
  }

  /** In two windows two plans could be bought: only the page that was opened last can be paid. */
  async function endCheckouts(shown: readonly WireShownCheckout[]): Promise<void> {
    for (const { id } of shown.filter(({ status }) => status === "open"))
      await asked(stripe.checkout.sessions.expire(id)).catch((error: unknown) => {
        // It was paid or ran out meanwhile.
        if (!(error instanceof PaymentsUnavailable && error.reason === "refused")) throw error;
      });
  }

  const subscriptionOf = (wire: unknown): PaidSubscription => {
    const read = readAs(WireSubscription, wire);
    if (read.livemode !== isLive)
      throw new PaymentsUnavailable("unreadable", "The subscription is of another mode.");
    return subscriptionFrom(read);
  };

  return {
    mode: settings.isSimulated ? "simulated" : isLive ? "live" : "test",

    async offers() {
      const offered = [...(await prices()).values()].map(offerFrom);
      return offered
        .filter((offer): offer is OfferedPlan => offer !== undefined)
        .toSorted((a, b) => a.perYear - b.perYear);
    },

    async customerOf({ id, email }) {
      const params = { email, metadata: { userId: id } };
      const { id: customerId } = await askedUnder(`customer:${id}`, (options) =>
        stripe.customers.create(params, options),
      );
      return customerId;
    },

    async openCheckout({
      userId,
      customerId,
      plan,
      origin,
      trialDays,
      idempotencyKey,
    }: CheckoutWish) {
      const { id: price } = await priceOf(plan);
      const metadata = { userId, tier: plan };
      const earlier = await checkoutsOf(customerId);
      // Asked for twice at once it is one page; a page that was shown before is another.
      const key = `${idempotencyKey}:${earlier[0]?.id ?? "first"}`;
      const session = await askedUnder(key, (options) =>
        stripe.checkout.sessions.create(
          {
            mode: "subscription",
            line_items: [{ price, quantity: 1 }],
            customer: customerId,
            client_reference_id: userId,
            payment_method_collection: "always",
            success_url: `${origin}/billing?checkout={CHECKOUT_SESSION_ID}`,
            cancel_url: `${origin}/pricing`,
            metadata,
            subscription_data: {
              metadata,
              ...(trialDays !== undefined && {
                trial_period_days: trialDays,
                trial_settings: { end_behavior: { missing_payment_method: "cancel" as const } },
              }),
            },
          },
          options,
        ),
      );
      const { id, url } = readAs(WireCheckout, session);
      await endCheckouts(earlier.filter((each) => each.id !== id));
      return { url };
    },

    endCheckouts: async (customer) => endCheckouts(await checkoutsOf(customer)),

    async openPortal(customer, origin) {
      const params = { customer, return_url: `${origin}/billing` };
      return readAs(WirePage, await asked(stripe.billingPortal.sessions.create(params)));
    },

    async subscription(id) {
      try {
        return subscriptionOf(await asked(stripe.subscriptions.retrieve(id)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async subscriptionsOf(customer) {
      const list = await asked(
        stripe.subscriptions.list({ customer, status: "all", limit: SUBSCRIPTIONS_MAX }),
      );
      if (list.has_more)
        throw new PaymentsUnavailable("unreadable", "The customer has too many subscriptions.");
      return list.data.map(subscriptionOf).toSorted((a, b) => b.createdAt - a.createdAt);
    },

    async changePlan(id, plan, idempotencyKey) {
      const { id: price } = await priceOf(plan);
      const held = readAs(WireSubscription, await asked(stripe.subscriptions.retrieve(id)));
      const [item] = held.items.data;
      const changed = await asked(
        stripe.subscriptions.update(
          id,
          // Without the item's id the plan would be added to the one held.
          {
            items: [{ id: item!.id, price }],
            proration_behavior: "create_prorations",
            metadata: { ...held.metadata, tier: plan },
          },
          { idempotencyKey },
        ),
      );
      return subscriptionOf(changed);
    },

    async setCanceling(id, isCanceling, idempotencyKey) {
      // What was canceled in the portal names a moment, which taking it back has to clear.
      const params = isCanceling ? { cancel_at_period_end: true } : await undoOf(stripe, id);
      return subscriptionOf(
        await asked(stripe.subscriptions.update(id, params, { idempotencyKey })),
      );
    },

    async endNow(id, idempotencyKey) {
      return subscriptionOf(await asked(stripe.subscriptions.cancel(id, {}, { idempotencyKey })));
    },

    async invoicesOf(customer, limit) {
      const { data } = await asked(stripe.invoices.list({ customer, limit }));
      return data.map((invoice) => invoiceFrom(readAs(WireInvoice, invoice)));
    },

    readNotice: webhookReader(stripe, { secrets: webhookSecrets, isLive }),
  };
}

async function undoOf(
  stripe: Stripe,
  id: string,
): Promise<{ cancel_at: "" } | { cancel_at_period_end: false }> {
  const held = readAs(WireSubscription, await asked(stripe.subscriptions.retrieve(id)));
  return held.cancel_at_period_end || held.cancel_at == null
    ? { cancel_at_period_end: false }
    : { cancel_at: "" };
}
