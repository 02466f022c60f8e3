import { longestDrawdownOf } from "./drawdown.ts";
import type { EquityCurve } from "./equity-curve.ts";
import { type Metric, measured, unmeasured } from "./metric.ts";
import {
  annualVolatilityOf,
  bestDayOf,
  cagrOf,
  calmarOf,
  DAYS_TRUSTED,
  maxDrawdownMetric,
  sharpeOf,
  sortinoOf,
  totalReturnOf,
  worstDayOf,
} from "./return-metrics.ts";
import {
  bestTradeOf,
  type ClosedTrade,
  expectancyOf,
  profitFactorOf,
  TRADES_TRUSTED,
  winRateOf,
  worstTradeOf,
} from "./trade-metrics.ts";

/** What an account did over a period: its daily equity, its closed trades, its time in the market. */
export interface TrackRecord {
  readonly curve: EquityCurve;
  readonly trades: readonly ClosedTrade[];
  readonly bars: number;
  /** Bars at whose close something was held. */
  readonly barsHolding: number;
}

/**
 * How it went. Rates and ratios are fractions (0.1 is 10%), amounts ten-thousandths of a dollar.
 * The definitions are those of empyrical: simple daily returns, 252 days a year, no risk-free rate.
 */
export interface Performance {
  readonly days: number;
  readonly tradeCount: number;
  /** Fewer than 60 days: annual numbers are marked too. */
  readonly hasFewDays: boolean;
  /** Fewer than 30 closed trades: their averages are marked too. */
  readonly hasFewTrades: boolean;
  readonly totalReturn: Metric;
  readonly cagr: Metric;
  readonly annualVolatility: Metric;
  readonly sharpe: Metric;
  readonly sortino: Metric;
  /** 0 or negative. */
  readonly maxDrawdown: Metric;
  /** Days from a high-water mark back to it, at the longest. */
  readonly longestDrawdownDays: number;
  readonly calmar: Metric;
  readonly bestDay: Metric;
  readonly worstDay: Metric;
  readonly exposure: Metric;
  readonly winRate: Metric;
  readonly profitFactor: Metric;
  readonly expectancy: Metric;
  readonly bestTrade: Metric;
  readonly worstTrade: Metric;
}

/** The names of the numbers that may be missing, in the order they are shown. */
export const METRIC_NAMES = [
  "totalReturn",
  "cagr",
  "annualVolatility",
  "sharpe",
  "sortino",
  "maxDrawdown",
  "calmar",
  "bestDay",
  "worstDay",
  "exposure",
  "winRate",
  "profitFactor",
  "expectancy",
  "bestTrade",
  "worstTrade",
] as const satisfies readonly (keyof Performance)[];
export type MetricName = (typeof METRIC_NAMES)[number];

/** Every number of a track record. */
export function performanceOf({ curve, trades, bars, barsHolding }: TrackRecord): Performance {
  return {
    days: curve.closes.length,
    tradeCount: trades.length,
    hasFewDays: curve.closes.length < DAYS_TRUSTED,
    hasFewTrades: trades.length < TRADES_TRUSTED,
    totalReturn: totalReturnOf(curve),
    cagr: cagrOf(curve),
    annualVolatility: annualVolatilityOf(curve),
    sharpe: sharpeOf(curve),
    sortino: sortinoOf(curve),
    maxDrawdown: maxDrawdownMetric(curve),
    longestDrawdownDays: longestDrawdownOf(curve),
    calmar: calmarOf(curve),
    bestDay: bestDayOf(curve),
    worstDay: worstDayOf(curve),
    exposure: exposureOf(bars, barsHolding),
    winRate: winRateOf(trades),
    profitFactor: profitFactorOf(trades),
    expectancy: expectancyOf(trades),
    bestTrade: bestTradeOf(trades),
    worstTrade: worstTradeOf(trades),
  };
}

/** Share of the bars at whose close something was held. A fraction, not rounded. */
const exposureOf = (bars: number, barsHolding: number): Metric =>
  bars === 0 ? unmeasured("no bars") : measured(barsHolding / bars);
