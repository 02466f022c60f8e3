import type { Ticker } from "@sevenfold/domain/market";
import type { Bps, Money, Quantity } from "@sevenfold/domain/money";
import { RISK_UNLIMITED, STRATEGY_MODES } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { BacktestSettings } from "../backtest/run-backtest.ts";
import type { PlainBar, PlainRules } from "./plain-backtest.ts";

const DAY_MS = 86_400_000;
const OPENS_MS = 14.5 * 3_600_000;
/** Shorter than the default cool-down, so that it is met. */
const INTERVAL_MS = 300_000;
const FIRST_DAY = 19_000;

/** One bar of one symbol as moves: from the last close to its open, and on to its close. */
const barMoves = fc.record({
  isMissing: fc.nat(9).map((n) => n === 0),
  gapBps: fc.oneof(fc.constant(0), fc.noBias(fc.integer({ min: -400, max: 400 }))),
  moveBps: fc.noBias(fc.integer({ min: -700, max: 700 })),
});

/** A market of up to four symbols, with gaps in it, and on some days a bar before the session. */
export const markets: fc.Arbitrary<PlainBar[]> = fc
  .record({
    days: fc.noBias(fc.integer({ min: 1, max: 40 })),
    barsPerDay: fc.integer({ min: 1, max: 4 }),
    hasEarlyBar: fc.boolean(),
    // On a coarse grid prices meet the triggers exactly.
    gridUnits: fc.constantFrom(1, 100, 2_500),
    symbols: fc.array(fc.noBias(fc.integer({ min: 10_000, max: 4_000_000 })), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .chain(({ days, barsPerDay, hasEarlyBar, gridUnits, symbols }) =>
    fc
      .tuple(
        ...symbols.map(() =>
          fc.array(barMoves, { minLength: days * barsPerDay, maxLength: days * barsPerDay }),
        ),
      )
      .map((moves) =>
        symbols.flatMap((firstPrice, index) => {
          const onGrid = (units: number) => Math.max(1, Math.round(units / gridUnits)) * gridUnits;
          let last = onGrid(firstPrice);
          return (moves[index] ?? []).flatMap(({ isMissing, gapBps, moveBps }, n): PlainBar[] => {
            if (isMissing) return [];
            const day = FIRST_DAY + Math.floor(n / barsPerDay);
            const opensAt = day * DAY_MS + OPENS_MS + (n % barsPerDay) * INTERVAL_MS;
            const open = onGrid((last * (10_000 + gapBps)) / 10_000);
            last = onGrid((open * (10_000 + moveBps)) / 10_000);
            const isInSession = !(hasEarlyBar && n % barsPerDay === 0);
            return [
              {
                symbol: "ABCD".charAt(index),
                opensAt,
                closesAt: opensAt + INTERVAL_MS,
                open,
                close: last,
                day,
                opensInSession: isInSession,
                closesInSession: isInSession,
              },
            ];
          });
        }),
      ),
  )
  .filter((bars) => 0 < bars.length);

/** Settings as both sides read them: `undefined` is "no such limit". */
export const rules: fc.Arbitrary<PlainRules> = fc
  .record({
    mode: fc.constantFrom(...STRATEGY_MODES),
    buyDrop: fc.integer({ min: 100, max: 800 }),
    bandWidth: fc.integer({ min: 0, max: 600 }),
    sellRise: fc.integer({ min: 100, max: 800 }),
    takeProfit: fc.integer({ min: 100, max: 800 }),
    stopLoss: fc.option(fc.integer({ min: 500, max: 1_500 }), { nil: undefined, freq: 2 }),
    sharesToBuy: fc.integer({ min: 1, max: 30 }),
    sharesToSell: fc.integer({ min: 1, max: 30 }),
    maxPositionSize: fc.integer({ min: 1, max: 40 }),
    minCashReserve: fc.constantFrom(0, 0, 2_000_000),
    cash: fc.constantFrom(3_000_000, 10_000_000, 30_000_000, 200_000_000),
    fill: fc.constantFrom("next-open" as const, "close" as const),
    positionShare: fc.option(fc.integer({ min: 500, max: 5_000 }), { nil: undefined, freq: 2 }),
    dailyLoss: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined, freq: 2 }),
    coolDownMs: fc.constantFrom(0, 600_000, 3 * DAY_MS),
    entriesPerMinute: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 2 }),
  })
  .map(({ bandWidth, ...rest }) => ({ ...rest, buyDropMax: rest.buyDrop + bandWidth }));

export const settingsOf = (plain: PlainRules): BacktestSettings => ({
  strategy: {
    mode: plain.mode,
    buyDropBps: plain.buyDrop as Bps,
    buyDropMaxBps: plain.buyDropMax as Bps,
    sellRiseBps: plain.sellRise as Bps,
    takeProfitBps: plain.takeProfit as Bps,
    stopLossBps: (plain.stopLoss ?? 1_000) as Bps,
    stopLossEnabled: plain.stopLoss !== undefined,
    sharesToBuy: plain.sharesToBuy as Quantity,
    sharesToSell: plain.sharesToSell as Quantity,
    maxPositionSize: plain.maxPositionSize as Quantity,
    minCashReserve: plain.minCashReserve as Money,
    patternConfirmation: "off",
  },
  limits: {
    maxPositionBps: (plain.positionShare ?? RISK_UNLIMITED) as Bps,
    dailyLossBps: (plain.dailyLoss ?? 10_000) as Bps,
    coolDownSec: plain.coolDownMs / 1_000,
    allowAfterHours: false,
    entriesPerMinuteMax: plain.entriesPerMinute ?? RISK_UNLIMITED,
  },
  cash: plain.cash as Money,
  fill: plain.fill,
});

/** The same bars as the engine takes them: columns per symbol. */
export function columnsOf(bars: readonly PlainBar[]): readonly BarColumns[] {
  return [...new Set(bars.map(({ symbol }) => symbol))].map((symbol) => {
    const its = bars.filter((bar) => bar.symbol === symbol);
    return {
      ticker: symbol as Ticker,
      count: its.length,
      opensAt: Float64Array.from(its, ({ opensAt }) => opensAt),
      closesAt: Float64Array.from(its, ({ closesAt }) => closesAt),
      open: Float64Array.from(its, ({ open }) => open),
      close: Float64Array.from(its, ({ close }) => close),
      day: Int32Array.from(its, ({ day }) => day),
      opensInSession: Uint8Array.from(its, ({ opensInSession }) => Number(opensInSession)),
      closesInSession: Uint8Array.from(its, ({ closesInSession }) => Number(closesInSession)),
    };
  });
}
