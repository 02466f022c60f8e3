import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateInput } from "./rate-input.ts";

const POSITION = { min: 100, max: 10_000 };
const DAILY_LOSS = { min: 10, max: 5_000 };
const TRADE = { min: 100, max: 2_000 };

/** The fraction that is read, or the sentence that refuses it. */
const read = (given: number, bounds = POSITION) => {
  const checked = rateInput("It", bounds).safeParse(given);
  return checked.success ? checked.data : checked.error.issues[0]?.message;
};

describe("a rate", () => {
  it("is a fraction of one, and above 1 a percentage", () => {
    expect([0.01, 0.12, 0.99, 1.01, 3, 100].map((given) => read(given))).toEqual([
      0.01, 0.12, 0.99, 0.0101, 0.03, 1,
    ]);
    expect(read(0.0999, DAILY_LOSS)).toBe(0.0999);
    expect(read(50, DAILY_LOSS)).toBe(0.5);
  });

  it.each([
    [1, POSITION, "It 1 may mean 100% or 1%: write 100 for 100%, or 0.01 for 1%"],
    [0.5, DAILY_LOSS, "It 0.5 may mean 50% or 0.5%: write 50 for 50%, or 0.005 for 0.5%"],
    [0.1, DAILY_LOSS, "It 0.1 may mean 10% or 0.1%: write 10 for 10%, or 0.001 for 0.1%"],
    [0.29, DAILY_LOSS, "It 0.29 may mean 29% or 0.29%: write 29 for 29%, or 0.0029 for 0.29%"],
    [1, DAILY_LOSS, "It must be at most 50%, and 1 means 100%: write 0.01 for 1%"],
    [1, TRADE, "It must be at most 20%, and 1 means 100%: write 0.01 for 1%"],
  ])(
    "is refused where it may be meant as a percentage, with both spellings: %s",
    (given, bounds, words) => {
      expect(read(given, bounds)).toBe(words);
    },
  );

  it("is refused outside its bounds, and finer than a hundredth of a percent", () => {
    expect(read(0.001)).toBe("It must be at least 1%");
    expect(read(0.21, TRADE)).toBe("It must be at most 20%");
    expect(read(20.5, TRADE)).toBe("It must be at most 20%");
    expect(read(0.12345)).toBe("It must have at most two decimals as a percentage, such as 3.25%");
  });

  it("never reads as a hundred times another spelling that its bounds allow", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(POSITION, DAILY_LOSS, TRADE),
        fc.integer({ min: 1, max: 1_000_000 }),
        (bounds, tenThousandths) => {
          const given = tenThousandths / 10_000;
          const got = read(given, bounds);
          if (typeof got !== "number") return;
          const asPercent = given / 100;
          const isOther = got !== asPercent && Math.abs(got - asPercent) > 1e-12;
          const isAllowed = bounds.min / 10_000 <= asPercent && asPercent <= bounds.max / 10_000;
          expect(isOther && isAllowed).toBe(false);
        },
      ),
    );
  });

  it("can be spelled for every value its bounds allow", () => {
    for (const bounds of [POSITION, DAILY_LOSS, TRADE])
      for (let bps = bounds.min; bps <= bounds.max; bps += 1)
        expect(read(100 < bps ? bps / 100 : bps / 10_000, bounds)).toBeCloseTo(bps / 10_000, 9);
  });
});
