import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asInstant,
  asUnits,
  countOfBigint,
  numericOfUnits,
  unitsOfNumeric,
} from "./exact-numbers.ts";

const safeIntegers = fc.maxSafeInteger();

describe("unitsOfNumeric", () => {
  it("moves the digits of a numeric into ten-thousandths", () => {
    expect(unitsOfNumeric("189.7000")).toBe(1_897_000);
    expect(unitsOfNumeric("-0.0001")).toBe(-1);
    expect(unitsOfNumeric("900719925474.0991")).toBe(Number.MAX_SAFE_INTEGER);
    expect(unitsOfNumeric("5")).toBe(50_000);
  });

  it("never makes a minus zero", () => {
    expect(Object.is(unitsOfNumeric("-0.0000"), 0)).toBe(true);
  });

  it("refuses what no ten-thousandths can hold", () => {
    for (const text of ["", "NaN", "1e3", "0.00001", "900719925474.0992", "1,000.00", "Infinity"])
      expect(() => unitsOfNumeric(text), text).toThrow();
  });

  it("always gives back what numericOfUnits wrote", () => {
    fc.assert(
      fc.property(safeIntegers, (units) => {
        expect(unitsOfNumeric(numericOfUnits(units))).toBe(units === 0 ? 0 : units);
      }),
    );
  });

  it("always agrees with PostgreSQL's own four decimals", () => {
    fc.assert(
      fc.property(safeIntegers, (units) => {
        const digits = String(Math.abs(units)).padStart(5, "0");
        const printed = `${units < 0 ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
        expect(unitsOfNumeric(printed)).toBe(units === 0 ? 0 : units);
      }),
    );
  });
});

describe("numericOfUnits", () => {
  it("refuses a fraction of a ten-thousandth and what is not safe", () => {
    for (const units of [0.5, Number.NaN, 2 ** 53]) expect(() => numericOfUnits(units)).toThrow();
  });
});

describe("countOfBigint", () => {
  it("refuses a count that a number cannot hold exactly", () => {
    expect(countOfBigint("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => countOfBigint("9007199254740992")).toThrow();
  });
});

describe("a column's mapping", () => {
  it("leaves NULL and what is not given alone", () => {
    expect(asUnits.from(null)).toBeNull();
    expect(asUnits.to(null)).toBeNull();
    expect(asUnits.to(undefined)).toBeUndefined();
  });

  it("always gives an instant back to the millisecond", () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 43), max: 2 ** 43 }), (at) => {
        expect(asInstant.from(asInstant.to(at))).toBe(at);
      }),
    );
  });
});
