import { describe, expect, it } from "vitest";
import {
  changeText,
  moneyText,
  percentChangeText,
  priceText,
  roundMoneyText,
  sharesText,
} from "./figures.ts";

describe("a figure", () => {
  it("carries a true minus and its thousands", () => {
    expect(moneyText(-1234.5)).toBe("\u2212$1,234.50");
    expect(changeText(12)).toBe("+$12.00");
    expect(percentChangeText(-1.239)).toBe("\u22121.24%");
  });

  it("has no sign where it prints as zero", () => {
    expect(changeText(-0.001)).toBe("$0.00");
    expect(percentChangeText(0.001)).toBe("0.00%");
  });

  it("is an en dash where it is unknown, and zero only where it is zero", () => {
    expect([null, undefined, Number.NaN].map(moneyText)).toEqual(["–", "–", "–"]);
    expect(moneyText(0)).toBe("$0.00");
    expect(sharesText(null)).toBe("–");
  });

  it("shows the ten-thousandths of a price below a dollar", () => {
    expect(priceText(0.1234)).toBe("$0.1234");
    expect(priceText(189.5)).toBe("$189.50");
    expect(roundMoneyText(700000)).toBe("$700,000");
  });
});
