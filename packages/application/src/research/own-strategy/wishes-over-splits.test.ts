import { describe, expect, it } from "vitest";
import type { CorporateAction } from "../backtest/corporate-action.ts";
import type { Strategy, Target } from "./strategy-interface.ts";
import {
  barsOf,
  type Cents,
  FIRST_DAY,
  FREE,
  notedOf,
  runStrategy,
} from "./testing/priced-bars.ts";

const SPLIT: CorporateAction = { day: FIRST_DAY + 3, kind: "split", numerator: 2, denominator: 1 };

/** Days at $100 and, from the split of two for one on, at $50. */
const COLUMNS = {
  ...barsOf("AAA", [...at(10_000, 3), ...at(5_000, 4)]),
  actions: [SPLIT],
};

/** Wants ten shares held, and this at the last close before the split; after it nothing is said. */
const leavingBy = (target: Target): Strategy => ({
  forEachSymbol() {
    let close = -1;
    return () => {
      close += 1;
      return [{ shares: 10 }, undefined, target][close];
    };
  },
});

describe("what was wanted before a split", () => {
  it.each([{ shares: 0 }, { risk: 0, distance: 2 }, { share: 0 }, { dollars: 0 }])(
    "is left all the same where it was to hold nothing: %j",
    (nothing) => {
      const report = runStrategy([COLUMNS], leavingBy(nothing));

      // What waited for the opening was of the old shares: all of the new ones go a day later.
      expect(report.canceled.map(({ because }) => because.kind)).toEqual(["split"]);
      expect(notedOf(report)).toEqual([
        { day: 1, symbol: "AAA", shares: 10, cents: 10_000 },
        { day: 4, symbol: "AAA", shares: -20, cents: 5_000 },
      ]);
    },
  );

  it.each([{ shares: 4 }, { risk: 0.000_001, distance: 2 }])(
    "is forgotten where it was so many of the old shares: %j",
    (count) => {
      const report = runStrategy([COLUMNS], leavingBy(count));

      expect(report.canceled.map(({ because }) => because.kind)).toEqual(["split"]);
      expect(report.trades).toHaveLength(1);
      expect(report.book.held[0]).toBe(20);
    },
  );

  it("is met at the next close where fills are at closes, before any split", () => {
    const report = runStrategy([COLUMNS], leavingBy({ shares: 0 }), { ...FREE, fill: "close" });

    expect(notedOf(report).map(({ day, shares }) => [day, shares])).toEqual([
      [0, 10],
      [2, -10],
    ]);
  });
});

function at(cents: number, days: number): readonly Cents[] {
  return Array.from({ length: days }, (): Cents => [cents, cents, cents, cents]);
}
