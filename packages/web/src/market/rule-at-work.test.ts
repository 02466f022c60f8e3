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

  it("marks the price that the sentence names where the trigger lies between cents", () => {
    // 4% below $603.51 is $579.3696: at $579.37 nothing would be bought.
    expect(ruleAtWork([603.51], 592.34)).toEqual({
      high: 603.51,
      trigger: 579.36,
      sentence: "Waiting to buy at $579.36 or below: $592.34 has 2.2% to fall.",
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
