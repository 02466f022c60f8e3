import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { openBlockJournal } from "../backtest/block-journal.ts";
import { followWishes } from "./follow-wishes.ts";
import type { WishSource } from "./own-run.ts";
import { closeTogether } from "./quiet-stretch.ts";
import { type Signal, signalSource } from "./signal-source.ts";
import type { Bar, Strategy, Target } from "./strategy-interface.ts";
import { strategySource } from "./strategy-source.ts";
import { DAY_MS, FIRST_DAY } from "./testing/priced-bars.ts";
import { columnsArbitrary, marketOf, settingsArbitrary } from "./testing/session-bars.ts";

/** Wants something now and then: by what the bar says, and by what the account does. */
function moody(every: number, told: unknown[]) {
  return ({ close, held, equity, entryPrice }: Bar): Target | undefined => {
    told.push([close, held, equity, entryPrice]);
    const mood = Math.round(close * 100) % every;
    if (mood === 0) return { share: ((close * 100) % 7) / 7 };
    if (mood === 1) return { shares: held };
    if (mood === 2) return { shares: Math.round(equity) % 300 };
    return mood === 3 ? { shares: 0, stop: true } : undefined;
  };
}

/** The same, asked at each close by itself. */
const slowly = (source: WishSource): WishSource => ({ ...source, quiet: (_, __, from) => from });

function outcomeOf(columns: readonly BarColumns[], settings: BacktestSettings, source: WishSource) {
  const blocks = openBlockJournal(columns.length);
  const following = followWishes({ columns, settings, source }, blocks);
  while (following.advance(13));
  return { report: following.report(), blocks };
}

describe("a stretch at which nothing is wanted", () => {
  it("leaves what its closes would have left one by one, whatever the strategy wants", () => {
    fc.assert(
      fc.property(
        columnsArbitrary,
        settingsArbitrary,
        fc.integer({ min: 4, max: 40 }),
        fc.boolean(),
        (columns, settings, every, isTogether) => {
          const [fast, slow] = [true, false].map((isFast) => {
            const told: unknown[] = [];
            const decide = moody(every, told);
            const strategy: Strategy = isTogether
              ? {
                  forAllSymbols: () => (bars) =>
                    Object.fromEntries(
                      bars.flatMap((bar) => {
                        const target = decide(bar);
                        return target === undefined ? [] : [[bar.symbol, target]];
                      }),
                    ),
                }
              : { forEachSymbol: () => decide };
            const source = strategySource(strategy, {}, { at: 0, symbols: [] });
            return { told, ...outcomeOf(columns, settings, isFast ? source : slowly(source)) };
          });

          expect(fast).toEqual(slow);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is one of symbols that close together, and not of as many bars that do not", () => {
    const moves = Array.from({ length: 30 }, () => 1);
    const of = (leftOut: number | undefined) => ["AAA", "BBB"].map(marketOf(moves, leftOut, false));
    expect(closeTogether(of(undefined))).toBe(true);
    expect(of(3).map(({ count }) => count)).toEqual([29, 29]);
    expect(closeTogether(of(3))).toBe(false);
  });

  it("leaves the same for signals of instants and of days", () => {
    const gaps = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 4 })),
    );
    fc.assert(
      fc.property(
        columnsArbitrary,
        settingsArbitrary,
        gaps,
        fc.boolean(),
        (columns, settings, rows, isOfDays) => {
          let n = 0;
          const own = rows.map(([gap, share]): Signal => {
            n += gap;
            const ms = FIRST_DAY * DAY_MS + 14 * 3_600_000 + n * 3 * 3_600_000;
            return {
              time: isOfDays ? { kind: "date", dayNumber: FIRST_DAY + n } : { kind: "instant", ms },
              share: share / 4,
            };
          });
          const signals = columns.map((_, slot) => own.filter((__, row) => row % (slot + 1) === 0));
          const fast = outcomeOf(columns, settings, signalSource(columns, signals));
          const slow = outcomeOf(columns, settings, slowly(signalSource(columns, signals)));

          expect(fast).toEqual(slow);
        },
      ),
      { numRuns: 100 },
    );
  });
});
