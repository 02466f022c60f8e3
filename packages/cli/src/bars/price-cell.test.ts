import { unitsFromDecimal } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNoPrice, unitsOfCell, unitsOfSemicolonCell } from "./price-cell.ts";

describe("unitsOfCell", () => {
  it("always reads plain decimals as money does", () => {
    const decimals = fc.stringMatching(/^\d{1,12}(\.\d{0,18})?$/);
    fc.assert(
      fc.property(decimals, (text) => {
        expect(unitsOfCell(text)).toBe(unitsFromDecimal(text));
      }),
    );
  });

  it("rounds six decimals half-even to a ten-thousandth", () => {
    expect(["2.179012", "0.00005", "0.00015", "2.86165"].map(unitsOfCell)).toEqual([
      21_790, 0, 2, 28_616,
    ]);
  });

  it("reads dollar signs, thousands and a missing zero", () => {
    expect(["$189.70", "1,234.50", ".5", " 7 ", "12."].map(unitsOfCell)).toEqual([
      1_897_000, 12_345_000, 5_000, 70_000, 120_000,
    ]);
  });

  it("reads exponents, as programs print very small and very large numbers", () => {
    expect(["1e3", "2.5E+1", "7.2e-1", "1e-9"].map(unitsOfCell)).toEqual([
      10_000_000, 250_000, 7_200, 0,
    ]);
  });

  it("refuses what is no plain decimal", () => {
    const texts = [
      "",
      "abc",
      "1.2.3",
      "1e",
      "e3",
      "1e3000",
      "12x",
      "1,23",
      "--1",
      "0x10",
      "Infinity",
      ".",
    ];

    expect(texts.map(unitsOfCell)).toEqual(texts.map(() => undefined));
  });

  it("keeps a sign, so that the caller can refuse the price", () => {
    expect(unitsOfCell("-1.5")).toBe(-15_000);
  });
});

describe("unitsOfSemicolonCell", () => {
  it("reads decimal commas, and points as before", () => {
    const texts = ["100,01", "1.234,50", "0,5", "1234,5678", "100.01", "7"];

    expect(texts.map(unitsOfSemicolonCell)).toEqual([
      1_000_100, 12_345_000, 5_000, 12_345_678, 1_000_100, 70_000,
    ]);
  });

  it("takes what may be thousands or decimals for neither", () => {
    expect(["1,234", "12,345", "123,456"].map(unitsOfSemicolonCell)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("isNoPrice", () => {
  it("knows the ways files say that there was no price", () => {
    expect(["", " ", "null", "NaN", "nan", "N/A", "None", "-"].every(isNoPrice)).toBe(true);
    expect(["0", "1", "nul", "-1"].some(isNoPrice)).toBe(false);
  });
});
