import { describe, expect, it } from "vitest";
import {
  changeText,
  directionOf,
  moneyText,
  percentChangeText,
  percentText,
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

  it("separates the thousands of a percentage too", () => {
    expect(percentText(615915.54)).toBe("615,915.54%");
    expect(percentText(-1234.5, 1)).toBe("\u22121,234.5%");
  });

  it("points nowhere below half a cent, and up or down from there on", () => {
    expect([0, 0.0049, -0.0049].map(directionOf)).toEqual(["flat", "flat", "flat"]);
    expect([0.005, 12].map(directionOf)).toEqual(["up", "up"]);
    expect([-0.005, -12].map(directionOf)).toEqual(["down", "down"]);
    expect([null, undefined, Number.NaN].map(directionOf)).toEqual(Array(3).fill("unknown"));
    // As it is printed: what has a sign has a direction.
    for (const amount of [0.004, 0.005, -0.006])
      expect(changeText(amount) === "$0.00").toBe(directionOf(amount) === "flat");
  });

  it("shows the ten-thousandths of a price below a dollar", () => {
    expect(priceText(1)).toBe("$1.00");
    expect(priceText(0.9999)).toBe("$0.9999");
    expect(priceText(0)).toBe("$0.00");
    expect(priceText(-0.5)).toBe("\u2212$0.50");
    expect(priceText(0.1234)).toBe("$0.1234");
    expect(priceText(189.5)).toBe("$189.50");
    expect(roundMoneyText(700000)).toBe("$700,000");
  });
});
