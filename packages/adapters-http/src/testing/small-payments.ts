import type { PaidSubscription, Payments } from "@sevenfold/application/ports/payments";
import { type Instant, instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";

const YEAR_MS = 365 * 86_400_000;

export interface SmallPayments extends Payments {
  /** What the checkout's page does once it is paid. */
  pay(customerId: string, bought: Partial<PaidSubscription>): void;
}

/** A payment provider in memory: what is asked of it happens at once. */
export function smallPayments(now: () => Instant): SmallPayments {
  const held = new Map<string, PaidSubscription>();
  const change = (id: string, changes: Partial<PaidSubscription>): PaidSubscription => {
    const changed = { ...held.get(id)!, ...changes };
    held.set(id, changed);
    return changed;
  };
  return {
    mode: "simulated",
    offers: async () => [{ plan: "basic", perYear: money(15_600_000) }],
    customerOf: async ({ id }) => `cus_${id}`,
    openCheckout: async ({ customerId, origin }) => ({ url: `${origin}/pay/${customerId}` }),
    endCheckouts: async () => {},
    openPortal: async (customerId, origin) => ({ url: `${origin}/portal/${customerId}` }),
    subscription: async (id) => held.get(id),
    subscriptionsOf: async (customerId) =>
      [...held.values()].filter((each) => each.customerId === customerId),
    changePlan: async (id, plan) => change(id, { plan }),
    async setCanceling(id, isCanceling) {
      const { cancelsAt: _, ...kept } = held.get(id)!;
      held.set(id, isCanceling ? { ...kept, cancelsAt: kept.periodEndsAt } : kept);
      return held.get(id)!;
    },
    endNow: async (id) => change(id, { status: "canceled", endedAt: now() }),
    invoicesOf: async () => [],
    readNotice: () => ({ ok: false, refusal: { kind: "bad-signature", message: "not signed" } }),
    pay(customerId, bought) {
      const id = `sub_${held.size + 1}`;
      held.set(id, {
        ...{ id, customerId, status: "active", plan: "premium", createdAt: now() },
        ...{ periodStartsAt: now(), periodEndsAt: instant(now() + YEAR_MS) },
        ...bought,
      });
    },
  };
}
