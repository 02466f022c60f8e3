import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figureOf, groupedText } from "./figure-text.ts";

describe("a typed figure", () => {
  it("is read with and without its thousands separators", () => {
    expect(["1000", "1,000", "1,000.5", " 12 ", ".5", "3.", "-5", "\u22125"].map(figureOf)).toEqual(
      [1000, 1000, 1000.5, 12, 0.5, 3, -5, -5],
    );
  });

  it("is no figure where a comma or a letter makes it doubtful", () => {
    for (const text of [
      "1,5",
      "189,50",
      "1,00",
      "10,00,000",
      "1.000,5",
      "1e3",
      "0x10",
      "$5",
      "",
      "-",
    ])
      expect(figureOf(text)).toBeNaN();
  });

  it("is itself again as it is shown", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (tenThousandths) => {
        const figure = tenThousandths / 10_000;
        expect(figureOf(groupedText(figure))).toBe(figure);
      }),
    );
    expect([Number.NaN, undefined, null, "5"].map(groupedText)).toEqual(["", "", "", ""]);
  });
});
