import type { Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, shares } from "@sevenfold/domain/money";
import { RISK_LIMITS_NONE, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import type { BacktestReport } from "../../backtest/backtest-report.ts";
import type { BacktestSettings } from "../../backtest/backtest-settings.ts";
import type { BarColumns } from "../../backtest/bar-columns.ts";
import { openBlockJournal } from "../../backtest/block-journal.ts";
import { followStrategy } from "../follow-strategy.ts";
import type { Strategy } from "../strategy-interface.ts";

export const DAY_MS = 86_400_000;
const HOURS_OPEN = 8 * 3_600_000;
/** 2024-01-02 */
export const FIRST_DAY = 19_724;

/** A bar in cents: open, high, low, close. */
export type Cents = readonly [open: number, high: number, low: number, close: number];

/** An account without limits and with more cash than is needed. */
export const FREE: BacktestSettings = {
  strategy: { ...STRATEGY_DEFAULTS, minCashReserve: NO_MONEY, maxPositionSize: shares(1_000_000) },
  limits: RISK_LIMITS_NONE,
  cash: money(10_000_000 * 10_000),
  fill: "next-open",
};

/** Days of a symbol. */
export function barsOf(symbol: string, bars: readonly Cents[], volume?: number): BarColumns {
  const opensAt = bars.map((_, day) => (FIRST_DAY + day) * DAY_MS);
  const column = (n: number) => Float64Array.from(bars, (bar) => bar[n]! * 100);
  return {
    ticker: symbol as Ticker,
    count: bars.length,
    opensAt: Float64Array.from(opensAt),
    closesAt: Float64Array.from(opensAt, (at) => at + HOURS_OPEN),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    ...(volume !== undefined && { volume: new Float64Array(bars.length).fill(volume) }),
    day: Int32Array.from(bars, (_, day) => FIRST_DAY + day),
  };
}

/** Bars that jump over night and reach beyond their open and close, between $20 and what comes. */
export const centsArbitrary = (length: number): fc.Arbitrary<readonly Cents[]> =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: -300, max: 300 }),
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
      ),
      { minLength: length, maxLength: length },
    )
    .map((moves) => {
      let close = 10_000;
      return moves.map(([jump, move, above, below]): Cents => {
        const open = Math.max(2_000, close + jump);
        close = Math.max(2_000, open + move);
        return [open, Math.max(open, close) + above, Math.min(open, close) - below, close];
      });
    });

export function runStrategy(
  columns: readonly BarColumns[],
  strategy: Strategy,
  settings: BacktestSettings = FREE,
  blocks = openBlockJournal(columns.length),
): BacktestReport {
  const asked = { at: 0, symbols: [] };
  const own = { columns, settings, strategy, parameters: {}, asked };
  const following = followStrategy(own, blocks);
  following.advance(Number.POSITIVE_INFINITY);
  return following.report();
}

/** A fill as a person would note it down. */
export interface Noted {
  readonly day: number;
  readonly symbol: string;
  /** Negative: sold. */
  readonly shares: number;
  readonly cents: number;
}

export const notedOf = ({ trades }: BacktestReport): readonly Noted[] =>
  trades.map(({ at, ticker, side, quantity, price }) => ({
    day: Math.floor(at / DAY_MS) - FIRST_DAY,
    symbol: ticker,
    shares: side === "buy" ? quantity : -quantity,
    cents: price / 100,
  }));
