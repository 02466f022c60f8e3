import { describe, expect, it } from "vitest";

import type { SubscriptionStatus } from "../ports/stores/user-store.ts";
import { after, NOON } from "../testing/storage-rows.ts";
import { mayAutomate } from "../trading/safeguards/trading-rights.ts";
import { readSubscription } from "./read-subscription.ts";

const DAY_MS = 86_400_000;
const trialFor = (ms: number, subscriptionStatus: SubscriptionStatus = "trial") => ({
  subscriptionStatus,
  trialEndsAt: after(ms),
});

describe("readSubscription", () => {
  it.each([
    [7 * DAY_MS, 7],
    [7 * DAY_MS - 1, 7],
    [DAY_MS, 1],
    [1, 1],
  ])("counts begun days: %i ms are %i", (ms, days) => {
    expect(readSubscription(trialFor(ms), NOON)).toMatchObject({
      isInTrial: true,
      daysRemaining: days,
      status: "trial",
      requiresPayment: false,
    });
  });

  it("ends a trial by the clock", () => {
    for (const status of ["trial", "trialing"] as const)
      expect(readSubscription(trialFor(0, status), NOON)).toMatchObject({
        isInTrial: false,
        daysRemaining: 0,
        status: "trial_expired",
        requiresPayment: true,
      });
  });

  it("keeps a canceled subscription to the end of what is paid", () => {
    const canceled = (ms: number) =>
      readSubscription({ subscriptionStatus: "canceled", subscriptionEndsAt: after(ms) }, NOON);

    expect(canceled(1).isActive).toBe(true);
    expect(canceled(0).isActive).toBe(false);
  });

  it("reads a subscription that still says active, and has ended, as none", () => {
    const active = (ms: number) =>
      readSubscription({ subscriptionStatus: "active", subscriptionEndsAt: after(ms) }, NOON);

    expect(active(1)).toMatchObject({ isActive: true, status: "active" });
    expect(active(0)).toMatchObject({ isActive: false, status: "no_subscription" });
  });

  it.each([
    ["active", true, false],
    ["past_due", false, true],
    ["unpaid", false, true],
    ["none", false, false],
    ["no_subscription", false, false],
  ] as const)("reads %s", (subscriptionStatus, isActive, requiresPayment) => {
    expect(readSubscription({ subscriptionStatus }, NOON)).toMatchObject({
      isActive,
      requiresPayment,
      status: subscriptionStatus,
    });
  });

  it("shows as active or in trial exactly who may automate", () => {
    const statuses = ["active", "trialing", "trial", "past_due", "canceled", "none"] as const;
    for (const subscriptionStatus of statuses)
      for (const ms of [-1, 0, 1]) {
        const user = { ...trialFor(ms, subscriptionStatus), subscriptionEndsAt: after(ms) };
        const { isActive, isInTrial } = readSubscription(user, NOON);

        expect(isActive || isInTrial).toBe(mayAutomate(user, NOON));
      }
  });
});
