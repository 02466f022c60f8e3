import type { Instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { SUBSCRIPTION_STATUSES } from "../../ports/stores/user-store.ts";
import { REDUCED_BY_HAND_MS } from "./reduction.ts";
import { automationOf, mayAutomate } from "./trading-rights.ts";

const NOW = 1_000 as Instant;
const LATER = 1_001 as Instant;

describe("mayAutomate", () => {
  it("lets a subscription, a running trial and a paid period through, and nothing else", () => {
    const ends = { trialEndsAt: LATER, subscriptionEndsAt: LATER };
    const allowed = SUBSCRIPTION_STATUSES.filter((subscriptionStatus) =>
      mayAutomate({ subscriptionStatus, ...ends }, NOW),
    );

    expect(allowed).toEqual(["active", "trialing", "past_due", "canceled", "trial"]);
  });

  it("ends a paid period at its last instant, also one that still reads as active", () => {
    for (const subscriptionStatus of ["active", "past_due", "canceled"] as const) {
      const until = (subscriptionEndsAt: Instant) =>
        mayAutomate({ subscriptionStatus, subscriptionEndsAt }, NOW);

      expect(until(LATER)).toBe(true);
      expect(until(NOW)).toBe(false);
      expect(until((NOW - 1) as Instant)).toBe(false);
    }
    expect(mayAutomate({ subscriptionStatus: "active" }, NOW)).toBe(true);
    expect(mayAutomate({ subscriptionStatus: "past_due" }, NOW)).toBe(false);
  });

  it("ends a trial at its last instant, whatever the row still says", () => {
    expect(mayAutomate({ subscriptionStatus: "trial", trialEndsAt: NOW }, NOW)).toBe(false);
    expect(mayAutomate({ subscriptionStatus: "trial" }, NOW)).toBe(false);
  });
});

describe("automationOf", () => {
  it("goes on leaving when the right to enter has ended", () => {
    const lapsed = { subscriptionStatus: "unpaid" } as const;

    const [on, off] = [{ automationEnabled: true }, { automationEnabled: false }];
    const user = { subscriptionStatus: "active" } as const;

    expect(automationOf({ account: {}, settings: on, user: lapsed }, NOW, "own")).toBe(
      "exits-only",
    );
    expect(automationOf({ account: {}, settings: off, user: lapsed }, NOW, "own")).toBe("off");
    expect(automationOf({ account: {}, settings: on, user }, NOW, "own")).toBe("on");
  });

  it("goes on leaving, and no more, while the account is held back", () => {
    const rows = {
      account: {
        venue: "built-in",
        reductions: [{ because: "too-many-orders", at: 0 as Instant }],
      },
      settings: { automationEnabled: true },
      user: { subscriptionStatus: "active" },
    } as const;
    const passing = {
      venue: "built-in",
      reductions: [{ because: "too-many-orders-in-all", at: 0 as Instant }],
    } as const;
    const later = REDUCED_BY_HAND_MS as Instant;

    expect(automationOf(rows, later, "own")).toBe("exits-only");
    expect(automationOf({ ...rows, account: passing }, NOW, "own")).toBe("exits-only");
    expect(automationOf({ ...rows, account: passing }, later, "own")).toBe("on");
  });

  it.each(["shown", "none"] as const)("decides nothing where prices are %s", (prices) => {
    const user = { subscriptionStatus: "active" } as const;
    const automated = (automationEnabled: boolean) =>
      automationOf({ account: {}, settings: { automationEnabled }, user }, NOW, prices);

    expect(automated(true)).toBe("no-real-prices");
    expect(automated(false)).toBe("off");
  });
});
