import { describe, expect, it } from "vitest";
import { ruleAtWork } from "./rule-at-work.ts";

describe("the rule on the last hours", () => {
  it("waits for a fall of 4% from their high, in the product's own words", () => {
    expect(ruleAtWork([99, 100, 98.5], 98)).toEqual({
      high: 100,
      trigger: 96,
      sentence: "Waiting to buy at $96.00 or below: $98.00 has 2.0% to fall.",
    });
  });

  it("buys once the trigger is reached", () => {
    expect(ruleAtWork([100, 99], 95.5)?.sentence).toBe(
      "Buying: $95.50 is 4.5% below the high of $100.00 (trigger $96.00).",
    );
  });

  it("says nothing without a price", () => {
    expect(ruleAtWork([100], null)).toBeUndefined();
  });
});
