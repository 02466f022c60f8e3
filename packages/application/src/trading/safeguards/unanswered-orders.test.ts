import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { NOON, someOrder } from "../../testing/storage-rows.ts";
import { NEVER_ARRIVED, wasGivenUp } from "./unanswered-orders.ts";

describe("an order that was given up", () => {
  const { brokerOrderId: _, ...asked } = someOrder("account", { updatedAt: NOON });
  const given = { ...asked, status: "rejected", lastMessage: NEVER_ARRIVED } as const;

  it("may arrive after all for two minutes, and no longer", () => {
    expect(wasGivenUp(given, instant(NOON + 120_000))).toBe(true);
    expect(wasGivenUp(given, instant(NOON + 120_001))).toBe(false);
  });

  it("is none that the broker refused in words of its own, or has a number of", () => {
    expect(wasGivenUp({ ...given, lastMessage: "Not enough cash." }, NOON)).toBe(false);
    expect(wasGivenUp({ ...given, brokerOrderId: "1" }, NOON)).toBe(false);
  });
});
