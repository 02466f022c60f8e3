import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL } from "../../testing/trading-world.ts";
import { endAgreedHalts, noteFillPrice, openPriceBasis, screenBasis } from "./price-basis.ts";

const BEFORE = { held: 10, last: 1_500_000 };
const FILL = 30_000_000;
/** The book goes by the fill's price from then on. */
const AFTER = { held: 11, last: FILL };

describe("a price that has jumped", () => {
  it("is over once a split has put the trail into the shares of the price", () => {
    const basis = openPriceBasis();
    expect(screenBasis(basis, AAPL, FILL, BEFORE)).toBe("asking");

    expect(screenBasis(basis, AAPL, FILL, { held: 1, last: FILL })).toBe("good");

    expect(basis.jumped.size).toBe(0);
  });
});

describe("a fill of what is held", () => {
  it("proves no price that has jumped before it", () => {
    const basis = openPriceBasis();
    expect(screenBasis(basis, AAPL, FILL, BEFORE)).toBe("asking");

    expect(noteFillPrice(basis, AAPL, FILL, BEFORE)).toBe("good");

    expect(screenBasis(basis, AAPL, FILL, AFTER)).toBe("waiting");
    basis.jumped.get(AAPL)!.isAsked = true;
    expect(screenBasis(basis, AAPL, FILL, AFTER)).toBe("good");
  });

  it("is a jump itself where it is far from the price before", () => {
    const basis = openPriceBasis();

    expect(noteFillPrice(basis, AAPL, FILL, BEFORE)).toBe("asking");

    expect(screenBasis(basis, AAPL, FILL, AFTER)).toBe("waiting");
  });

  it("is one again, and from there, once the jump before it was proven", () => {
    const basis = openPriceBasis();
    noteFillPrice(basis, AAPL, FILL, BEFORE);
    basis.jumped.get(AAPL)!.isAsked = true;
    screenBasis(basis, AAPL, FILL, AFTER);

    expect(noteFillPrice(basis, AAPL, 1_500_000, AFTER)).toBe("asking");

    expect(basis.jumped.get(AAPL)).toMatchObject({
      filledFrom: FILL,
      isAsked: false,
      isGood: false,
    });
  });

  it.each([
    ["near the price before", 1_550_000, BEFORE],
    ["the first of what was not held", FILL, { ...BEFORE, held: 0 }],
    ["the first of what had no price", FILL, { ...BEFORE, last: 0 }],
  ])("is no jump where it is %s", (_, price, known) => {
    const basis = openPriceBasis();

    expect(noteFillPrice(basis, AAPL, price, known)).toBe("good");

    expect(basis.jumped.size).toBe(0);
  });
});

describe("the halt of what looked split", () => {
  it("is over once the books are split to the number there, and by no fill that makes as many", () => {
    const basis = openPriceBasis();
    basis.halted.set(AAPL, shares(5));
    const book = { held: Int32Array.of(5), slots: new Map([[AAPL, 0]]) };

    expect(endAgreedHalts(basis, book as never, () => false)).toEqual([]);
    expect(basis.halted.has(AAPL)).toBe(true);
    expect(endAgreedHalts(basis, book as never, () => true)).toEqual([AAPL]);
    expect(basis.halted.has(AAPL)).toBe(false);
  });
});
