import { expect, it } from "vitest";
import type { PaidStatus, PaidSubscription } from "../ports/payments.ts";
import { endAllOf } from "./end-billing.ts";
import { noPayments } from "./no-payments.ts";

it("ends all that a customer may still be charged for, also what is not paid for yet", async () => {
  const STATUSES: readonly PaidStatus[] = [
    ...(["active", "trialing", "past-due", "unpaid", "paused", "incomplete"] as const),
    ...(["canceled", "unknown"] as const),
  ];
  const ended: string[] = [];
  const payments = {
    ...noPayments("unused"),
    endCheckouts: async () => undefined,
    subscriptionsOf: async () =>
      STATUSES.map((status) => ({ id: status, status }) as PaidSubscription),
    endNow: async (id: string) => {
      ended.push(id);
      return { id } as PaidSubscription;
    },
  };

  await endAllOf(payments, "cus_1");

  expect(ended).toEqual(STATUSES.slice(0, 6));
});
