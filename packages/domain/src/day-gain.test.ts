import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { dayGainOf } from "./day-gain.ts";
import { money, price, shares } from "./money.ts";

const dollars = (amount: number) => Math.round(amount * 10_000);

const gainOf = (held: number, bought: number, paid: number, sold = 0, cost = paid) =>
  dayGainOf({
    held: shares(held),
    costBasis: money(dollars(cost)),
    price: price(dollars(105)),
    previousClose: price(dollars(100)),
    bought: shares(bought),
    boughtNotional: money(dollars(paid)),
    sold: shares(sold),
  });

describe("the day's gain", () => {
  it("counts shares held since the close from the close", () => {
    expect(gainOf(10, 0, 0)).toEqual({ gain: dollars(50), base: dollars(1_000) });
  });

  it("counts shares bought since from what they cost", () => {
    expect(gainOf(10, 10, 1_020)).toEqual({ gain: dollars(30), base: dollars(1_020) });
    expect(gainOf(10, 4, 408)).toEqual({ gain: dollars(42), base: dollars(1_008) });
  });

  it("is what a holding opened since has gained on its cost, whatever was sold of it meanwhile", () => {
    // 10 at 101, half of them sold, 5 at 104: on average 102 were paid, but those held cost 102.50.
    expect(gainOf(10, 15, 1_530, 5, 1_025)).toEqual({ gain: dollars(25), base: dollars(1_025) });
  });

  it("takes the newest for the ones still held", () => {
    expect(gainOf(5, 10, 1_020)).toEqual({ gain: dollars(15), base: dollars(510) });
  });

  it("always adds up to what the shares are worth", () => {
    const counts = fc.integer({ min: 0, max: 10_000 });
    const holdings = fc.record({ held: counts, bought: counts, sold: counts });
    const prices = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(holdings, prices, prices, prices, ({ held, bought, sold }, now, close, paid) => {
        const { gain, base } = dayGainOf({
          held: shares(held),
          costBasis: money(held * paid),
          price: price(now),
          previousClose: price(close),
          bought: shares(bought),
          boughtNotional: money(bought * paid),
          sold: shares(sold),
        });

        expect(base + gain).toBe(held * now);
      }),
    );
  });
});
