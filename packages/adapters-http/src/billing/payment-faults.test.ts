import type { DeliveryFaults } from "@sevenfold/adapters-payments/stand-in/webhook-line";
import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import { StorageUnavailable } from "@sevenfold/application/ports/stores/storage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { openBillingWorld } from "../testing/billing-world.ts";
import { eventOf, signatureOf } from "../testing/payment-message.ts";

describe("W1, W2: messages that come twice, in another order, late, or in an old shape", () => {
  const anyFaults: fc.Arbitrary<DeliveryFaults> = fc.record({
    isTwice: fc.boolean(),
    isReversed: fc.boolean(),
    isOld: fc.boolean(),
    delayMs: fc.constantFrom(0, 5),
  });

  it("always lead to what the payment provider says, each done once", async () => {
    await fc.assert(
      fc.asyncProperty(anyFaults, fc.boolean(), async (faults, isEnded) => {
        const world = await openBillingWorld({ faults });
        const buyer = await world.buyer();
        await buyer.buy("premium");
        if (isEnded) world.desk.endSubscription(world.desk.state.subscriptions[0]!.id);
        await world.pass(8);

        await expect
          .poll(buyer.status)
          .toMatchObject({ status: isEnded ? "canceled" : "active", planType: "premium" });
        await expect.poll(() => world.storage.read.paymentNotices.waiting(100)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});

describe("W3: messages that are lost", () => {
  it("are made up for within hours", async () => {
    const world = await openBillingWorld({ faults: { isLost: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.pass(0);
    expect(await buyer.status()).toMatchObject({ status: "trial" });
    await world.pass(0.3);
    await world.keep();

    expect(await buyer.status()).toMatchObject({ status: "trialing" });
  });

  it("are made up for at once where somebody comes back from the checkout", async () => {
    const world = await openBillingWorld({ faults: { isLost: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    const synced = await buyer.browser.post("/api/billing/sync");

    expect(synced.json.subscription).toMatchObject({ status: "trialing", planType: "premium" });
  });

  it("are made up for at the next sign-in, after a weekend without any", async () => {
    const world = await openBillingWorld({ faults: { isLost: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.pass(10);
    await world.browser().post("/api/login", buyer.login);

    await expect.poll(buyer.status).toMatchObject({ status: "active" });
  });

  it("never give a right for longer than a day after what was paid for", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.pass(8);
    await expect.poll(buyer.status).toMatchObject({ status: "active" });
    world.line.set({ isLost: true });
    const endsAt = 1_000 * world.desk.state.subscriptions[0]!.periodEnd;
    expect(Date.parse((await buyer.billing()).renewsAt)).toBe(endsAt);
    world.passTime(endsAt - world.needs.clock.now() + 86_400_000);

    expect(await buyer.status()).toMatchObject({
      ...{ status: "no_subscription", hasActiveSubscription: false },
    });
  });
});

describe("W5: work that fails, or takes its time", () => {
  it("is acknowledged once it is on record, and done when the provider is there again", async () => {
    let isAway = false;
    const world = await openBillingWorld({
      instead: (payments) => ({
        async subscriptionsOf(customerId) {
          if (isAway) throw new PaymentsUnavailable("network", "Stripe did not answer.");
          return payments.subscriptionsOf(customerId);
        },
      }),
    });
    const buyer = await world.buyer();
    const page = await buyer.pageFor("premium");
    isAway = true;
    await buyer.submit(page, { card: "good" });
    await world.line.flushed();
    const waiting = await world.storage.read.paymentNotices.waiting(10);
    expect(waiting).toHaveLength(world.desk.state.events.length - 1);
    const synced = await buyer.browser.post("/api/billing/sync");
    expect(synced).toMatchObject({ status: 503, json: { code: "payments-unavailable" } });
    isAway = false;
    await world.keep();

    expect(await buyer.status()).toMatchObject({ status: "trialing" });
    expect(await world.storage.read.paymentNotices.waiting(10)).toEqual([]);
  });

  it("is not acknowledged while it cannot be put on record, so that it is sent again", async () => {
    const world = await openBillingWorld({ faults: { isLost: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    const body = JSON.stringify(eventOf(world));
    const signed = signatureOf(body, Math.floor(world.needs.clock.now() / 1_000));
    const { transact } = world.storage;
    Object.assign(world.storage, {
      transact: async () => {
        throw new StorageUnavailable("The database does not answer.");
      },
    });
    const failed = await world.deliver(body, signed);
    Object.assign(world.storage, { transact });

    expect(failed.status).toBe(503);
    expect((await world.deliver(body, signed)).status).toBe(200);
    await expect.poll(buyer.status).toMatchObject({ status: "trialing" });
  });
});

describe("W6: a checkout that succeeded, and was not put on record here", () => {
  it("finds its user by what is written on it", async () => {
    const world = await openBillingWorld({ faults: { isHeld: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.storage.transact(({ users }) =>
      users.change(buyer.user.id, ({ customerId: _lost, ...row }) => row),
    );
    world.line.set({});
    await world.line.flushed();

    await expect.poll(buyer.status).toMatchObject({ status: "trialing" });
  });
});

describe("W7: checkouts in two windows", () => {
  it("are one page for one plan, and can be paid once", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    const [one, other] = await Promise.all([buyer.pageFor("pro"), buyer.pageFor("pro")]);
    const paid = [
      await buyer.submit(one, { card: "good" }),
      await buyer.submit(other, { card: "good" }),
    ];

    expect(other).toBe(one);
    expect(paid.map(({ status }) => status)).toEqual([303, 303]);
    expect(world.desk.state.subscriptions).toHaveLength(1);
  });

  it("of two plans can be paid on the page that was opened last", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    const [one, other] = [await buyer.pageFor("basic"), await buyer.pageFor("pro")];
    const paid = [
      await buyer.submit(one, { card: "good" }),
      await buyer.submit(other, { card: "good" }),
    ];

    expect(paid.map(({ status }) => status)).toEqual([410, 303]);
    await expect.poll(buyer.status).toMatchObject({ planType: "pro" });
  });

  it("that were both paid end in one subscription, the newest, and it is said in the log", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    const [one, other] = [await buyer.pageFor("basic"), await buyer.pageFor("pro")];
    // As if both had been opened at the same moment.
    Object.assign(world.desk.state.sessions[0]!, { status: "open" });
    await buyer.submit(one, { card: "good" });
    world.passTime(1_000);
    await buyer.submit(other, { card: "good" });
    await world.pass(0);
    const statuses = () => world.desk.state.subscriptions.map(({ status }) => status);
    await expect.poll(statuses).toEqual(["canceled", "trialing"]);

    await expect.poll(buyer.status).toMatchObject({ planType: "pro", status: "trialing" });
    expect(world.logged.join("\n")).toContain("superfluous-subscription-ended");
  });
});

describe("W8: a cancellation that is sent twice, or whose answer is lost", () => {
  it("happens once, and is taken from what the provider says", async () => {
    let isLost = true;
    const world = await openBillingWorld({
      instead: (payments) => ({
        async setCanceling(...wish) {
          const changed = await payments.setCanceling(...wish);
          if (!isLost) return changed;
          throw new PaymentsUnavailable("network", "Stripe did not answer.");
        },
      }),
    });
    const { browser, ...buyer } = await world.buyer();
    await buyer.buy("premium");
    const cancel = () => browser.post("/api/subscription/cancel");
    expect(await cancel()).toMatchObject({ status: 503, json: { code: "payments-unavailable" } });
    isLost = false;
    const [again, twice] = await Promise.all([cancel(), cancel()]);

    expect([again.json.isCanceling, twice.json.isCanceling]).toEqual([true, true]);
    expect(world.desk.state.subscriptions).toHaveLength(1);
    expect(again.json.subscription).toMatchObject({ status: "trialing", isInTrial: true });
  });
});

describe("W9, W10: another mode, another product's price, a chargeback", () => {
  it("W9: a price that is none of ours gives no plan and no right", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    await buyer.buy("pro");
    await world.pass(8);
    await expect.poll(buyer.status).toMatchObject({ planType: "pro" });
    Object.assign(world.desk.state.prices[2]!, { lookup_key: "gold_yearly", tier: "gold" });
    await buyer.browser.post("/api/billing/sync");

    expect(await buyer.status()).toMatchObject({
      ...{ status: "none", planType: null, hasActiveSubscription: false, isInTrial: false },
    });
  });

  it("W9: what was bought in a simulation counts for nothing where money is taken", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    await buyer.buy("pro");
    await world.pass(8);
    await expect.poll(buyer.status).toMatchObject({ status: "active", planType: "pro" });
    await expect.poll(() => world.storage.read.paymentNotices.waiting(10)).toEqual([]);
    world.becomes("test");
    await buyer.browser.post("/api/billing/sync");
    expect(await buyer.billing()).toMatchObject({
      subscription: { status: "trial_expired", planType: null, requiresPayment: true },
      ...{ trialDays: 7, actions: ["checkout"], isSimulated: false },
    });

    // Where money is taken, nobody knows that customer.
    expect(await world.userOf(buyer)).not.toHaveProperty("customerId");
  });

  it("W9: what money was paid for is not lost where a test key is set by mistake", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    await buyer.buy("pro");
    await world.pass(8);
    await expect.poll(buyer.status).toMatchObject({ status: "active" });
    await world.storage.transact(({ users }) =>
      users.change(buyer.user.id, (row) => ({ ...row, billingMode: "live" })),
    );
    await buyer.browser.post("/api/billing/sync");

    expect(await buyer.status()).toMatchObject({ status: "active", planType: "pro" });
    expect((await world.userOf(buyer)).customerId).toMatch(/^cus_/);
  });

  it("W10: an unpaid subscription enters nothing", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.pass(8);
    world.desk.state.subscriptions[0]!.status = "unpaid";
    await buyer.browser.post("/api/billing/sync");
    await world.pingWorker();
    const switched = await buyer.browser.post("/api/worker/toggle", { enabled: true });

    expect(switched).toMatchObject({ status: 402, json: { code: "subscription-required" } });
    expect(await buyer.status()).toMatchObject({ status: "unpaid", requiresPayment: true });
  });
});
