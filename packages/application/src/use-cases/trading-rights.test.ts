import type { Instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { SUBSCRIPTION_STATUSES } from "../ports/storage.ts";
import { automationOf, mayAutomate } from "./trading-rights.ts";

const NOW = 1_000 as Instant;
const LATER = 1_001 as Instant;

describe("mayAutomate", () => {
  it("lets a subscription, a running trial and a paid period through, and nothing else", () => {
    const ends = { trialEndsAt: LATER, subscriptionEndsAt: LATER };
    const allowed = SUBSCRIPTION_STATUSES.filter((subscriptionStatus) =>
      mayAutomate({ subscriptionStatus, ...ends }, NOW),
    );

    expect(allowed).toEqual(["active", "trialing", "canceled", "trial"]);
  });

  it("ends a trial at its last instant, whatever the row still says", () => {
    expect(mayAutomate({ subscriptionStatus: "trial", trialEndsAt: NOW }, NOW)).toBe(false);
    expect(mayAutomate({ subscriptionStatus: "trial" }, NOW)).toBe(false);
  });
});

describe("automationOf", () => {
  it("goes on leaving when the right to enter has ended", () => {
    const lapsed = { subscriptionStatus: "unpaid" } as const;

    expect(automationOf({ automationEnabled: true }, lapsed, NOW)).toBe("exits-only");
    expect(automationOf({ automationEnabled: false }, lapsed, NOW)).toBe("off");
    expect(automationOf({ automationEnabled: true }, { subscriptionStatus: "active" }, NOW)).toBe(
      "on",
    );
  });
});
