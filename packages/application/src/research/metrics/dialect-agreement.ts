import { isOwnMeasure } from "./dialect-measures.ts";
import type { Dialect, MetricName } from "./metric-name.ts";

type Library = Exclude<Dialect, "sevenfold">;

/** How a library's number stands to ours. */
export interface Agreement {
  /** "differs": computed its own way. "absent": the library has none, or none we compute. */
  readonly kind: "same" | "differs" | "absent";
  /** What the library calls it. */
  readonly called?: string;
  /** Where it comes out otherwise all the same, or why it is not computed. */
  readonly note?: string;
}

/** What a library calls a number, and what to know before comparing. */
type Counterpart = string | readonly [called: string, note: string];

const DAILY_RATE =
  "its risk-free rate is that of a day: (1 + rate)^(1 ÷ A) − 1 of the yearly one given here";
const LEAN_RATE = "its risk-free rate is the mean of the rates that the United States paid then";
const FIRST_ROW = "before version 0.6.6 it counted the first row as one more day, without a return";

/** The numbers a library has that follow our formula, or its own in `dialect-measures.ts`. */
const COUNTERPARTS: Readonly<Record<Library, Partial<Record<MetricName, Counterpart>>>> = {
  quantstats: {
    totalReturn: "stats.comp",
    cagr: ["stats.cagr", "older versions counted the calendar's days as trading days"],
    annualVolatility: "stats.volatility",
    sharpe: "stats.sharpe",
    sortino: "stats.sortino",
    maxDrawdown: "stats.max_drawdown",
    averageDrawdown: "Avg. Drawdown of its reports",
    recoveryFactor: "stats.recovery_factor",
    ulcerIndex: "stats.ulcer_index",
    calmar: "stats.calmar",
    omega: "stats.omega",
    tailRatio: "stats.tail_ratio",
    valueAtRisk: "stats.value_at_risk",
    conditionalValueAtRisk: "stats.conditional_value_at_risk",
    skew: "stats.skew",
    kurtosis: "stats.kurtosis",
    bestDay: "stats.best",
    worstDay: "stats.worst",
    alpha: "stats.greeks",
    beta: "stats.greeks",
    rSquared: "stats.r_squared",
    correlation: "Correlation of its reports",
    informationRatio: "stats.information_ratio",
    probabilisticSharpe: "stats.probabilistic_sharpe_ratio",
    exposure: "stats.exposure",
    winRate: "stats.win_rate",
    payoff: "stats.payoff_ratio",
    profitFactor: "stats.profit_factor",
    averageWin: "stats.avg_win",
    averageLoss: "stats.avg_loss",
    winStreak: "stats.consecutive_wins",
    lossStreak: "stats.consecutive_losses",
    kelly: "stats.kelly_criterion",
  },
  empyrical: {
    totalReturn: "cum_returns_final",
    cagr: "cagr",
    annualReturn: "annual_return",
    annualVolatility: "annual_volatility",
    sharpe: ["sharpe_ratio", DAILY_RATE],
    sortino: ["sortino_ratio", DAILY_RATE],
    maxDrawdown: "max_drawdown",
    calmar: "calmar_ratio",
    omega: ["omega_ratio", DAILY_RATE],
    tailRatio: "tail_ratio",
    valueAtRisk: "value_at_risk",
    conditionalValueAtRisk: "conditional_value_at_risk",
    alpha: ["alpha", DAILY_RATE],
    beta: "beta",
    informationRatio: "excess_sharpe",
    upCapture: "up_capture",
    downCapture: "down_capture",
  },
  "backtesting.py": {
    totalReturn: "Return [%]",
    cagr: "CAGR [%]",
    annualReturn: ["Return (Ann.) [%]", FIRST_ROW],
    annualVolatility: ["Volatility (Ann.) [%]", FIRST_ROW],
    sharpe: ["Sharpe Ratio", FIRST_ROW],
    sortino: ["Sortino Ratio", FIRST_ROW],
    maxDrawdown: ["Max. Drawdown [%]", "it looks at every bar, we at the last one of a day"],
    averageDrawdown: [
      "Avg. Drawdown [%]",
      "it looks at every bar, and leaves out one that lasts a single row",
    ],
    calmar: ["Calmar Ratio", FIRST_ROW],
    alpha: "Alpha [%]",
    beta: "Beta",
    exposure: "Exposure Time [%]",
    winRate: "Win Rate [%]",
    profitFactor: "Profit Factor",
    expectancy: "Expectancy [%]",
    bestTrade: "Best Trade [%]",
    worstTrade: "Worst Trade [%]",
    sqn: "SQN",
    meanHolding: ["Avg. Trade Duration", "it is rounded up to a whole number of bars"],
    longestHolding: ["Max. Trade Duration", "it is rounded up to a whole number of bars"],
    kelly: "Kelly Criterion",
  },
  lean: {
    totalReturn: "Net Profit",
    cagr: "Compounding Annual Return",
    annualVolatility: "Annual Standard Deviation",
    sharpe: ["Sharpe Ratio", LEAN_RATE],
    sortino: ["Sortino Ratio", LEAN_RATE],
    maxDrawdown: "Drawdown",
    valueAtRisk: "Value At Risk 95",
    alpha: ["Alpha", LEAN_RATE],
    beta: "Beta",
    trackingError: "Tracking Error",
    informationRatio: "Information Ratio",
    probabilisticSharpe: "Probabilistic Sharpe Ratio",
    turnover: "Portfolio Turnover",
    winRate: ["Win Rate", "a trade that earned 0 is a lost one"],
    payoff: "Profit-Loss Ratio",
    profitFactor: ["profitFactor", "it is 10 where nothing was lost"],
    expectancy: "Expectancy",
    averageWin: "Average Win",
    averageLoss: "Average Loss",
    bestTrade: ["largestProfit", "it is 0 where no trade earned anything"],
    worstTrade: ["largestLoss", "it is 0 where no trade lost anything"],
    winStreak: "maxConsecutiveWinningTrades",
    meanHolding: "averageTradeDuration",
    medianHolding: "medianTradeDuration",
  },
  freqtrade: {
    totalReturn: ["Total profit %", "it closes every trade at the end of the run"],
    cagr: "CAGR %",
    sharpe: ["Sharpe", "it is −100 where all trades earned the same"],
    sortino: ["Sortino", "it is −100 where no two losing trades differ"],
    maxDrawdown: "Absolute drawdown, in percent",
    calmar: ["Calmar", "it is −100 without a drawdown"],
    winRate: "Win%",
    profitFactor: ["Profit factor", "it is 0 where nothing was lost"],
    expectancy: "Expectancy",
    bestTrade: "Best trade",
    worstTrade: "Worst trade",
    winStreak: "Max Consecutive Wins",
    lossStreak: "Max Consecutive Loss",
    sqn: ["SQN", "it is −100 where all trades earned the same"],
    meanHolding: "Avg Duration",
  },
};

/** Numbers of theirs that count something else, so that ours stand in for them. */
const OTHERS: Readonly<Record<Library, Partial<Record<MetricName, string>>>> = {
  quantstats: { longestDrawdownDays: "its reports count the calendar's days" },
  empyrical: {},
  "backtesting.py": { longestDrawdownDays: "Max. Drawdown Duration is calendar time" },
  lean: {
    lossStreak: "maxConsecutiveLosingTrades takes a trade that earned 0 for a lost one",
    meanAdverse: "averageMAE is in dollars",
    meanFavorable: "averageMFE is in dollars",
  },
  freqtrade: {},
};

/** Whether the library has the number, and whether it is ours. */
export function agreementOf(name: MetricName, dialect: Library): Agreement {
  const counterpart = COUNTERPARTS[dialect][name];
  if (counterpart === undefined) {
    const note = OTHERS[dialect][name];
    return note === undefined ? { kind: "absent" } : { kind: "absent", note };
  }
  const kind = isOwnMeasure(name, dialect) ? "differs" : "same";
  if (typeof counterpart === "string") return { kind, called: counterpart };
  const [called, note] = counterpart;
  return { kind, called, note };
}
