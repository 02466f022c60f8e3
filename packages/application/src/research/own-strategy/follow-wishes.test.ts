import type { Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, shares } from "@sevenfold/domain/money";
import { RISK_LIMITS_NONE, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import { type BarColumns, barsUntil } from "../backtest/bar-columns.ts";
import { openBlockJournal } from "../backtest/block-journal.ts";
import { followWishes } from "./follow-wishes.ts";
import type { Bar, Strategy } from "./strategy-interface.ts";
import { strategySource } from "./strategy-source.ts";

const DAY_MS = 86_400_000;
const HOURS_OPEN = 8 * 3_600_000;
/** 2024-01-02 */
const FIRST_DAY = 19_724;
const CASH = 100_000;

const SETTINGS: BacktestSettings = {
  strategy: { ...STRATEGY_DEFAULTS, minCashReserve: NO_MONEY, maxPositionSize: shares(1_000_000) },
  limits: RISK_LIMITS_NONE,
  cash: money(CASH * 10_000),
  fill: "next-open",
};

/** Days of a symbol, in whole dollars, that open where the day before closed. */
function daysOf(symbol: string, closes: readonly number[]): BarColumns {
  const units = (prices: readonly number[]) => Float64Array.from(prices, (price) => price * 10_000);
  const opensAt = closes.map((_, day) => (FIRST_DAY + day) * DAY_MS);
  return {
    ticker: symbol as Ticker,
    count: closes.length,
    opensAt: Float64Array.from(opensAt),
    closesAt: Float64Array.from(opensAt, (at) => at + HOURS_OPEN),
    open: units(closes.map((close, day) => closes[day - 1] ?? close)),
    close: units(closes),
    day: Int32Array.from(closes, (_, day) => FIRST_DAY + day),
  };
}

function run(columns: readonly BarColumns[], strategy: Strategy, parameters = {}) {
  const source = strategySource(strategy, parameters, { at: 0, symbols: [] });
  const blocks = openBlockJournal(columns.length);
  const following = followWishes({ columns, settings: SETTINGS, source }, blocks);
  following.advance(Number.POSITIVE_INFINITY);
  return following.report();
}

/** A fill as a person would note it down. */
interface Noted {
  readonly day: number;
  readonly symbol: string;
  /** Negative: sold. */
  readonly shares: number;
  readonly price: number;
}

const fillsOf = (columns: readonly BarColumns[], strategy: Strategy): readonly Noted[] =>
  run(columns, strategy).trades.map(({ at, ticker: symbol, side, quantity, price }) => ({
    day: Math.floor(at / DAY_MS) - FIRST_DAY,
    symbol,
    shares: side === "buy" ? quantity : -quantity,
    price: price / 10_000,
  }));

const closesArbitrary = (length: number) =>
  fc
    .array(fc.integer({ min: -4, max: 4 }), { minLength: length, maxLength: length })
    .map((moves) => {
      let close = 100;
      return moves.map((move) => {
        close = Math.max(20, close + move);
        return close;
      });
    });

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe("three published strategies, against a plain program", () => {
  it("a cross-over holds fifty shares while the fast average is above the slow one", () => {
    const strategy: Strategy = {
      forEachSymbol({ indicators }) {
        const [fast, slow] = [indicators.sma(3), indicators.sma(7)];
        return ({ close }) => {
          const [one, other] = [fast.next(close), slow.next(close)];
          if (one === undefined || other === undefined) return undefined;
          return { shares: other < one - 1e-9 ? 50 : 0 };
        };
      },
    };
    fc.assert(
      fc.property(closesArbitrary(60), (closes) => {
        const noted: Noted[] = [];
        let held = 0;
        for (let day = 6; day < closes.length - 1; day += 1) {
          const fast = mean(closes.slice(day - 2, day + 1));
          const wanted = mean(closes.slice(day - 6, day + 1)) < fast - 1e-9 ? 50 : 0;
          if (wanted !== held)
            noted.push({ day: day + 1, symbol: "AAA", shares: wanted - held, price: closes[day]! });
          held = wanted;
        }
        expect(fillsOf([daysOf("AAA", closes)], strategy)).toEqual(noted);
      }),
    );
  });

  it("a mean reversion buys what is far below its mean, and leaves at the mean or at a stop", () => {
    const strategy: Strategy = {
      forEachSymbol({ indicators }) {
        const score = indicators.zScore(10);
        return ({ close, held, entryPrice }) => {
          const z = score.next(close);
          if (0 < held && close <= entryPrice * 0.96) return { shares: 0, stop: true };
          if (z === undefined) return undefined;
          if (held === 0 && z < -1.5) return { shares: 40 };
          return 0 < held && 0 <= z ? { shares: 0 } : undefined;
        };
      },
    };
    fc.assert(
      fc.property(closesArbitrary(80), (closes) => {
        const noted: Noted[] = [];
        let entry = 0;
        for (let day = 9; day < closes.length - 1; day += 1) {
          const close = closes[day]!;
          const window = closes.slice(day - 9, day + 1);
          const middle = mean(window);
          const deviation = Math.sqrt(mean(window.map((each) => (each - middle) ** 2)));
          const z = deviation === 0 ? 0 : (close - middle) / deviation;
          const isIn = entry !== 0;
          const enters = !isIn && z < -1.5;
          const leaves = isIn && (close <= entry * 0.96 || 0 <= z);
          if (enters || leaves)
            noted.push({ day: day + 1, symbol: "AAA", shares: enters ? 40 : -40, price: close });
          if (enters) entry = close;
          if (leaves) entry = 0;
        }
        expect(fillsOf([daysOf("AAA", closes)], strategy)).toEqual(noted);
      }),
    );
  });

  it("a monthly rotation holds the best of twenty symbols, sold before the next is bought", () => {
    const symbols = Array.from({ length: 20 }, (_, n) => `S${String.fromCharCode(65 + n)}`);
    const MONTH = 20;
    const strategy: Strategy = {
      forAllSymbols({ indicators }) {
        const before = new Map<string, number>();
        let days = 0;
        return (bars) => {
          days += 1;
          if (days % MONTH !== 0) return undefined;
          const gains = bars.map(({ symbol, close }) => close / (before.get(symbol) ?? 100));
          const ranks = indicators.ranksOf(gains.map((gain, n) => gain - n * 1e-9));
          for (const { symbol, close } of bars) before.set(symbol, close);
          return Object.fromEntries(
            bars.map(({ symbol }, n) => [symbol, { shares: ranks[n] === bars.length ? 700 : 0 }]),
          );
        };
      },
    };
    fc.assert(
      fc.property(fc.array(closesArbitrary(90), { minLength: 20, maxLength: 20 }), (paths) => {
        const noted: Noted[] = [];
        let holds: number | undefined;
        let before = paths.map(() => 100);
        for (let day = MONTH - 1; day < 88; day += MONTH) {
          const gains = paths.map((closes, n) => closes[day]! / before[n]! - n * 1e-9);
          const best = gains.indexOf(Math.max(...gains));
          before = paths.map((closes) => closes[day]!);
          if (best === holds) continue;
          const note = (n: number, shares: number, on: number) =>
            noted.push({ day: on, symbol: symbols[n]!, shares, price: paths[n]![on - 1]! });
          // The money is there once the sale has filled: a close later.
          const isFree = 700 * paths[best]![day]! <= cashAfter(noted);
          if (holds !== undefined) note(holds, -700, day + 1);
          note(best, 700, holds === undefined || isFree ? day + 1 : day + 2);
          holds = best;
        }
        // Of what costs more than there is, fewer are bought: not what this is about.
        fc.pre(affords(noted));
        const columns = paths.map((closes, n) => daysOf(symbols[n]!, closes));
        expect(byDay(fillsOf(columns, strategy))).toEqual(byDay(noted));
      }),
    );
  });

  const byDay = (fills: readonly Noted[]) =>
    fills.toSorted((one, other) => one.day - other.day || one.shares - other.shares);
  const cashAfter = (fills: readonly Noted[]) =>
    fills.reduce((cash, { shares: count, price }) => cash - count * price, CASH);
  const affords = (fills: readonly Noted[]) =>
    byDay(fills).every((_, n, all) => 0 <= cashAfter(all.slice(0, n + 1)));
});

describe("a strategy", () => {
  /** Keeps every bar it was ever handed, and notes at each close all that they say. */
  const hoarder = (seen: string[]): Strategy => ({
    forAllSymbols() {
      const kept: Bar[] = [];
      return (bars) => {
        kept.push(...bars);
        seen.push(
          JSON.stringify(
            kept.map((bar) => [
              bar.opensAt,
              bar.closesAt,
              bar.day,
              bar.open,
              bar.high,
              bar.low,
              bar.close,
              bar.volume,
              bar.held,
              bar.equity,
              Object.entries(bar),
              Reflect.ownKeys(bar),
            ]),
          ),
        );
        return { [bars[0]!.symbol]: { share: (bars[0]!.close % 10) / 10 } };
      };
    },
  });

  it("that keeps references sees at each close what it would if the bars ended there", () => {
    const paths = fc.tuple(closesArbitrary(12), closesArbitrary(12));
    fc.assert(
      fc.property(paths, fc.integer({ min: 1, max: 12 }), ([one, other], days) => {
        const columns = [daysOf("AAA", one), daysOf("BBB", other)];
        const [whole, prefix]: [string[], string[]] = [[], []];
        const until = (FIRST_DAY + days - 1) * DAY_MS + HOURS_OPEN;

        run(columns, hoarder(whole));
        run(
          columns.map((each) => barsUntil(each, until)),
          hoarder(prefix),
        );

        expect(prefix).toEqual(whole.slice(0, days));
      }),
      { numRuns: 50 },
    );
  });

  it("is told of nothing that is not over: every figure is of a bar that has closed", () => {
    let closes = 0;
    const kept: Bar[] = [];
    const strategy: Strategy = {
      forEachSymbol: () => (bar) => {
        kept.push(bar);
        closes += 1;
        for (const each of kept) expect(each.close).toBe(100 + closes);
        return undefined;
      },
    };

    run([daysOf("AAA", [101, 102, 103, 104])], strategy);

    expect(closes).toBe(4);
    expect(() => Object.assign(kept[0]!, { close: 1 })).toThrow(TypeError);
  });

  it("buys again at the next close what an opening was too dear for", () => {
    const columns = daysOf("AAA", [100, 100, 100, 100]);
    columns.open[1] = 2_000_000;
    const strategy: Strategy = {
      forEachSymbol() {
        let isFirst = true;
        return () => {
          const target = isFirst ? { share: 1 } : undefined;
          isFirst = false;
          return target;
        };
      },
    };

    const { trades, canceled } = run([columns], strategy);

    expect(canceled).toMatchObject([{ because: { kind: "cash" } }]);
    expect(trades).toMatchObject([{ side: "buy", quantity: 1_000, price: 1_000_000 }]);
  });
});
