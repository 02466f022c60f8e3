import { type Dialect, METRIC_NAMES, type MetricName } from "./metric-name.ts";

/** What a number is: a fraction is shown as a percentage; a duration is days of the calendar. */
export type MetricShape = "fraction" | "ratio" | "dollars" | "days" | "duration" | "count";

export interface MetricDefinition {
  /** "quantstats/sharpe/1": it changes whenever the formula does. */
  readonly id: string;
  readonly label: string;
  readonly shape: MetricShape;
  readonly formula: string;
}

type Said = readonly [label: string, shape: MetricShape, formula: string];

/** N daily returns r, A = 252 days of a year, equity E (E₀ at the start), w the share of wins. */
// biome-ignore format: a table reads better in rows
const SEVENFOLD: Readonly<Record<MetricName, Said>> = {
  totalReturn: ["Total return", "fraction", "E ÷ E₀ − 1"],
  cagr: ["Return per year", "fraction", "∏(1 + r)^(A ÷ N) − 1"],
  annualReturn: ["Geometric return per year", "fraction", "(geometric mean of 1 + r)^A − 1"],
  annualVolatility: ["Volatility per year", "fraction", "standard deviation of r (n − 1) × √A"],
  sharpe: ["Sharpe ratio", "ratio", "mean(r − rf) ÷ standard deviation of r − rf (n − 1) × √A, rf the risk-free rate of a day: (1 + rate)^(1 ÷ A) − 1"],
  sortino: ["Sortino ratio", "ratio", "mean(r − rf) ÷ √mean(min(r − rf, 0)²) × √A, the mean of squares over all N days"],
  maxDrawdown: ["Deepest drawdown", "fraction", "min(E ÷ highest E so far − 1), the start included; 0 or negative"],
  averageDrawdown: ["Average drawdown", "fraction", "mean depth of the drawdowns, each from a high-water mark to its recovery or the end"],
  longestDrawdownDays: ["Longest drawdown", "days", "days from a high-water mark back to it, or to the end"],
  recoveryDays: ["Recovery of the deepest", "days", "days from the trough of the deepest drawdown back to its peak"],
  recoveryFactor: ["Recovery factor", "ratio", "total return ÷ |deepest drawdown|"],
  ulcerIndex: ["Ulcer index", "fraction", "√(Σ drawdown² ÷ N) over the N closes"],
  calmar: ["Calmar ratio", "ratio", "return per year ÷ |deepest drawdown|, over the whole period"],
  omega: ["Omega ratio", "ratio", "Σ max(r − rf, 0) ÷ Σ max(rf − r, 0)"],
  tailRatio: ["Tail ratio", "ratio", "|95th percentile of r| ÷ |5th percentile of r|, interpolated"],
  valueAtRisk: ["Value at risk, 95%", "fraction", "5th percentile of r, interpolated; negative for a loss"],
  conditionalValueAtRisk: ["Expected shortfall, 95%", "fraction", "mean of the ⌊(N − 1) × 5%⌋ + 1 lowest r"],
  skew: ["Skewness", "ratio", "√(N(N − 1)) ÷ (N − 2) × m₃ ÷ m₂^1.5, m the central moments of r"],
  kurtosis: ["Excess kurtosis", "ratio", "(N − 1) ÷ ((N − 2)(N − 3)) × ((N + 1)(m₄ ÷ m₂² − 3) + 6); 0 for a normal distribution"],
  bestDay: ["Best day", "fraction", "max(r)"],
  worstDay: ["Worst day", "fraction", "min(r)"],
  alpha: ["Alpha per year", "fraction", "(1 + mean(r − β × b))^A − 1, b the benchmark's daily returns"],
  beta: ["Beta", "ratio", "cov(r, b) ÷ var(b)"],
  rSquared: ["R²", "fraction", "cov(r, b)² ÷ (var(r) × var(b))"],
  correlation: ["Correlation", "ratio", "cov(r, b) ÷ (standard deviation of r × that of b)"],
  excessReturn: ["Excess return per year", "fraction", "∏(1 + r)^(A ÷ N) − ∏(1 + b)^(A ÷ N)"],
  trackingError: ["Tracking error per year", "fraction", "standard deviation of r − b (n − 1) × √A"],
  informationRatio: ["Information ratio", "ratio", "mean(r − b) ÷ standard deviation of r − b (n − 1) × √A"],
  upCapture: ["Up capture", "fraction", "geometric mean of r ÷ geometric mean of b, both of the days with b > 0"],
  downCapture: ["Down capture", "fraction", "geometric mean of r ÷ geometric mean of b, both of the days with b < 0"],
  probabilisticSharpe: ["Probabilistic Sharpe", "fraction", "Φ(S × √(N − 1) ÷ √(1 − γ₃S + (γ₄ − 1) ÷ 4 × S²)), S the daily Sharpe ratio, γ₃ and γ₄ the returns' skewness and kurtosis m₄ ÷ m₂²"],
  deflatedSharpe: ["Deflated Sharpe", "fraction", "as the probabilistic one, of S above √V × ((1 − γ) × Φ⁻¹(1 − 1 ÷ n) + γ × Φ⁻¹(1 − 1 ÷ (n × e))), n the trials, V the variance of their S, γ = 0.5772…"],
  exposure: ["Time in the market", "fraction", "closes at which something was held ÷ closes"],
  turnover: ["Turnover per day", "fraction", "mean over the days of value traded ÷ equity at the close"],
  winRate: ["Trades won", "fraction", "trades that earned more than 0 after fees ÷ all trades"],
  payoff: ["Payoff ratio", "ratio", "average win ÷ |average loss|"],
  profitFactor: ["Profit factor", "ratio", "dollars won ÷ dollars lost"],
  expectancy: ["Mean per trade", "dollars", "mean of what a trade earned after fees"],
  averageWin: ["Average win", "dollars", "mean of the trades that earned more than 0"],
  averageLoss: ["Average loss", "dollars", "mean of the trades that earned less than 0"],
  bestTrade: ["Best trade", "dollars", "the most that a trade earned"],
  worstTrade: ["Worst trade", "dollars", "the least that a trade earned"],
  winStreak: ["Wins in a row", "count", "longest run of trades that earned more than 0"],
  lossStreak: ["Losses in a row", "count", "longest run of trades that earned less than 0"],
  sqn: ["System quality (SQN)", "ratio", "√n × mean ÷ standard deviation (n − 1) of what n trades earned"],
  kelly: ["Kelly fraction", "fraction", "w − (1 − w) ÷ payoff ratio, w the share of trades won"],
  meanHolding: ["Mean time held", "duration", "mean time from a trade's entry to its exit, in days of the calendar"],
  medianHolding: ["Median time held", "duration", "the middle of these times; of two in the middle, their mean"],
  longestHolding: ["Longest time held", "duration", "the longest of these times"],
  meanAdverse: ["Mean adverse excursion (MAE)", "fraction", "mean of a trade's lowest price while held ÷ its entry price − 1, at most 0"],
  worstAdverse: ["Worst adverse excursion", "fraction", "the lowest of these"],
  meanFavorable: ["Mean favorable excursion (MFE)", "fraction", "mean of a trade's highest price while held ÷ its entry price − 1, at least 0"],
  bestFavorable: ["Best favorable excursion", "fraction", "the highest of these"],
};

// biome-ignore format: a table reads better in rows
const OWN: Readonly<Record<Dialect, Partial<Record<MetricName, Said>>>> = {
  sevenfold: {},
  empyrical: {
    upCapture: ["Up capture", "fraction", "(∏(1 + r)^(A ÷ n) − 1) ÷ (∏(1 + b)^(A ÷ n) − 1), both of the n days with b > 0"],
    downCapture: ["Down capture", "fraction", "(∏(1 + r)^(A ÷ n) − 1) ÷ (∏(1 + b)^(A ÷ n) − 1), both of the n days with b < 0"],
    informationRatio: ["Excess Sharpe", "ratio", "mean(r − b) ÷ standard deviation of r − b (n − 1), of a day"],
  },
  quantstats: {
    recoveryFactor: ["Recovery factor", "ratio", "|Σ r| ÷ |deepest drawdown|"],
    ulcerIndex: ["Ulcer index", "fraction", "√(Σ drawdown² ÷ (N − 1))"],
    valueAtRisk: ["Value at risk, 95%", "fraction", "mean(r) + Φ⁻¹(0.05) × standard deviation of r (n − 1)"],
    conditionalValueAtRisk: ["Expected shortfall, 95%", "fraction", "mean of the r below that value at risk; the value at risk where there is none"],
    alpha: ["Alpha per year", "fraction", "(mean(r) − β × mean(b)) × A, whatever the risk-free rate"],
    informationRatio: ["Information ratio", "ratio", "mean(r − b) ÷ standard deviation of r − b (n − 1), of a day"],
    probabilisticSharpe: ["Probabilistic Sharpe", "fraction", "Φ((S − rate) ÷ √((1 + S² ÷ 2 − skew × S + (kurtosis − 3) ÷ 4 × S²) ÷ (N − 1))), with the size-corrected skew and the excess kurtosis"],
    exposure: ["Time in the market", "fraction", "days with a return ÷ days, rounded up to a whole percent"],
    winRate: ["Days won", "fraction", "days with r > 0 ÷ days with r ≠ 0"],
    payoff: ["Payoff ratio", "ratio", "mean of r > 0 ÷ |mean of r < 0|"],
    profitFactor: ["Profit factor", "ratio", "Σ of r ≥ 0 ÷ |Σ of r < 0|"],
    averageWin: ["Average win", "fraction", "mean of r > 0"],
    averageLoss: ["Average loss", "fraction", "mean of r < 0"],
    winStreak: ["Winning days in a row", "count", "longest run of r > 0"],
    lossStreak: ["Losing days in a row", "count", "longest run of r < 0"],
    kelly: ["Kelly fraction", "fraction", "w − (1 − w) ÷ payoff ratio, w the share of days won"],
  },
  "backtesting.py": {
    cagr: ["Return per year", "fraction", "(E ÷ E₀)^(1 ÷ y) − 1, y the calendar days from first to last ÷ 365.25"],
    annualVolatility: ["Volatility per year", "fraction", "√((σ² + (1 + g)²)^A − (1 + g)^(2A)), σ² the variance of r (n − 1), g its geometric mean"],
    sharpe: ["Sharpe ratio", "ratio", "(geometric return per year − rate) ÷ volatility per year"],
    sortino: ["Sortino ratio", "ratio", "(geometric return per year − rate) ÷ (√mean(min(r, 0)²) × √A)"],
    alpha: ["Alpha", "fraction", "total return − rate − β × (total return of the benchmark − rate)"],
    beta: ["Beta", "ratio", "cov ÷ var of the logarithmic daily returns"],
    exposure: ["Time in the market", "fraction", "rows from a trade's entry to its exit, both included, ÷ rows"],
    profitFactor: ["Profit factor", "ratio", "Σ of the trades' positive returns ÷ |Σ of the negative ones|"],
    expectancy: ["Mean per trade", "fraction", "mean return of a trade on its cost"],
    bestTrade: ["Best trade", "fraction", "highest return of a trade on its cost"],
    worstTrade: ["Worst trade", "fraction", "lowest return of a trade on its cost"],
  },
  lean: {
    cagr: ["Compounding annual return", "fraction", "(E ÷ E₀)^(1 ÷ y) − 1, y the days of the calendar from first to last ÷ 365"],
    sharpe: ["Sharpe ratio", "ratio", "(P − rate) ÷ (standard deviation of r (n − 1) × √A), P the annual performance (1 + mean(r))^A − 1"],
    sortino: ["Sortino ratio", "ratio", "(P − rate) ÷ (standard deviation of r < 0 (n − 1), around their own mean × √A)"],
    maxDrawdown: ["Drawdown", "fraction", "|min(E ÷ highest E so far − 1)|, rounded to three decimals; 0 or positive"],
    valueAtRisk: ["Value at risk, 95%", "fraction", "mean + Φ⁻¹(0.05) × standard deviation (n − 1) of the last A days, rounded to three decimals"],
    alpha: ["Alpha per year", "fraction", "P − (rate + β × (P of the benchmark − rate))"],
    informationRatio: ["Information ratio", "ratio", "(P − P of the benchmark) ÷ tracking error per year"],
    probabilisticSharpe: ["Probabilistic Sharpe", "fraction", "Φ((S − 1 ÷ √A) ÷ √((1 − skew × S + (kurtosis − 1) ÷ 4 × S²) ÷ (N − 1))), with the size-corrected skew and excess kurtosis"],
    payoff: ["Profit-loss ratio", "ratio", "average win ÷ |average loss|, both in parts of the capital"],
    expectancy: ["Expectancy", "ratio", "w × profit-loss ratio − (1 − w), a trade that earned 0 among the lost ones"],
    averageWin: ["Average win", "fraction", "mean of what a winning trade earned ÷ the capital that the trades before it left"],
    averageLoss: ["Average loss", "fraction", "the same of the others, those that earned 0 among them"],
  },
  freqtrade: {
    totalReturn: ["Total profit", "fraction", "Σ of what closed trades earned ÷ E₀"],
    cagr: ["CAGR", "fraction", "(E ÷ E₀)^(365 ÷ d) − 1, d the whole days of the calendar from first to last"],
    sharpe: ["Sharpe", "ratio", "Σp ÷ d ÷ standard deviation of p (n) × √365, p what each closed trade earned ÷ E₀"],
    sortino: ["Sortino", "ratio", "Σp ÷ d ÷ standard deviation of p < 0 (n) × √365"],
    maxDrawdown: ["Max drawdown of closed trades", "fraction", "where Σp had fallen the most from its highest: that fall ÷ (1 + the highest); 0 or positive"],
    calmar: ["Calmar", "ratio", "100 × Σp ÷ d ÷ that drawdown × √365"],
    bestTrade: ["Best trade", "fraction", "highest return of a trade on its cost"],
    worstTrade: ["Worst trade", "fraction", "lowest return of a trade on its cost"],
  },
};

/** What the number means in the dialect; where the library has no such number, ours stands in. */
export function definitionOf(name: MetricName, dialect: Dialect): MetricDefinition {
  const said = OWN[dialect][name];
  const [label, shape, formula] = said ?? SEVENFOLD[name];
  return { id: `${said === undefined ? "sevenfold" : dialect}/${name}/1`, label, shape, formula };
}

export const isMetricName = (text: string): text is MetricName =>
  METRIC_NAMES.some((name) => name === text);
