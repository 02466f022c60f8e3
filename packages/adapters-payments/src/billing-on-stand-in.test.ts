import {
  changePlan,
  readInvoices,
  setCanceling,
} from "@sevenfold/application/billing/change-subscription";
import {
  hearPaymentNotice,
  workOffNotices,
} from "@sevenfold/application/billing/hear-payment-notice";
import { billingRound } from "@sevenfold/application/billing/keep-billing";
import { openCheckout } from "@sevenfold/application/billing/open-checkout";
import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { seed, someUser } from "@sevenfold/application/testing/storage-rows";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { inMemoryStorage } from "@sevenfold/application/testing/world/in-memory-storage";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { seededIdentifiers } from "@sevenfold/application/testing/world/seeded-identifiers";
import {
  mayAutomate,
  tradingRightOf,
} from "@sevenfold/application/trading/safeguards/trading-rights";
import { instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";

import { wireEvent } from "./stand-in/stand-in-wire.ts";
import { DAY, openStandIn, STARTS_AT, WEBHOOK_SECRET } from "./testing/opened-stand-in.ts";

const { webhooks } = new Stripe("sk_test_x");
const ORIGIN = "http://sevenfold.test";
const TRIAL_ENDS_AT = instant((STARTS_AT + 2 * DAY) * 1_000);

describe("a user who subscribes", () => {
  it("goes from the trial of a new account to the provider's, and to paid years", async () => {
    const world = await openBilling();
    await world.buy("premium");
    expect(await world.right()).toBe("trial");
    await world.hearAll();
    expect(await world.user()).toMatchObject({ subscriptionStatus: "trialing", plan: "premium" });
    await world.pass(8);
    expect(await world.right()).toBe("paid");
    const [bill] = await readInvoices(world.needs)(await world.user());
    expect(bill).toMatchObject({ state: "paid", total: 30_960_000 });
  });

  it("has one trial: who comes back pays from the start", async () => {
    const world = await openBilling();
    await world.buy("basic");
    await world.hearAll();
    await setCanceling(world.needs)(await world.user(), true);
    await world.pass(8);
    expect(await world.right()).toBe("subscription-ended");
    await world.buy("basic");
    await world.hearAll();

    expect(await world.user()).toMatchObject({ subscriptionStatus: "active", plan: "basic" });
  });

  it("keeps the plan to the end of what is paid for after canceling, and not a moment longer", async () => {
    const world = await openBilling();
    await world.buy("pro");
    await world.pass(8);
    await setCanceling(world.needs)(await world.user(), true);
    const { subscriptionCancelsAt, subscriptionEndsAt } = await world.user();
    expect(subscriptionEndsAt).toBe(subscriptionCancelsAt);
    const at = (ms: number) => tradingRightOf(world.last, instant(subscriptionCancelsAt! + ms));

    expect([at(-1), at(0)]).toEqual(["paid", "subscription-ended"]);
    await setCanceling(world.needs)(await world.user(), false);
    expect(await world.user()).not.toHaveProperty("subscriptionCancelsAt");
  });

  it("may go on for a day with a payment that failed, then enters nothing until it is paid", async () => {
    const world = await openBilling();
    await world.buy("premium", "declined");
    await world.pass(7);
    await world.hearAll();
    expect(await world.user()).toMatchObject({ subscriptionStatus: "past_due" });
    expect(await world.right()).toBe("paid");
    await world.pass(1);
    expect(mayAutomate(await world.user(), world.needs.clock.now())).toBe(false);
    world.desk.changeCard((await world.user()).customerId!, "good");
    await world.hearAll();

    expect(await world.user()).toMatchObject({ subscriptionStatus: "active" });
  });

  it("changes the plan at once, and is not sold a second subscription", async () => {
    const world = await openBilling();
    await world.buy("basic");
    await world.hearAll();
    const second = await openCheckout(world.needs)(await world.user(), {
      plan: "pro",
      origin: ORIGIN,
    });
    const changed = await changePlan(world.needs)(await world.user(), "pro");

    expect(second).toMatchObject({ ok: false, refusal: { kind: "already-subscribed" } });
    expect(changed).toMatchObject({ ok: true, value: { plan: "pro" } });
    expect(world.desk.state.subscriptions).toHaveLength(1);
  });
});

describe("W1, W2, W3: a message that comes twice, late, in another order or never", () => {
  it("always ends with what the provider says, each message done once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (order, isCanceled) => {
          const world = await openBilling();
          await world.buy("premium");
          if (isCanceled) world.desk.endSubscription(world.desk.state.subscriptions[0]!.id);
          else world.desk.moveOn(8 * DAY);
          for (const draw of order) await world.hear(world.told[draw % world.told.length]!);
          await workOffNotices(world.needs)();
          await billingRound(world.needs)(instant(world.needs.clock.now() + 7 * 3_600_000));

          expect(await world.user()).toMatchObject({
            subscriptionStatus: isCanceled ? "canceled" : "active",
          });
          expect(await world.storage.read.paymentNotices.waiting(100)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is on record before it is answered, and worked off when the provider is there again", async () => {
    const world = await openBilling();
    await world.buy("premium");
    await world.server.close();
    for (const event of world.told) await world.hear(event);
    await workOffNotices(world.needs)();

    expect(await world.storage.read.paymentNotices.waiting(100)).toHaveLength(world.told.length);
    expect(world.log.lines.some(({ event }) => event === "payment-notice-waits")).toBe(true);
  });

  it("heals without any message within hours", async () => {
    const world = await openBilling();
    await world.buy("premium");
    await billingRound(world.needs)(instant(world.needs.clock.now() + 7 * 3_600_000));

    expect(await world.user()).toMatchObject({ subscriptionStatus: "trialing" });
  });
});

describe("a customer that the provider no longer knows", () => {
  const forgotten = async () => {
    const world = await openBilling();
    await world.buy("premium");
    await world.hearAll();
    world.desk.state.customers.length = 0;
    world.desk.state.subscriptions.length = 0;
    return world;
  };

  it("keeps what is on record to its end, and buys anew as another customer", async () => {
    const world = await forgotten();
    const { customerId } = await world.user();
    await billingRound(world.needs)(instant(world.needs.clock.now() + 7 * 3_600_000));
    expect(await world.user()).toMatchObject({ subscriptionStatus: "trialing", customerId });
    world.desk.moveOn(9 * DAY);
    expect(await world.right()).not.toBe("paid");
    world.desk.state.answered = {};
    await world.buy("basic");
    await world.hearAll();

    expect((await world.user()).customerId).not.toBe(customerId);
    expect(await world.user()).toMatchObject({ subscriptionStatus: "active", plan: "basic" });
  });

  it("keeps no other customer from being read", async () => {
    const world = await openBilling();
    await world.buy("premium");
    const asked: string[] = [];
    const { subscriptionsOf } = world.payments;
    const payments = {
      ...world.payments,
      async subscriptionsOf(id: string) {
        asked.push(id);
        if (id === "cus_odd") throw new PaymentsUnavailable("unreadable", "An odd answer.");
        return subscriptionsOf(id);
      },
    };
    const odd = { customerId: "cus_odd", billingMode: world.payments.mode };
    await world.storage.transact((tables) => tables.users.add(someUser(odd)));
    await billingRound({ ...world.needs, payments })(instant(world.needs.clock.now() + 25_200_000));

    expect(asked).toHaveLength(2);
    expect(await world.user()).toMatchObject({ subscriptionStatus: "trialing" });
  });
});

describe("W6, W7, W9: half a commit, two windows, a price that is none of ours", () => {
  it("W6: finds the user of a customer that did not come on record", async () => {
    const world = await openBilling();
    await world.buy("premium");
    await world.change(({ customerId: _lost, ...row }) => row);
    await world.hearAll();

    expect(await world.user()).toMatchObject({ subscriptionStatus: "trialing", plan: "premium" });
  });

  it("W7: keeps the newest of two subscriptions and ends the other at once", async () => {
    const world = await openBilling();
    const [one, other] = [await world.checkout("basic"), await world.checkout("pro")];
    // As if both pages had been opened at the same moment.
    Object.assign(world.desk.state.sessions[0]!, { status: "open" });
    world.visit(one, { card: "good" });
    world.desk.moveOn(1);
    world.visit(other, { card: "good" });
    await world.hearAll();
    await world.hearAll();

    expect(world.desk.state.subscriptions.map(({ status }) => status)).toEqual([
      "canceled",
      "trialing",
    ]);
    expect(await world.user()).toMatchObject({ plan: "pro", subscriptionStatus: "trialing" });
  });

  it("W9: gives no right for a price it does not know", async () => {
    const world = await openBilling();
    await world.buy("premium");
    Object.assign(world.desk.state.prices[1]!, { lookup_key: "gold_yearly", tier: "gold" });
    await world.hearAll();

    expect(await world.right()).toBe("none");
  });
});

async function openBilling() {
  const standIn = await openStandIn();
  const { desk, payments, told, visit } = standIn;
  const storage = inMemoryStorage();
  const log = recordingLog();
  const needs = {
    ...{ payments, storage, log, announcer: inMemoryAnnouncer() },
    identifiers: seededIdentifiers(1),
    clock: {
      now: () => instant(desk.clock() * 1_000),
      monotonicMs: () => 0,
      sleep: async () => undefined,
    },
  };
  const { user } = await seed(storage, { user: { trialEndsAt: TRIAL_ENDS_AT } });
  const world = {
    ...standIn,
    ...{ needs, storage, log },
    last: someUser(),
    async user(): Promise<User> {
      world.last = (await storage.read.users.byId(user.id))!;
      return world.last;
    },
    change: (change: (row: User) => User) =>
      storage.transact((tables) => tables.users.change(user.id, change)),
    right: async () => tradingRightOf(await world.user(), needs.clock.now()),
    async checkout(plan: "basic" | "premium" | "pro"): Promise<string> {
      const page = await openCheckout(needs)(await world.user(), { plan, origin: ORIGIN });
      if (!page.ok) throw new Error(page.refusal.kind);
      return page.value.url;
    },
    async buy(plan: "basic" | "premium" | "pro", card = "good"): Promise<void> {
      visit(await world.checkout(plan), { card });
    },
    async hear(event: (typeof told)[number]): Promise<void> {
      const body = JSON.stringify(wireEvent(event));
      const timestamp = desk.clock();
      const signature = webhooks.generateTestHeaderString({
        ...{ payload: body, secret: WEBHOOK_SECRET, timestamp },
      });
      const read = payments.readNotice(body, signature, needs.clock.now());
      if (!read.ok) throw new Error(read.refusal.kind);
      await hearPaymentNotice(needs)(read.value);
    },
    async hearAll(): Promise<void> {
      for (const event of [...told]) await world.hear(event);
      await workOffNotices(needs)();
    },
    async pass(days: number): Promise<void> {
      desk.moveOn(days * DAY);
      await world.hearAll();
    },
  };
  return world;
}
