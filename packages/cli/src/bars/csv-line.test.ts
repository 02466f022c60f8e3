import { describe, expect, it } from "vitest";
import { cellsOf, delimiterOf } from "./csv-line.ts";

describe("cellsOf", () => {
  it("cuts a plain line at its delimiter, empty cells included", () => {
    expect(cellsOf("2024-01-02,,3,", ",")).toEqual(["2024-01-02", "", "3", ""]);
  });

  it("takes quotes off and keeps what they protect", () => {
    expect(cellsOf('"1,234.50","a ""b""",3', ",")).toEqual(["1,234.50", 'a "b"', "3"]);
  });

  it("refuses a quote that is not closed", () => {
    expect(cellsOf('1,"2,3', ",")).toBeUndefined();
  });
});

describe("delimiterOf", () => {
  it("tells commas, semicolons and tabs by the header", () => {
    expect([
      delimiterOf("Date,Open"),
      delimiterOf("Date;Open;High"),
      delimiterOf("Date\tOpen"),
    ]).toEqual([",", ";", "\t"]);
  });
});
