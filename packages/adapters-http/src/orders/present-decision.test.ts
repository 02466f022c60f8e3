import type { Decision } from "@sevenfold/application/ports/stores/decision-store";
import { AAPL, NOON } from "@sevenfold/application/testing/storage-rows";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { presentDecision } from "./present-decision.ts";

const decision = (facts: Partial<Decision>): Decision => ({
  accountId: "account",
  ticker: AAPL,
  at: NOON,
  verdict: "waiting",
  settingsVersion: 1,
  ...facts,
});
const explained = (facts: Partial<Decision>) =>
  presentDecision(decision(facts), new Map()).explanation;

describe("a line of the decision journal", () => {
  it("says what a symbol that is watched waits for, and how far that is", () => {
    const bought = { reason: "trail-drop", price: price(980_000), trigger: price(960_000) };

    expect(explained({ ...bought, reference: price(1_000_000) })).toBe(
      "Waiting to buy at $96.00 or below: $98.00 has 2.0% to fall.",
    );
  });

  it.each(["trail-rise", "take-profit"])("says what a holding waits for: a %s", (reason) => {
    const sold = { reason, price: price(1_000_000), trigger: price(1_040_000) };

    expect(explained({ ...sold, reference: price(1_000_000) })).toBe(
      "Waiting to sell at $104.00 or above: $100.00 has 4.0% to rise.",
    );
  });

  it.each([
    ["broker-refused", "the broker refused the order. “Below $1.”"],
    ["denied", "the order was not sent. “Below $1.”"],
    ["ended-unfilled", "the order ended unfilled. “Below $1.”"],
  ])("says of an order that came to no trade why not: %s", (gate, words) => {
    const decided = { reason: "trail-drop", price: price(950_000), trigger: price(960_000) };
    const facts = { ...decided, reference: price(1_000_000), said: "Below $1." };

    expect(explained({ ...facts, verdict: "blocked", gate })).toBe(
      `Not bought although $95.00 is 5.0% below the high of $100.00 (trigger $96.00): ${words}`,
    );
  });

  it("says no distance where none was written down", () => {
    expect(explained({})).toBe("Waiting.");
  });
});
