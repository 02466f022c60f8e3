import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import { BASIC_SYMBOLS_MAX } from "@sevenfold/application/trading/settings/automated-symbols";
import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { DAY_MS, openBillingWorld } from "../testing/billing-world.ts";
import { PASSWORD } from "../testing/http-world.ts";

const TOKEN = { name: "Desk", scope: "read", password: PASSWORD };

describe("a subscription, from the checkout to its end", () => {
  it("is a trial, then paid, another plan, canceled, and over", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    expect(await buyer.billing()).toMatchObject({
      isSimulated: true,
      subscription: { status: "trial", isInTrial: true, daysRemaining: 7, requiresPayment: false },
      trialDays: 7,
      actions: ["checkout"],
      offers: [
        { plan: "basic", perYear: 1560, perMonth: 133 },
        { plan: "premium", perYear: 3096, perMonth: 258 },
        { plan: "pro", perYear: 12984, perMonth: 1082 },
      ],
      trouble: null,
    });
    const paid = await buyer.buy("basic");
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toMatch(`${world.server.url}/billing?checkout=cs_`);
    await world.line.flushed();
    await expect.poll(buyer.status).toMatchObject({
      ...{ status: "trialing", planType: "basic", isInTrial: true, daysRemaining: 7 },
      ...{ hasActiveSubscription: false, requiresPayment: false },
    });

    await world.pass(8);
    await expect.poll(buyer.status).toMatchObject({
      ...{ status: "active", planType: "basic", isInTrial: false, daysRemaining: 0 },
      ...{ hasActiveSubscription: true, requiresPayment: false },
    });
    const upgraded = await browser.post("/api/subscription/change", { plan: "pro" });
    expect(upgraded.json).toMatchObject({ subscription: { planType: "pro" } });
    expect((await browser.post("/api/tokens", TOKEN)).status).toBe(200);

    const canceled = await browser.post("/api/subscription/cancel");
    expect(canceled.json).toMatchObject({
      ...{ isCanceling: true, renewsAt: null, actions: ["change-plan", "resume", "portal"] },
      subscription: { status: "active", hasActiveSubscription: true },
    });
    const resumed = await browser.post("/api/subscription/resume");
    expect(resumed.json).toMatchObject({ isCanceling: false, endsAt: null });
    expect(resumed.json.renewsAt).toBe(canceled.json.endsAt);
    await browser.post("/api/subscription/cancel");
    await world.pass(370);

    await expect.poll(buyer.status).toMatchObject({
      ...{ status: "canceled", hasActiveSubscription: false, isInTrial: false },
    });
    const invoices = await browser.get("/api/billing/invoices");
    expect(invoices.json.map(({ state }: { state: string }) => state)).toEqual([
      ...["paid", "paid", "paid"],
    ]);
    const again = await browser.get("/api/billing");
    expect(again.json).toMatchObject({ trialDays: 0, actions: ["checkout", "portal"] });
  });

  it("pays again after a payment failed, and enters nothing in between", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    const switchOn = () => browser.post("/api/worker/toggle", { enabled: true });
    await world.pingWorker();
    await buyer.buy("premium", "declined");
    await world.pass(7);
    await expect.poll(buyer.status).toMatchObject({ status: "past_due", requiresPayment: true });
    expect((await switchOn()).status).toBe(200);
    expect((await browser.post("/api/worker/toggle", { enabled: false })).status).toBe(200);
    await world.pass(1);
    expect(await switchOn()).toMatchObject({
      status: 402,
      json: { code: "subscription-required" },
    });
    const saved = await browser.send("PUT", "/api/trading-config", {
      body: { enableAutomatedTrading: true },
    });
    expect(saved).toMatchObject({ status: 402, json: { code: "subscription-required" } });
    await world.pass(20);
    await expect.poll(buyer.status).toMatchObject({ status: "unpaid", requiresPayment: true });

    expect((await buyer.onPortal({ does: "card", card: "good" })).status).toBe(303);
    await world.pass(0);
    await expect.poll(buyer.status).toMatchObject({
      ...{ status: "active", hasActiveSubscription: true, requiresPayment: false },
    });
    expect((await switchOn()).status).toBe(200);
  });

  it("is canceled and kept on the portal as well", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.pass(8);
    const { id } = world.desk.state.subscriptions[0]!;
    await buyer.onPortal({ does: "cancel", subscription: id });
    await world.line.flushed();
    await expect.poll(buyer.billing).toMatchObject({ isCanceling: true });

    const resumed = await buyer.browser.post("/api/subscription/resume");
    expect(resumed.json).toMatchObject({ isCanceling: false });
    expect(world.desk.state.subscriptions[0]).toMatchObject({ cancelAt: null });
  });
});

describe("a server whose clock was years ahead", () => {
  it("counts what is bought once it is set right, and asks at each sign-in", async () => {
    const world = await openBillingWorld({ faults: { isLost: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.storage.transact(({ users }) =>
      users.change(buyer.user.id, (row) => ({
        ...row,
        billingReadAt: instant(world.needs.clock.now() + 1_000 * DAY_MS),
      })),
    );
    await world.browser().post("/api/login", buyer.login);

    await expect.poll(buyer.status).toMatchObject({ status: "trialing" });
  });
});

describe("who leaves for good", () => {
  it("is charged no more, and stays where that is not certain", async () => {
    let isAway = true;
    const world = await openBillingWorld({
      instead: (payments) => ({
        async endNow(...wish) {
          if (isAway) throw new PaymentsUnavailable("network", "Stripe did not answer.");
          return payments.endNow(...wish);
        },
      }),
    });
    const { browser, ...buyer } = await world.buyer();
    await buyer.buy("premium");
    await world.line.flushed();
    const leave = () => browser.post("/api/user/delete", { password: PASSWORD });
    expect(await leave()).toMatchObject({ status: 503, json: { code: "payments-unavailable" } });
    expect(await buyer.status()).toMatchObject({ status: "trialing" });
    isAway = false;

    expect((await leave()).status).toBe(200);
    expect(world.desk.state.subscriptions).toMatchObject([{ status: "canceled" }]);
  });

  it("stays while what money is paid for cannot be ended, as under a test key set by mistake", async () => {
    const world = await openBillingWorld();
    const { browser, user, ...buyer } = await world.buyer();
    await buyer.buy("premium");
    await world.line.flushed();
    await expect.poll(buyer.status).toMatchObject({ status: "trialing" });
    const boughtIn = (billingMode: "live" | "test") =>
      world.storage.transact(({ users }) =>
        users.change(user.id, (row) => ({ ...row, billingMode })),
      );
    const leave = () => browser.post("/api/user/delete", { password: PASSWORD });
    await boughtIn("live");
    expect(await leave()).toMatchObject({ status: 503, json: { code: "payments-unavailable" } });
    await boughtIn("test");

    expect((await leave()).status).toBe(200);
  });

  it("pays no more at a page that was open in another window", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    const page = await buyer.pageFor("premium");
    expect((await browser.post("/api/user/delete", { password: PASSWORD })).status).toBe(200);

    expect((await buyer.submit(page, { card: "good" })).status).toBe(410);
    expect(world.desk.state.subscriptions).toEqual([]);
  });

  it("is charged no more for what was paid for while they left", async () => {
    const world = await openBillingWorld({ instead: () => ({ endCheckouts: async () => {} }) });
    const { browser, ...buyer } = await world.buyer();
    const page = await buyer.pageFor("premium");
    await browser.post("/api/user/delete", { password: PASSWORD });
    await buyer.submit(page, { card: "good" });
    const statuses = () => world.desk.state.subscriptions.map(({ status }) => status);

    await expect.poll(statuses).toEqual(["canceled"]);
    await world.line.flushed();
    await world.keep();
    await expect.poll(() => world.storage.read.paymentNotices.waiting(10)).toEqual([]);
  });

  it("is not taken for whoever bought another product of the same Stripe account", async () => {
    const world = await openBillingWorld({ faults: { isHeld: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    await world.storage.transact(({ users }) => users.remove(buyer.user.id));
    world.line.set({});
    await world.line.flushed();

    await expect.poll(() => world.storage.read.paymentNotices.waiting(10)).toEqual([]);
    expect(world.desk.state.subscriptions).toMatchObject([{ status: "trialing" }]);
  });
});

describe("what a plan gives", () => {
  it("Basic automates 25 symbols, Premium all of them, and neither has API tokens", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    await buyer.buy("basic");
    await world.pass(8);
    const ofBasic = await browser.get("/api/automated-symbols");
    expect(ofBasic.json).toMatchObject({ max: BASIC_SYMBOLS_MAX });
    expect(await browser.post("/api/tokens", TOKEN)).toMatchObject({ status: 402 });

    await browser.post("/api/subscription/change", { plan: "premium" });
    const ofPremium = await browser.get("/api/automated-symbols");
    expect(ofPremium.json).toMatchObject({ max: null });
    expect(await browser.post("/api/tokens", TOKEN)).toMatchObject({ status: 402 });
  });

  it("an API token of Pro ends its use with the plan", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    await buyer.buy("pro");
    await world.pass(8);
    const { json } = await browser.post("/api/tokens", TOKEN);
    const program = world.program(json.token);
    expect((await program.get("/api/account")).status).toBe(200);
    await browser.post("/api/subscription/change", { plan: "basic" });

    expect(await program.get("/api/account")).toMatchObject({
      ...{ status: 402, json: { code: "plan-required" } },
    });
  });
});

describe("who cannot buy", () => {
  it("a demo visitor is refused, and offered no action", async () => {
    const world = await openBillingWorld();
    const { browser } = await world.visitor();
    const refused = await browser.post("/api/billing/checkout", { plan: "pro" });

    expect(refused).toMatchObject({ status: 403, json: { code: "demo-account" } });
    expect((await browser.get("/api/billing")).json.actions).toEqual([]);
    expect(world.desk.state.customers).toEqual([]);
  });

  it("who holds a plan changes it instead, and never to the same", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    await buyer.buy("basic");
    const second = await buyer.checkout("pro");
    const same = await browser.post("/api/subscription/change", { plan: "basic" });

    expect(second).toMatchObject({ status: 409, json: { code: "already-subscribed" } });
    expect(same).toMatchObject({ status: 409, json: { code: "same-plan" } });
  });

  it("who never bought has nothing to change, cancel or pay for", async () => {
    const world = await openBillingWorld();
    const { browser } = await world.buyer();
    const asked = [
      await browser.post("/api/subscription/change", { plan: "pro" }),
      await browser.post("/api/subscription/cancel"),
      await browser.post("/api/subscription/resume"),
      await browser.post("/api/billing/portal"),
    ];

    expect(asked.map(({ json }) => json.code)).toEqual(Array(4).fill("no-subscription"));
    expect((await browser.get("/api/billing/invoices")).json).toEqual([]);
  });
});
