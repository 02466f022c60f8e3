import { instant } from "@sevenfold/domain/market";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { inOldShape, wireEvent } from "../stand-in/stand-in-wire.ts";
import { DAY, openStandIn, STARTS_AT, WEBHOOK_SECRET } from "../testing/opened-stand-in.ts";

const ORIGIN = "http://sevenfold.test";
const USER = { id: "user-1", email: "trader@example.com" };
const { webhooks } = new Stripe("sk_test_x");

describe("Stripe's library on the stand-in", () => {
  it("offers the plans at their prices", async () => {
    const { payments } = await openStandIn();

    expect(await payments.offers()).toEqual([
      { plan: "basic", perYear: 15_600_000 },
      { plan: "premium", perYear: 30_960_000 },
      { plan: "pro", perYear: 129_840_000 },
    ]);
  });

  it("has one customer for a user who is asked for twice", async () => {
    const { payments, desk } = await openStandIn();
    const [first, second] = [await payments.customerOf(USER), await payments.customerOf(USER)];

    expect(second).toBe(first);
    expect(desk.state.customers).toHaveLength(1);
  });

  it("goes from a trial to paid years, told in order", async () => {
    const { desk, payments, told, subscribed } = await subscribe({ trialDays: 7 });
    expect(await subscribed()).toMatchObject({
      status: "trialing",
      plan: "premium",
      userId: "user-1",
      trialEndsAt: (STARTS_AT + 7 * DAY) * 1_000,
      periodEndsAt: (STARTS_AT + 7 * DAY) * 1_000,
    });
    desk.moveOn(4 * DAY);
    expect(told.at(-1)?.type).toBe("customer.subscription.trial_will_end");
    desk.moveOn(4 * DAY);
    expect(await subscribed()).toMatchObject({
      status: "active",
      periodEndsAt: Date.UTC(2027, 10, 27, 17),
    });
    desk.moveOn(366 * DAY);
    expect(await subscribed()).toMatchObject({ periodEndsAt: Date.UTC(2028, 10, 27, 17) });
    const [invoice] = await payments.invoicesOf(desk.state.customers[0]!.id, 10);
    expect(invoice).toMatchObject({ state: "paid", total: 30_960_000 });
  });

  it("cancels at the end of the period, takes that back, and ends at last", async () => {
    const { desk, payments, subscribed, id } = await subscribe({});
    expect(await payments.setCanceling(id, true, "a")).toMatchObject({
      status: "active",
      cancelsAt: Date.UTC(2027, 10, 20, 17),
    });
    expect((await payments.setCanceling(id, false, "b")).cancelsAt).toBeUndefined();
    await payments.setCanceling(id, true, "c");
    desk.moveOn(366 * DAY);

    expect(await subscribed()).toMatchObject({
      status: "canceled",
      endedAt: Date.UTC(2027, 10, 20, 17),
    });
  });

  it("sees and takes back a cancellation made in the portal, which names its moment", async () => {
    const { payments, subscribed, visit, id, customer } = await subscribe({});
    const { url } = await payments.openPortal(customer, ORIGIN);
    expect(visit(url)).toMatchObject({ status: 200, html: expect.stringContaining("$3,096.00") });
    visit(url, { does: "cancel", subscription: id });
    expect(await subscribed()).toMatchObject({ cancelsAt: Date.UTC(2027, 10, 20, 17) });

    expect((await payments.setCanceling(id, false, "a")).cancelsAt).toBeUndefined();
  });

  it("is past due with a card that does not pay, unpaid after the last try, and paid with another", async () => {
    const { desk, payments, subscribed, visit, customer } = await subscribe({
      trialDays: 7,
      card: "declined",
    });
    desk.moveOn(7 * DAY);
    expect(await subscribed()).toMatchObject({ status: "past-due" });
    desk.moveOn(16 * DAY);
    expect(await subscribed()).toMatchObject({ status: "unpaid" });
    const { url } = await payments.openPortal(customer, ORIGIN);
    visit(url, { does: "card", card: "good" });

    expect(await subscribed()).toMatchObject({ status: "active" });
    expect((await payments.invoicesOf(customer, 1))[0]).toMatchObject({ state: "paid" });
  });

  it("changes the plan on the one item there is, and bills what is left of the difference", async () => {
    const { desk, payments, id, customer } = await subscribe({});
    const changed = await payments.changePlan(id, "pro", "up");
    await payments.changePlan(id, "pro", "up");

    expect(changed).toMatchObject({ plan: "pro", status: "active" });
    expect(desk.state.subscriptions).toHaveLength(1);
    const [bill] = await payments.invoicesOf(customer, 1);
    expect(bill?.total).toBe(129_840_000 - 30_960_000);
  });

  it("knows nothing of a subscription that is none", async () => {
    const { payments } = await openStandIn();

    expect(await payments.subscription("sub_none")).toBeUndefined();
  });

  it("refuses one key for two wishes, and another server's key", async () => {
    const { payments, id } = await subscribe({});
    await payments.setCanceling(id, true, "same");

    await expect(payments.setCanceling(id, false, "same")).rejects.toMatchObject({
      name: "PaymentsUnavailable",
      reason: "refused",
    });
  });

  it("goes on with what it kept", async () => {
    const before = await subscribe({});
    const after = await openStandIn({ kept: before.kept()! });

    expect(await after.payments.subscription(before.id)).toMatchObject({ status: "active" });
  });
});

describe("a message of the stand-in at our door", () => {
  const at = instant(STARTS_AT * 1_000);
  const signed = (payload: string, secret = WEBHOOK_SECRET, timestamp = STARTS_AT) =>
    webhooks.generateTestHeaderString({ payload, secret, timestamp });

  it("is read in its newest and in an old shape", async () => {
    const { told, payments, id, customer } = await subscribe({});
    for (const shape of [(event: object) => event, inOldShape]) {
      const read = told.map((event) => {
        const body = JSON.stringify(shape(wireEvent(event)));
        return payments.readNotice(body, signed(body), at);
      });
      expect(read.every(({ ok }) => ok)).toBe(true);
      expect(read.at(-1)).toMatchObject({
        value: { type: "invoice.paid", subscriptionId: id, customerId: customer },
      });
    }
  });

  it("is refused unsigned, too old, changed on its way, and from another mode", async () => {
    const { told, payments } = await subscribe({});
    const body = JSON.stringify(wireEvent(told[0]!));
    const refusalOf = (text: string, signature: string, moment = at) => {
      const read = payments.readNotice(text, signature, moment);
      return read.ok ? undefined : read.refusal.kind;
    };
    const later = (seconds: number) => instant((STARTS_AT + seconds) * 1_000);

    expect(refusalOf(body, "")).toBe("bad-signature");
    expect(refusalOf(body, signed(body, "whsec_other"))).toBe("bad-signature");
    expect(refusalOf(body, signed(body), later(300))).toBeUndefined();
    expect(refusalOf(body, signed(body), later(301))).toBe("bad-signature");
    expect(refusalOf(`${body} `, signed(body))).toBe("bad-signature");
    const live = JSON.stringify({ ...wireEvent(told[0]!), livemode: true });
    expect(refusalOf(live, signed(live))).toBe("other-mode");
    expect(refusalOf("{", signed("{"))).toBe("unreadable");
    expect(refusalOf(body, `${signed(body)},v1=${"0".repeat(64)}`)).toBeUndefined();
  });
});

async function subscribe({ trialDays, card = "good" }: { trialDays?: number; card?: string }) {
  const opened = await openStandIn();
  const { payments, desk, visit } = opened;
  const customer = await payments.customerOf(USER);
  const { url } = await payments.openCheckout({
    ...{ userId: USER.id, email: USER.email, customerId: customer, plan: "premium" },
    origin: ORIGIN,
    ...(trialDays !== undefined && { trialDays }),
    idempotencyKey: "checkout",
  });
  expect(visit(url)).toMatchObject({ html: expect.stringContaining("simulation") });
  expect(visit(url, { card })).toMatchObject({
    leadsTo: expect.stringMatching(/^http:\/\/sevenfold.test\/billing\?checkout=cs_/),
  });
  const { id } = desk.state.subscriptions[0]!;
  return { ...opened, customer, id, subscribed: () => payments.subscription(id) };
}
