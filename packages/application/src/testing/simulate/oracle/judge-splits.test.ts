import { describe, expect, it } from "vitest";
import { otherPrices } from "./judge-splits.ts";

describe("otherPrices", () => {
  it.each([
    ["after three for one, a third of what was known", 1 / 3, 3_333, true],
    ["that third, fallen by a fifth", 1 / 3, 2_667, true],
    ["the old shares, fallen by a fifth before it", 1 / 3, 7_990, false],
    ["the old shares, fallen by four tenths", 1 / 3, 6_000, false],
    ["the old shares, risen by a half", 1 / 3, 15_000, false],
    ["after one for five, five times what was known", 5, 50_000, true],
    ["the old shares, risen by a half before it", 5, 15_000, false],
    ["the old shares, fallen by a half before it", 5, 5_000, false],
    ["after five for four, what moved by less than the split", 4 / 5, 8_500, false],
    ["after five for four, a split's way", 4 / 5, 8_000, true],
  ])("knows %s", (_, worth, price, isOther) => {
    expect(otherPrices(worth)(price, 10_000)).toBe(isOther);
  });
});
