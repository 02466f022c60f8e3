import type { Ticker } from "@sevenfold/domain/market";
import type { Bps, Money, Quantity } from "@sevenfold/domain/money";
import { RISK_UNLIMITED, STRATEGY_MODES } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import {
  type BacktestSettings,
  PRICE_PATHS,
  RESTING_EXITS,
} from "../research/backtest/backtest-settings.ts";
import type { BarColumns } from "../research/backtest/bar-columns.ts";
import type { Commission, Slippage } from "../research/backtest/costs.ts";
import type { PlainAction, PlainBar, PlainRules } from "./plain-rules.ts";

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
  aboveBps: fc.oneof(fc.constant(0), fc.noBias(fc.integer({ min: 0, max: 900 }))),
  belowBps: fc.oneof(fc.constant(0), fc.noBias(fc.integer({ min: 0, max: 900 }))),
  volume: fc.oneof(fc.constant(0), fc.noBias(fc.integer({ min: 0, max: 400 }))),
});

const shapes: MarketShape = {
  days: fc.noBias(fc.integer({ min: 1, max: 40 })),
  barsPerDay: fc.integer({ min: 1, max: 4 }),
  hasEarlyBar: fc.boolean(),
  hasLateBar: fc.constant<boolean>(false),
};

/** A market of up to four symbols, with gaps in it, and on some days a bar before the session. */
export const markets: fc.Arbitrary<PlainBar[]> = marketsOf(shapes);

/** The same with bars after the session on every day, the last one included. */
export const lateMarkets: fc.Arbitrary<PlainBar[]> = marketsOf({
  ...shapes,
  barsPerDay: fc.integer({ min: 2, max: 4 }),
  hasLateBar: fc.constant(true),
});

interface MarketShape {
  readonly days: fc.Arbitrary<number>;
  readonly barsPerDay: fc.Arbitrary<number>;
  readonly hasEarlyBar: fc.Arbitrary<boolean>;
  readonly hasLateBar: fc.Arbitrary<boolean>;
}

function marketsOf(shape: MarketShape): fc.Arbitrary<PlainBar[]> {
  return fc
    .record({
      ...shape,
      // On a coarse grid prices meet the triggers exactly.
      gridUnits: fc.constantFrom(1, 100, 2_500),
      symbols: fc.array(fc.noBias(fc.integer({ min: 10_000, max: 4_000_000 })), {
        minLength: 1,
        maxLength: 4,
      }),
    })
    .chain(({ days, barsPerDay, hasEarlyBar, hasLateBar, gridUnits, symbols }) =>
      fc
        .tuple(
          ...symbols.map(() =>
            fc.array(barMoves, { minLength: days * barsPerDay, maxLength: days * barsPerDay }),
          ),
        )
        .map((moves) =>
          symbols.flatMap((firstPrice, index) => {
            const onGrid = (units: number) =>
              Math.max(1, Math.round(units / gridUnits)) * gridUnits;
            let last = onGrid(firstPrice);
            return (moves[index] ?? []).flatMap((moved, n): PlainBar[] => {
              const { isMissing, gapBps, moveBps, aboveBps, belowBps, volume } = moved;
              if (isMissing) return [];
              const day = FIRST_DAY + Math.floor(n / barsPerDay);
              const opensAt = day * DAY_MS + OPENS_MS + (n % barsPerDay) * INTERVAL_MS;
              const open = onGrid((last * (10_000 + gapBps)) / 10_000);
              last = onGrid((open * (10_000 + moveBps)) / 10_000);
              const isEarly = hasEarlyBar && n % barsPerDay === 0;
              const isLate = hasLateBar && n % barsPerDay === barsPerDay - 1;
              const isInSession = !isEarly && !isLate;
              return [
                {
                  symbol: "ABCD".charAt(index),
                  opensAt,
                  closesAt: opensAt + INTERVAL_MS,
                  open,
                  close: last,
                  high: onGrid((Math.max(open, last) * (10_000 + aboveBps)) / 10_000),
                  low: onGrid((Math.min(open, last) * (10_000 - belowBps)) / 10_000),
                  volume,
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
}

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

const orAbsent = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** The same with every way to fill, and what brokers and markets take. */
export const costlyRules: fc.Arbitrary<PlainRules> = fc
  .tuple(
    rules,
    fc.record({
      path: fc.constantFrom(...PRICE_PATHS),
      resting: fc.constantFrom(...RESTING_EXITS),
      volumeLimit: orAbsent(fc.integer({ min: 500, max: 10_000 })),
      commission: orAbsent(
        fc.record({
          perOrder: fc.constantFrom(0, 10_000),
          perShare: fc.constantFrom(0, 5_000, 3_333),
          rate: fc.constantFrom(0, 1_000, 278),
          minimum: fc.constantFrom(0, 3_500, 40_000),
        }),
      ),
      slippage: orAbsent(
        fc.record({
          bps: fc.constantFrom(0, 5, 33),
          spread: fc.constantFrom(0, 101, 200),
          impactBps: fc.constantFrom(0, 1_000),
        }),
      ),
    }),
  )
  .map(([plain, costs]) => ({
    ...plain,
    ...costs,
    resting: costs.path === "ohlc" ? ("none" as const) : costs.resting,
  }));

/** Splits and dividends on some days of a market, of some of its symbols. */
export const actions: fc.Arbitrary<PlainAction[]> = fc
  .array(
    fc.tuple(
      fc.record({ symbol: fc.constantFrom("A", "B"), day: fc.integer({ min: 0, max: 20 }) }),
      fc.oneof(
        fc.record({
          kind: fc.constant("split" as const),
          numerator: fc.integer({ min: 1, max: 7 }),
          denominator: fc.integer({ min: 1, max: 7 }),
        }),
        fc.record({
          kind: fc.constant("dividend" as const),
          perShare: fc.integer({ min: 0, max: 3_000_000 }),
        }),
      ),
    ),
    { maxLength: 6 },
  )
  .map((all) =>
    all
      .map(([{ symbol, day }, action]) => ({ symbol, day: FIRST_DAY + day, ...action }))
      .sort((one, other) => one.day - other.day),
  );

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
    patternConfirmation: plain.isConfirmed === undefined ? "off" : "require",
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
  ...(plain.path && { path: plain.path }),
  ...(plain.resting && { resting: plain.resting }),
  ...(plain.volumeLimit !== undefined && { volumeLimitBps: plain.volumeLimit as Bps }),
  ...(plain.commission && { commission: plain.commission as Commission }),
  ...(plain.slippage && { slippage: plain.slippage as Slippage }),
});

/** The same bars as the engine takes them: columns per symbol. */
export function columnsOf(
  bars: readonly PlainBar[],
  plainActions: readonly PlainAction[] = [],
): readonly BarColumns[] {
  return [...new Set(bars.map(({ symbol }) => symbol))].map((symbol) => {
    const its = bars.filter((bar) => bar.symbol === symbol);
    return {
      ticker: symbol as Ticker,
      count: its.length,
      opensAt: Float64Array.from(its, ({ opensAt }) => opensAt),
      closesAt: Float64Array.from(its, ({ closesAt }) => closesAt),
      open: Float64Array.from(its, ({ open }) => open),
      high: Float64Array.from(its, ({ high, open, close }) => high ?? Math.max(open, close)),
      low: Float64Array.from(its, ({ low, open, close }) => low ?? Math.min(open, close)),
      volume: Float64Array.from(its, ({ volume = 0 }) => volume),
      close: Float64Array.from(its, ({ close }) => close),
      day: Int32Array.from(its, ({ day }) => day),
      opensInSession: Uint8Array.from(its, ({ opensInSession }) => Number(opensInSession)),
      closesInSession: Uint8Array.from(its, ({ closesInSession }) => Number(closesInSession)),
      actions: plainActions.filter((action) => action.symbol === symbol),
    };
  });
}
