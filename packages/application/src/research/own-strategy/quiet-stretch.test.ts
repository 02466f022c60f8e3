import type { Ticker } from "@sevenfold/domain/market";
import { bps, money } from "@sevenfold/domain/money";
import { RISK_DEFAULTS, RISK_LIMITS_NONE } from "@sevenfold/domain/strategy";
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
import { DAY_MS, FIRST_DAY, FREE } from "./testing/priced-bars.ts";

const MINUTE_MS = 60_000;
const BARS_A_DAY = 7;

/** Bars of a symbol, seven a day, of which the first and the last may lie outside the session. */
function marketOf(moves: readonly number[], leftOut: number | undefined, hasSession: boolean) {
  return (symbol: string, symbolNumber: number): BarColumns => {
    let price = 500_000 + 40_000 * symbolNumber;
    const bars = moves.flatMap((move, n) => {
      const before = price;
      price = Math.max(20_000, price + ((move * (1 + symbolNumber) * 7_919) % 23_000));
      const at =
        (FIRST_DAY + Math.floor(n / BARS_A_DAY)) * DAY_MS +
        14 * 3_600_000 +
        (n % BARS_A_DAY) * MINUTE_MS;
      // Where each lacks another bar they do not close together, though all have as many.
      return n === (leftOut ?? -9) + symbolNumber
        ? []
        : [{ at, n, open: before + 500, close: price }];
    });
    const inside = ({ n }: { n: number }) =>
      n % BARS_A_DAY !== 0 && n % BARS_A_DAY !== BARS_A_DAY - 1 ? 1 : 0;
    return {
      ticker: symbol as Ticker,
      count: bars.length,
      opensAt: Float64Array.from(bars, ({ at }) => at),
      closesAt: Float64Array.from(bars, ({ at }) => at + MINUTE_MS),
      open: Float64Array.from(bars, ({ open }) => open),
      close: Float64Array.from(bars, ({ close }) => close),
      volume: Float64Array.from(bars, ({ n }) => 100 + 50 * (n % 5)),
      day: Int32Array.from(bars, ({ n }) => FIRST_DAY + Math.floor(n / BARS_A_DAY)),
      ...(hasSession && {
        opensInSession: Uint8Array.from(bars, inside),
        closesInSession: Uint8Array.from(bars, inside),
      }),
    };
  };
}

const settingsArbitrary: fc.Arbitrary<BacktestSettings> = fc
  .record({
    isLimited: fc.boolean(),
    fill: fc.constantFrom("next-open" as const, "close" as const),
    hasCosts: fc.boolean(),
    isDivided: fc.boolean(),
    dailyLossBps: fc.constantFrom(20, 100, 1_000),
  })
  .map(({ isLimited, fill, hasCosts, isDivided, dailyLossBps }) => ({
    ...FREE,
    fill,
    cash: money(100_000 * 10_000),
    limits: isLimited
      ? { ...RISK_DEFAULTS, dailyLossBps: bps(dailyLossBps) }
      : { ...RISK_LIMITS_NONE },
    ...(hasCosts && {
      commission: { perOrder: money(10_000), perShare: 5_000, rate: 0, minimum: money(0) },
    }),
    ...(isDivided && { volumeLimitBps: bps(2_000) }),
  }));

const columnsArbitrary = fc
  .record({
    moves: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 30, maxLength: 90 }),
    symbols: fc.integer({ min: 1, max: 3 }),
    leftOut: fc.option(fc.integer({ min: 0, max: 29 }), { nil: undefined }),
    hasSession: fc.boolean(),
  })
  .map(({ moves, symbols, leftOut, hasSession }) =>
    ["CCC", "AAA", "BBB"].slice(0, symbols).map(marketOf(moves, leftOut, hasSession)),
  );

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
