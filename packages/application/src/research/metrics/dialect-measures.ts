import * as market from "./benchmark-measures.ts";
import {
  backtestingSharpe,
  backtestingSortino,
  backtestingVolatility,
  calendarCagr,
} from "./compounded-measures.ts";
import * as down from "./drawdown-measures.ts";
import * as freqtrade from "./freqtrade-measures.ts";
import * as held from "./holding-measures.ts";
import * as lean from "./lean-measures.ts";
import type { Dialect, MetricName } from "./metric-name.ts";
import * as returns from "./return-measures.ts";
import * as risk from "./risk-measures.ts";
import * as sharpes from "./sharpe-tests.ts";
import type { Measure } from "./track-record.ts";
import * as trades from "./trade-measures.ts";

type Measures = Readonly<Record<MetricName, Measure>>;

/** Our own numbers: those of empyrical where it has one. */
const SEVENFOLD: Measures = {
  totalReturn: returns.totalReturn,
  cagr: returns.cagr,
  annualReturn: returns.cagr,
  annualVolatility: returns.annualVolatility,
  sharpe: returns.sharpe,
  sortino: returns.sortino,
  maxDrawdown: down.maxDrawdown,
  averageDrawdown: down.averageDrawdown,
  longestDrawdownDays: down.longestDrawdownDays,
  recoveryDays: down.recoveryDays,
  recoveryFactor: down.recoveryFactor,
  ulcerIndex: down.ulcerIndexOver(({ days }) => days),
  calmar: returns.calmarOf(returns.cagr),
  omega: returns.omega,
  tailRatio: risk.tailRatio,
  valueAtRisk: risk.valueAtRisk,
  conditionalValueAtRisk: risk.conditionalValueAtRisk,
  skew: risk.skew,
  kurtosis: risk.kurtosis,
  bestDay: returns.bestDay,
  worstDay: returns.worstDay,
  alpha: market.compoundedAlpha,
  beta: market.beta,
  rSquared: market.rSquared,
  correlation: market.correlation,
  excessReturn: market.excessReturn,
  trackingError: market.trackingError,
  informationRatio: market.informationRatioPer("year"),
  upCapture: market.capture("up"),
  downCapture: market.capture("down"),
  probabilisticSharpe: sharpes.probabilisticSharpe,
  deflatedSharpe: sharpes.deflatedSharpe,
  exposure: trades.exposure,
  turnover: trades.turnover,
  winRate: trades.ofTrades(trades.winRate),
  payoff: trades.ofTrades(trades.payoff),
  profitFactor: trades.ofTrades(trades.profitFactor),
  expectancy: trades.ofTrades(trades.expectancy),
  averageWin: trades.ofTrades(trades.averageWin),
  averageLoss: trades.ofTrades(trades.averageLoss),
  bestTrade: trades.ofTrades(trades.best),
  worstTrade: trades.ofTrades(trades.worst),
  winStreak: trades.ofTrades(trades.winStreak),
  lossStreak: trades.ofTrades(trades.lossStreak),
  sqn: trades.ofTrades(trades.systemQuality),
  kelly: trades.ofTrades(trades.kelly),
  meanHolding: held.meanHolding,
  medianHolding: held.medianHolding,
  longestHolding: held.longestHolding,
  meanAdverse: held.meanAdverse,
  worstAdverse: held.worstAdverse,
  meanFavorable: held.meanFavorable,
  bestFavorable: held.bestFavorable,
};

/** What each library computes differently, as of quantstats 0.0.81, empyrical-reloaded 0.5, backtesting.py 0.6.6, and what LEAN and freqtrade publish. */
const OWN: Readonly<Record<Dialect, Partial<Measures>>> = {
  sevenfold: {},
  empyrical: {
    informationRatio: market.informationRatioPer("day"),
    upCapture: market.capture("up", "year"),
    downCapture: market.capture("down", "year"),
  },
  quantstats: {
    ulcerIndex: down.ulcerIndexOver(({ days }) => days - 1),
    recoveryFactor: returns.summedRecoveryFactor,
    valueAtRisk: risk.normalValueAtRisk,
    conditionalValueAtRisk: risk.meanBelowNormalRisk,
    alpha: market.summedAlpha,
    informationRatio: market.informationRatioPer("day"),
    probabilisticSharpe: sharpes.quantstatsProbabilisticSharpe,
    exposure: trades.exposureOfDays,
    winRate: trades.ofMovedDays(trades.winRate),
    payoff: trades.ofMovedDays(trades.payoff),
    profitFactor: trades.ofDays(trades.profitFactor),
    averageWin: trades.ofDays(trades.averageWin),
    averageLoss: trades.ofDays(trades.averageLoss),
    winStreak: trades.ofDays(trades.winStreak),
    lossStreak: trades.ofDays(trades.lossStreak),
    kelly: trades.ofMovedDays(trades.kelly),
  },
  "backtesting.py": {
    cagr: calendarCagr,
    annualVolatility: backtestingVolatility,
    sharpe: backtestingSharpe,
    sortino: backtestingSortino,
    alpha: market.totalAlpha,
    beta: market.logBeta,
    exposure: trades.exposureInclusive,
    profitFactor: trades.ofTradeReturns(trades.profitFactor),
    expectancy: trades.ofTradeReturns(trades.expectancy),
    bestTrade: trades.ofTradeReturns(trades.best),
    worstTrade: trades.ofTradeReturns(trades.worst),
  },
  lean: {
    cagr: lean.leanCagr,
    sharpe: lean.leanSharpe,
    sortino: lean.leanSortino,
    maxDrawdown: lean.leanDrawdown,
    valueAtRisk: lean.leanValueAtRisk,
    alpha: lean.leanAlpha,
    informationRatio: lean.leanInformationRatio,
    probabilisticSharpe: lean.leanProbabilisticSharpe,
    payoff: lean.leanPayoff,
    expectancy: lean.leanExpectancy,
    averageWin: lean.leanAverageWin,
    averageLoss: lean.leanAverageLoss,
  },
  freqtrade: {
    totalReturn: freqtrade.freqtradeTotal,
    cagr: freqtrade.freqtradeCagr,
    sharpe: freqtrade.freqtradeSharpe,
    sortino: freqtrade.freqtradeSortino,
    maxDrawdown: freqtrade.freqtradeDrawdown,
    calmar: freqtrade.freqtradeCalmar,
    bestTrade: trades.ofTradeReturns(trades.best),
    worstTrade: trades.ofTradeReturns(trades.worst),
  },
};

export const measureOf = (name: MetricName, dialect: Dialect): Measure =>
  OWN[dialect][name] ?? SEVENFOLD[name];

/** Whether the dialect computes the number its own way; otherwise it is ours. */
export const isOwnMeasure = (name: MetricName, dialect: Dialect): boolean =>
  dialect === "sevenfold" || OWN[dialect][name] !== undefined;
