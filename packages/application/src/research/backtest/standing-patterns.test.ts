import type { Candle } from "@sevenfold/domain/candle";
import type { BarInterval, Instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { patternsAt } from "@sevenfold/domain/pattern";
import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actions,
  columnsOf,
  costlyRules,
  markets,
  settingsOf,
} from "../../testing/bar-arbitraries.ts";
import { outcomeOf } from "../../testing/engine-outcome.ts";
import { plainBacktest } from "../../testing/plain-backtest.ts";
import type { PlainAction, PlainBar, PlainRules } from "../../testing/plain-rules.ts";
import { closeBefore, noCandles, takePrice } from "../../trading/prices/minute-candles.ts";
import { findLookahead } from "./find-lookahead.ts";
import { runBacktest } from "./run-backtest.ts";
import { openTapes, patternsOfDecisions, standingAt } from "./standing-patterns.ts";

const intervals = fc.constantFrom<BarInterval | undefined>("minute", "day", undefined);

describe("a run whose entries wait for a pattern", () => {
  it("always trades as a plain reading that asks every bar known by then", () => {
    const met = { trades: 0, waited: 0 };
    drawUntil(
      () => 50 < Math.min(met.trades, met.waited),
      (seed) =>
        fc.assert(
          fc.property(markets, costlyRules, actions, intervals, (bars, plain, splits, interval) => {
            const isConfirmed = (symbol: string, at: number) => {
              const found = plainPatterns({ bars, plain, splits, interval }, symbol, at);
              if (found.length === 0) met.waited += 1;
              return 0 < found.length;
            };
            const rules: PlainRules = { ...plain, isConfirmed };

            const expected = plainBacktest(bars, rules, splits);

            expect(outcomeOf(bars, rules, splits, interval)).toEqual(expected);
            met.trades += expected.trades.length;
          }),
          { numRuns: 200, seed },
        ),
    );
    // The property is worth what it met.
    expect(met.trades).toBeGreaterThan(50);
    expect(met.waited).toBeGreaterThan(50);
  });

  it("never looks ahead", async () => {
    await fc.assert(
      fc.asyncProperty(markets, costlyRules, intervals, async (bars, plain, interval) => {
        const columns = columnsOf(bars).map((each) => ({ ...each, ...(interval && { interval }) }));
        const settings = settingsOf({ ...plain, isConfirmed: () => true });
        const search = await findLookahead(
          (some, same) => runBacktest(some, same).decisions,
          columns,
          settings,
          12,
        );

        expect(search.found).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});

describe("patternsOfDecisions", () => {
  it("always names one at least where an entry waited for it, and none where nobody asks", () => {
    let entries = 0;
    drawUntil(
      () => 20 < entries,
      (seed) =>
        fc.assert(
          fc.property(markets, costlyRules, intervals, (bars, plain, interval) => {
            const columns = columnsOf(bars).map((each) => ({
              ...each,
              ...(interval && { interval }),
            }));
            const waiting = settingsOf({ ...plain, isConfirmed: () => true });
            const asking = runBacktest(columns, waiting).decisions;
            const alone = runBacktest(columns, settingsOf(plain)).decisions;

            patternsOfDecisions(columns, waiting, asking).forEach((names, place) => {
              if (asking[place]!.side !== "buy") return;
              entries += 1;
              expect(names.length).toBeGreaterThan(0);
            });
            expect(patternsOfDecisions(columns, settingsOf(plain), alone).flat()).toEqual([]);
          }),
          { numRuns: 100, seed },
        ),
    );
    expect(entries).toBeGreaterThan(20);
  });
});

describe("standingAt", () => {
  it("lets a minute's pattern stand for five minutes, and none before its bar is whole", () => {
    const [tape] = openTapes([{ ...columnsOf(HAMMER_MINUTES)[0]!, interval: "minute" }], {});
    const end = HAMMER_MINUTES.at(-1)!.closesAt;

    const standing = [end - 1, end, end + 5 * 60_000 - 1, end + 5 * 60_000].map((at) =>
      standingAt(tape!, at as Instant),
    );

    expect(standing).toEqual([[], ["hammer"], ["hammer"], []]);
  });

  it("takes no split for a fall", () => {
    // 180 to 184 before a split of two for one, then a rise from 92 and what would be a hammer.
    const bars = [
      [180, 180, 180, 180],
      [182, 182, 182, 182],
      [184, 184, 184, 184],
      [92, 93, 92, 93],
      [92.8, 93, 91, 93],
    ].map((prices, minute) => {
      const bar = minuteBar(prices, minute);
      return minute < 3 ? { ...bar, day: bar.day - 1 } : bar;
    });
    const split = { symbol: "A", day: bars[3]!.day, kind: "split", numerator: 2, denominator: 1 };
    const standing = (splits: readonly PlainAction[]) => {
      const [tape] = openTapes([{ ...columnsOf(bars, splits)[0]!, interval: "minute" }], {});
      return standingAt(tape!, bars[4]!.closesAt as Instant);
    };

    expect(standing([split as PlainAction])).toEqual([]);
    expect(standing([])).toEqual(["hammer"]);
  });

  it("always has of minutes what the watch of live trading makes of the same prices", () => {
    const met = new Set<string>();
    drawUntil(
      () => 2 < met.size,
      (seed) =>
        fc.assert(
          fc.property(minutes, (bars) => {
            const [tape] = openTapes([{ ...columnsOf(bars)[0]!, interval: "minute" }], {});
            const live = noCandles();
            for (const { opensAt, closesAt, open, high, low, close } of bars) {
              const prices = [open, high!, low!, close] as Price[];
              for (const [second, price] of prices.entries())
                takePrice(live, price, (opensAt + second) as Instant);
              closeBefore(live, closesAt as Instant);

              const standing = standingAt(tape!, closesAt as Instant);

              expect(standing).toEqual(live.patterns);
              for (const name of standing) met.add(name);
            }
          }),
          { numRuns: 150, seed },
        ),
    );
    // The property is worth what it met.
    expect(met.size).toBeGreaterThan(2);
  });

  it("knows the last bar of a walked path only after its close", () => {
    const columns = [{ ...columnsOf(HAMMER_MINUTES)[0]!, interval: "minute" as const }];
    const [tape] = openTapes(columns, { path: "ohlc" });
    const end = HAMMER_MINUTES.at(-1)!.closesAt;

    expect([end, end + 1].map((at) => standingAt(tape!, at as Instant))).toEqual([[], ["hammer"]]);
  });
});

interface PlainTape {
  readonly bars: readonly PlainBar[];
  readonly plain: PlainRules;
  readonly splits: readonly PlainAction[];
  readonly interval: BarInterval | undefined;
}

/** What stands, by looking at every bar of the symbol anew. */
function plainPatterns({ bars, plain, splits, interval }: PlainTape, symbol: string, at: number) {
  const own = bars.filter((bar) => bar.symbol === symbol);
  const known = own
    .filter(({ closesAt }) => (plain.path === "ohlc" ? closesAt < at : closesAt <= at))
    .filter(({ opensInSession, closesInSession }) => opensInSession && closesInSession);
  const today = own.findLast(({ opensAt }) => opensAt <= at)?.day;
  const days =
    interval === "day"
      ? known.map((bar) => [bar])
      : [...new Set(known.map(({ day }) => day))]
          .filter((day) => day !== today)
          .map((day) => known.filter((bar) => bar.day === day));
  const lastMinute = known.at(-1);
  const isNews = lastMinute !== undefined && at < lastMinute.closesAt + 5 * 60_000;
  const candles = (groups: readonly (readonly PlainBar[])[]) =>
    groups.map((group) => candleOf(group.map((bar) => scaledBar(bar, own, splits, known))));
  return [
    ...completedBy(candles(days)),
    ...(interval === "minute" && isNews ? completedBy(candles(known.map((bar) => [bar]))) : []),
  ];
}

const completedBy = (bars: readonly Candle[]) =>
  bars.length === 0 ? [] : patternsAt(bars, bars.length - 1);

const candleOf = (group: readonly PlainBar[]): Candle => ({
  open: group[0]!.open as Price,
  high: Math.max(...group.map(({ high }) => high!)) as Price,
  low: Math.min(...group.map(({ low }) => low!)) as Price,
  close: group.at(-1)!.close as Price,
});

/** A bar in the prices of after every split that a later known bar brought. */
function scaledBar(
  bar: PlainBar,
  own: readonly PlainBar[],
  splits: readonly PlainAction[],
  known: readonly PlainBar[],
): PlainBar {
  const latest = known.at(-1)!;
  const passed = splits.filter((action) => {
    if (action.kind !== "split" || action.symbol !== bar.symbol) return false;
    const begins = own.find(({ day }) => action.day <= day);
    if (begins === undefined || begins === own[0]) return false;
    return bar.opensAt < begins.opensAt && begins.opensAt <= latest.opensAt;
  });
  const scaled = (price: number) =>
    passed.reduce((scaledPrice, action) => {
      if (action.kind !== "split") return scaledPrice;
      return Math.max(1, halfEven(scaledPrice * action.denominator, action.numerator));
    }, price);
  return {
    ...bar,
    open: scaled(bar.open),
    high: scaled(bar.high!),
    low: scaled(bar.low!),
    close: scaled(bar.close),
  };
}

function halfEven(amount: number, by: number): number {
  const whole = Math.floor(amount / by);
  const twice = 2 * (amount - whole * by);
  if (twice === by) return whole % 2 === 0 ? whole : whole + 1;
  return by < twice ? whole + 1 : whole;
}

/** A minute's bar from open, high, low and close in dollars. */
function minuteBar(prices: readonly number[], minute: number): PlainBar {
  const [open, high, low, close] = prices.map((dollars) => Math.round(dollars * 10_000));
  const opensAt = Date.UTC(2024, 0, 2, 15, minute);
  return {
    symbol: "A",
    opensAt,
    closesAt: opensAt + 60_000,
    open: open!,
    high: high!,
    low: low!,
    close: close!,
    day: 19_724,
    opensInSession: true,
    closesInSession: true,
  };
}

/** Four falling minutes, then a hammer. */
const HAMMER_MINUTES = [
  [100, 100, 99, 99],
  [99, 99, 98, 98],
  [98, 98, 97, 97],
  [97, 97, 96, 96],
  [95.8, 96, 94, 96],
].map(minuteBar);

/** Up to an hour of minutes, some of them without a trade. */
const minutes = fc
  .array(
    fc.record({
      isMissing: fc.nat(9).map((n) => n === 0),
      gap: fc.constantFrom(0, 0, -0.006, 0.004),
      move: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      above: fc.constantFrom(0, 0, 0.002, 0.01),
      below: fc.constantFrom(0, 0, 0.004, 0.02),
    }),
    { minLength: 5, maxLength: 59 },
  )
  .map((moves) => {
    let last = 100;
    return moves.flatMap(({ isMissing, gap, move, above, below }, minute) => {
      if (isMissing) return [];
      const open = last * (1 + gap);
      last = open * (1 + move);
      const high = Math.max(open, last) * (1 + above);
      return [minuteBar([open, high, Math.min(open, last) * (1 - below), last], minute)];
    });
  })
  .filter((bars) => 0 < bars.length);
