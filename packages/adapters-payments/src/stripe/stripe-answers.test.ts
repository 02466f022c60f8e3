import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import { describe, expect, it } from "vitest";

import { scriptedStripe } from "../testing/scripted-stripe.ts";
import { setUpCatalogue } from "./stripe-catalogue.ts";
import { stripePayments } from "./stripe-payments.ts";

const SECRET_KEY = "sk_test_scripted";
const [BEGAN, ENDS] = [1_795_000_000, 1_826_536_000];

/** As the reference of API version 2026-10-28.endive writes them. */
const PRICE = {
  ...{ id: "price_1", object: "price", product: "prod_1", lookup_key: "premium_yearly" },
  ...{ active: true, unit_amount: 309_600, currency: "usd", metadata: { tier: "premium" } },
  recurring: { interval: "year", interval_count: 1, usage_type: "licensed" },
};
const ITEM = {
  ...{ id: "si_1", object: "subscription_item", price: PRICE, quantity: 1 },
  ...{ current_period_start: BEGAN, current_period_end: ENDS },
};
const SUBSCRIPTION = {
  ...{ id: "sub_1", object: "subscription", status: "active", customer: "cus_1" },
  items: { object: "list", data: [ITEM], has_more: false, url: "/v1/subscription_items" },
  billing_mode: { type: "flexible" },
  ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, ended_at: null },
  ...{ trial_start: null, trial_end: null, start_date: BEGAN, created: BEGAN },
  ...{ billing_cycle_anchor: BEGAN, collection_method: "charge_automatically" },
  ...{ default_payment_method: "pm_1", latest_invoice: "in_1", pause_collection: null },
  ...{ metadata: { userId: "user-1", tier: "premium" }, livemode: false },
};
const SESSION = {
  ...{ id: "cs_test_1", object: "checkout.session", mode: "subscription", status: "open" },
  ...{ url: "https://checkout.stripe.com/c/pay/cs_test_1", payment_status: "unpaid" },
  ...{ customer: "cus_1", subscription: null, client_reference_id: "user-1", livemode: false },
};
const INVOICE = {
  ...{ id: "in_1", object: "invoice", number: "A-1", created: BEGAN, total: 309_600 },
  ...{ status: "paid", amount_paid: 309_600, hosted_invoice_url: "https://invoice.stripe.com/i/1" },
  parent: { type: "subscription_details", subscription_details: { subscription: "sub_1" } },
};
const USER = { id: "user-1", email: "trader@example.com" };
/** Stripe tells what it failed with again, and that repeating it is of no use. */
const KEPT_FAILURE = {
  ...{ status: 500, body: { error: { type: "api_error", message: "An unknown error occurred." } } },
  headers: { "stripe-should-retry": "false", "idempotent-replayed": "true" },
};
const list = (...data: readonly object[]) => ({
  body: { object: "list", data, has_more: false, url: "/v1" },
});

describe("answers of the API's current version", () => {
  it("say what a customer holds: the period stands on the item", async () => {
    const { payments } = await opened({ "GET /v1/subscriptions": list(SUBSCRIPTION) });

    expect(await payments.subscriptionsOf("cus_1")).toEqual([
      {
        ...{ id: "sub_1", customerId: "cus_1", userId: "user-1", plan: "premium" },
        ...{ status: "active", createdAt: BEGAN * 1_000 },
        ...{ periodStartsAt: BEGAN * 1_000, periodEndsAt: ENDS * 1_000 },
      },
    ]);
  });

  it.each([
    ["incomplete", "incomplete"],
    ["incomplete_expired", "canceled"],
    ["past_due", "past-due"],
    ["paused", "paused"],
    ["a_word_of_next_year", "unknown"],
  ])("know the status %s as %s", async (status, known) => {
    const { payments } = await opened({
      "GET /v1/subscriptions": list({ ...SUBSCRIPTION, status }),
    });

    expect(await payments.subscriptionsOf("cus_1")).toMatchObject([{ status: known }]);
  });

  it("open a checkout in Stripe's words, and end those shown before", async () => {
    const { asked, payments } = await opened({
      "GET /v1/prices": list(PRICE),
      "GET /v1/checkout/sessions": list({ ...SESSION, id: "cs_test_0" }),
      "POST /v1/checkout/sessions": { body: SESSION },
      "POST /v1/checkout/sessions/cs_test_0/expire": { body: { ...SESSION, status: "expired" } },
    });
    const page = await payments.openCheckout({
      ...{ userId: "user-1", email: "trader@example.com", customerId: "cus_1", plan: "premium" },
      ...{ origin: "https://trade.example.com", trialDays: 7, idempotencyKey: "key" },
    });
    const opening = asked.find(({ call }) => call === "POST /v1/checkout/sessions");

    expect(page).toEqual({ url: SESSION.url });
    expect(opening).toMatchObject({
      version: "2026-10-28.endive",
      idempotencyKey: "key:cs_test_0",
    });
    expect(opening?.form).toEqual({
      mode: "subscription",
      "line_items[0][price]": "price_1",
      "line_items[0][quantity]": "1",
      customer: "cus_1",
      client_reference_id: "user-1",
      payment_method_collection: "always",
      success_url: "https://trade.example.com/billing?checkout={CHECKOUT_SESSION_ID}",
      cancel_url: "https://trade.example.com/pricing",
      "metadata[userId]": "user-1",
      "metadata[tier]": "premium",
      "subscription_data[metadata][userId]": "user-1",
      "subscription_data[metadata][tier]": "premium",
      "subscription_data[trial_period_days]": "7",
      "subscription_data[trial_settings][end_behavior][missing_payment_method]": "cancel",
    });
    expect(asked.at(-1)?.call).toBe("POST /v1/checkout/sessions/cs_test_0/expire");
  });

  it("change the plan on the item that is held, and clear what the portal set", async () => {
    const { asked, payments } = await opened({
      "GET /v1/prices": list({ ...PRICE, id: "price_2", lookup_key: "pro_yearly" }),
      "GET /v1/subscriptions/sub_1": { body: { ...SUBSCRIPTION, cancel_at: ENDS } },
      "POST /v1/subscriptions/sub_1": { body: SUBSCRIPTION },
    });
    await payments.changePlan("sub_1", "pro", "a");
    await payments.setCanceling("sub_1", false, "b");
    const changes = asked.filter(({ call }) => call === "POST /v1/subscriptions/sub_1");

    expect(changes.map(({ form }) => form)).toEqual([
      {
        ...{ "items[0][id]": "si_1", "items[0][price]": "price_2" },
        ...{ proration_behavior: "create_prorations" },
        ...{ "metadata[userId]": "user-1", "metadata[tier]": "pro" },
      },
      { cancel_at: "" },
    ]);
  });

  it("list bills in dollars", async () => {
    const { payments } = await opened({ "GET /v1/invoices": list(INVOICE) });

    expect(await payments.invoicesOf("cus_1", 24)).toEqual([
      {
        ...{ id: "in_1", number: "A-1", at: BEGAN * 1_000, total: 30_960_000, state: "paid" },
        url: INVOICE.hosted_invoice_url,
      },
    ]);
  });

  it.each([
    [401, "credentials"],
    [403, "credentials"],
    [429, "rate-limit"],
    [400, "refused"],
    [500, "network"],
  ])("that are refusals (%i) are told apart and name no key", async (status, reason) => {
    const error = { type: "api_error", message: `Invalid API Key: ${SECRET_KEY}` };
    const { payments } = await opened({ "GET /v1/subscriptions": { status, body: { error } } });
    const failed = await payments.subscriptionsOf("cus_1").catch((thrown: unknown) => thrown);

    expect(failed).toBeInstanceOf(PaymentsUnavailable);
    expect(failed).toMatchObject({ reason });
    expect((failed as Error).message).not.toContain(SECRET_KEY);
  });

  it("tell a failure of their own again under its key: another key is asked under", async () => {
    const { asked, payments } = await opened({
      "POST /v1/customers": (key) =>
        key === "customer:user-1" ? KEPT_FAILURE : { body: { id: "cus_1", object: "customer" } },
    });

    await expect(payments.customerOf(USER)).resolves.toBe("cus_1");
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
      new Set(["customer:user-1", "customer:user-1:2"]),
    );
  });

  it("that fail under every key are given up, and one that was not kept is asked for once", async () => {
    const kept = await opened({ "POST /v1/customers": KEPT_FAILURE });
    await expect(kept.payments.customerOf(USER)).rejects.toMatchObject({ reason: "network" });
    expect(kept.asked).toHaveLength(3);
    const { headers: _kept, ...fresh } = KEPT_FAILURE;
    const failing = await opened({
      "POST /v1/customers": { ...fresh, headers: { "stripe-should-retry": "false" } },
    });
    await expect(failing.payments.customerOf(USER)).rejects.toMatchObject({ reason: "network" });

    expect(failing.asked).toHaveLength(1);
  });

  it("of the live mode are none of a test key's", async () => {
    const { payments } = await opened({
      "GET /v1/subscriptions": list({ ...SUBSCRIPTION, livemode: true }),
    });

    await expect(payments.subscriptionsOf("cus_1")).rejects.toThrow("of another mode");
  });
});

describe("the plans on sale", () => {
  const PREMIUM = { plan: "premium", name: "Premium", cents: 309_600 } as const;

  it("are made once: a product and a price of a year, found by its key", async () => {
    const { asked, server } = await scriptedStripe({
      "GET /v1/prices": list(),
      "POST /v1/products": { body: { id: "sevenfold_premium", object: "product" } },
      "POST /v1/prices": { body: { ...PRICE, id: "price_new" } },
    });
    const sold = await setUpCatalogue({ secretKey: SECRET_KEY, server }, [PREMIUM]);
    const price = asked.find(({ call }) => call === "POST /v1/prices");

    expect(sold).toEqual([{ plan: "premium", priceId: "price_new", outcome: "made" }]);
    expect(price?.form).toEqual({
      ...{ product: "sevenfold_premium", currency: "usd", unit_amount: "309600" },
      ...{ lookup_key: "premium_yearly", transfer_lookup_key: "true" },
      ...{ "recurring[interval]": "year", "metadata[tier]": "premium" },
    });
  });

  it("stay as they are where they are sold at this price, and make way at another", async () => {
    const { asked, server } = await scriptedStripe({
      "GET /v1/prices": list(PRICE),
      "GET /v1/products/sevenfold_premium": { body: { id: "sevenfold_premium" } },
      "POST /v1/prices": { body: { ...PRICE, id: "price_new" } },
    });
    const place = { secretKey: SECRET_KEY, server };
    const kept = await setUpCatalogue(place, [PREMIUM]);
    expect(asked.map(({ call }) => call)).toEqual(["GET /v1/prices"]);
    const repriced = await setUpCatalogue(place, [{ ...PREMIUM, cents: 319_600 }]);

    expect(kept).toEqual([{ plan: "premium", priceId: "price_1", outcome: "kept" }]);
    expect(repriced).toEqual([{ plan: "premium", priceId: "price_new", outcome: "repriced" }]);
    expect(asked.map(({ call }) => call)).not.toContain("POST /v1/products");
  });
});

async function opened(answers: Parameters<typeof scriptedStripe>[0]) {
  const { asked, server } = await scriptedStripe(answers);
  const payments = stripePayments({ secretKey: SECRET_KEY, webhookSecrets: [], server });
  return { asked, payments };
}
