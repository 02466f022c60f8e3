import { money } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Target } from "./strategy-interface.ts";
import { barsOf, FREE, runStrategy } from "./testing/priced-bars.ts";
import { openWishes, wish } from "./wishes.ts";

/** Shares bought of what costs so many cents, by an account of so many dollars. */
function sharesOf(target: Target, cents: number, dollars: number): number {
  const bar = [cents, cents, cents, cents] as const;
  const strategy = { forEachSymbol: () => () => target };
  const settings = { ...FREE, cash: money(dollars * 10_000) };
  const { book } = runStrategy([barsOf("AAA", [bar, bar, bar])], strategy, settings);
  return book.held[0]!;
}

const centsArbitrary = fc.integer({ min: 500, max: 50_000 });
const thousandths = fc.integer({ min: 1, max: 1_000 });

describe("how large a target is", () => {
  it("is as many whole shares as so many dollars buy", () => {
    fc.assert(
      fc.property(centsArbitrary, fc.integer({ min: 1, max: 90_000 }), (cents, dollars) => {
        const shares = Math.floor((dollars * 100) / cents);
        expect(sharesOf({ dollars }, cents, 100_000)).toBe(shares);
      }),
    );
  });

  it("is the share of equity that moves the account as much as is wanted, and all of it at most", () => {
    fc.assert(
      fc.property(centsArbitrary, thousandths, thousandths, (cents, wanted, moves) => {
        const target = { volatility: wanted / 1_000, deviation: moves / 1_000 };
        // In millionths, as a share of equity is.
        const millionths = Math.min(1_000_000, Math.round((wanted / moves) * 1_000_000));
        const shares = Math.floor((100_000 * 100 * millionths) / 1_000_000 / cents);
        expect(sharesOf(target, cents, 100_000)).toBe(shares);
      }),
    );
  });

  it("is as many shares as lose the risk over the distance, as far as the cash goes", () => {
    fc.assert(
      fc.property(
        centsArbitrary,
        thousandths,
        fc.integer({ min: 1, max: 900 }),
        (cents, risk, away) => {
          const target = { risk: risk / 1_000, distance: away / 100 };
          const wanted = Math.floor((100_000 * 100 * risk) / 1_000 / away);
          const affordable = Math.floor((100_000 * 100) / cents);
          expect(sharesOf(target, cents, 100_000)).toBe(Math.min(wanted, affordable));
        },
      ),
    );
  });

  it("is never more than the whole account, however calm the symbol", () => {
    const wishes = openWishes(1);
    wish(wishes, 0, { volatility: 0.4, deviation: 0.1 });
    expect(wishes.amounts[0]).toBe(1_000_000);
  });

  it.each([
    [{ shares: 1, dollars: 1 }, "a target has one of shares, share, dollars, volatility, risk"],
    [{ dollars: -1 }, "the dollars are -1, not a number from 0 to 50000000"],
    [{ volatility: 0.1 }, "the deviation is undefined, not a number above 0"],
    [{ risk: 0.1, distance: 0 }, "the distance is 0, not an amount of dollars above 0"],
  ])("is refused where it is none: %j", (target, words) => {
    expect(() => sharesOf(target as unknown as Target, 10_000, 1_000)).toThrow(words);
  });
});
