import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitRatioOf } from "./split-ratio.ts";

const wordsOf = (text: string): string | undefined => {
  const ratio = splitRatioOf(text);
  return ratio && `${ratio.numerator} for ${ratio.denominator}`;
};

describe("a split that is told as a decimal", () => {
  it.each([
    ["0.333333", "1 for 3"],
    ["0.3333333333333333", "1 for 3"],
    ["0.03333333333333333", "1 for 30"],
    ["0.0333", "1 for 30"],
    ["0.3333", "1 for 3"],
    ["1.3333333333333333", "4 for 3"],
    ["1.333333", "4 for 3"],
    ["0.006667", "1 for 150"],
    ["0.142857", "1 for 7"],
    ["2.3333", "7 for 3"],
    ["1.0625", "17 for 16"],
    ["0.0125", "1 for 80"],
  ])("is the simplest ratio that is written so: %s", (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it.each([
    ["4", "4000000 for 1000000"],
    ["1.5", "1500000 for 1000000"],
    ["1.281", "1281000 for 1000000"],
    ["1.0125", "1012500 for 1000000"],
    // One for 149 and one for 150 are both written so.
    ["0.0067", "6700 for 1000000"],
  ])("is what it says where it is the rounding of no other one: %s", (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it.each(["0", "0.0", "", "-1", "1e3", "12345678", "1.2345678901"])("is none: %j", (text) => {
    expect(splitRatioOf(text)).toBeUndefined();
  });

  it("is always told apart, however many for however few, to six digits and more", () => {
    const shares = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(shares, shares, fc.integer({ min: 6, max: 17 }), (now, before, digits) => {
        const { numerator, denominator } = splitRatioOf((now / before).toFixed(digits))!;
        expect(numerator * before).toBe(denominator * now);
      }),
    );
  });
});
