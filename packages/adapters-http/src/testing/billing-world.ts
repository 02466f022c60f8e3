import {
  type DeliveryFaults,
  webhookLine,
} from "@sevenfold/adapters-payments/stand-in/webhook-line";
import {
  DAY,
  openStandIn,
  WEBHOOK_SECRET,
} from "@sevenfold/adapters-payments/testing/opened-stand-in";
import { billingDesk } from "@sevenfold/application/billing/billing-desk";
import type { BillingNeeds } from "@sevenfold/application/billing/billing-needs";
import { billingRound } from "@sevenfold/application/billing/keep-billing";
import type { Payments } from "@sevenfold/application/ports/payments";
import type { PaymentMode, Plan, User } from "@sevenfold/application/ports/stores/user-store";
import { type Instant, instant } from "@sevenfold/domain/market";
import { onTestFinished } from "vitest";

import type { Answer, Browser } from "./browser.ts";
import { openHttpWorld } from "./http-world.ts";

export const DAY_MS = DAY * 1_000;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

export interface BillingWishes {
  /** How messages arrive from the start. */
  readonly faults?: DeliveryFaults;
  /** Stands in for some of what the payment provider does. */
  readonly instead?: (payments: Payments) => Partial<Payments>;
}

/** The whole server, whose payments are Stripe's own library on the stand-in: every way over sockets. */
export async function openBillingWorld({ faults = {}, instead }: BillingWishes = {}) {
  let now = (): Instant => instant(Date.now());
  const line = webhookLine({
    secret: () => WEBHOOK_SECRET,
    nowSeconds: () => Math.floor(now() / 1_000),
    deliver: async (body, signature) => (await deliver(body, signature)).status === 200,
  });
  line.set(faults);
  const standIn = await openStandIn({ now: () => Math.floor(now() / 1_000), tell: line.send });
  let mode = standIn.payments.mode;
  const payments: Payments = {
    ...standIn.payments,
    ...instead?.(standIn.payments),
    get mode() {
      return mode;
    },
  };
  let billing: BillingNeeds | undefined;
  const world = await openHttpWorld({
    // Whoever waits for years stays signed in.
    signInLife: { idleMs: 3_000 * DAY_MS, longestMs: 3_000 * DAY_MS },
    instead(needs) {
      now = needs.clock.now;
      billing = { ...needs, payments };
      return { billing: billingDesk(billing), paymentPages: standIn.pages };
    },
  });
  onTestFinished(async () => {
    line.stop();
    await world.close();
  });
  const deliver = async (body: string, signature: string) => {
    const answer = await fetch(`${world.server.url}/api/webhooks/stripe`, {
      ...{ method: "POST", body },
      headers: { "content-type": "application/json", "stripe-signature": signature },
    });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    ...world,
    ...{ standIn, line, deliver },
    desk: standIn.desk,
    /** From now on the same is asked as if it were of another mode. */
    becomes(next: PaymentMode): void {
      mode = next;
    },
    /** Signs up, and lets the browser do what a buyer does. */
    async buyer() {
      const member = await world.member();
      // At a venue whose prices the agent may trade on.
      const { id } = (await world.storage.read.accounts.selectedOf(member.user.id))!;
      await world.storage.transact(({ accounts }) =>
        accounts.change(id, (row) => ({ ...row, venue: "built-in" })),
      );
      return { ...member, ...buyerIn(member.browser, world.server.url) };
    },
    /** Days pass, here and at the payment provider, whose messages then arrive. */
    async pass(days: number): Promise<void> {
      world.passTime(days * DAY_MS);
      standIn.desk.catchUp();
      await line.flushed();
      await world.pingWorker();
    },
    /** What the rounds do that ask the payment provider. */
    keep: () => billingRound(billing!)(now()),
    async userOf({ user }: { readonly user: Pick<User, "id"> }): Promise<User> {
      return (await world.storage.read.users.byId(user.id))!;
    },
  };
}

/** What somebody does on our pages and on those of the payment provider. */
function buyerIn(browser: Browser, url: string) {
  const pathOf = (address: string) => address.replace(url, "");
  const buyer = {
    checkout: (plan: Plan): Promise<Answer> => browser.post("/api/billing/checkout", { plan }),
    /** The page's address of a checkout that was opened. */
    async pageFor(plan: Plan): Promise<string> {
      const { json, text } = await buyer.checkout(plan);
      if (json.url === undefined) throw new Error(`no checkout: ${text}`);
      return pathOf(json.url);
    },
    submit: (path: string, form: Record<string, string>): Promise<Answer> =>
      browser.post(pathOf(path), new URLSearchParams(form).toString(), { headers: FORM }),
    async buy(plan: Plan, card = "good"): Promise<Answer> {
      return buyer.submit(await buyer.pageFor(plan), { card });
    },
    async onPortal(form: Record<string, string>): Promise<Answer> {
      const { json } = await browser.post("/api/billing/portal");
      return buyer.submit(json.url, form);
    },
    billing: async () => (await browser.get("/api/billing")).json,
    status: async () => (await browser.get("/api/subscription/status")).json,
  };
  return buyer;
}
