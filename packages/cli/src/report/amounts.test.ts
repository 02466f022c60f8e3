import { describe, expect, it } from "vitest";
import { dollars, percent } from "./amounts.ts";

describe("dollars", () => {
  it.each([
    [1234.565, "$1,234.56"],
    [1234.575, "$1,234.58"],
    [-0.004, "−$0.00"],
    [900_719_925_474.0991, "$900,719,925,474.10"],
    [900_719_925_475, "$900,719,925,475"],
    [-1_000_000_000_000, "−$1,000,000,000,000"],
    // What holding made of a share that was adjusted to a ten-thousandth and stands at ten millions.
    [100_000 * 1e11, "$10,000,000,000,000,000"],
    [1e22, "$10,000,000,000,000,000,000,000"],
  ])("writes %d as %s, however much it is", (amount, text) => {
    expect(dollars(amount)).toBe(text);
  });
});

describe("percent", () => {
  it.each([
    [-0.00001, "0.00%"],
    [12.3456, "1,234.56%"],
    [1e7, "1,000,000,000.00%"],
    [1.97e29, "over 1,000,000,000%"],
  ])("writes %d as %s", (fraction, text) => {
    expect(percent(fraction)).toBe(text);
  });
});
