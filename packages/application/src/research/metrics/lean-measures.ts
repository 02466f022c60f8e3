import { maxDrawdown as ownMaxDrawdown } from "./drawdown-measures.ts";
import { estimated, type Metric, measured, unmeasured } from "./metric.ts";
import { totalReturn } from "./return-measures.ts";
import {
  adjustedKurtosisOf,
  adjustedSkewnessOf,
  covarianceOf,
  deviationOf,
  meanOf,
  NO_SPREAD,
  sumOf,
  varianceOf,
} from "./sample.ts";
import {
  type ClosedTrade,
  type Measure,
  onReturns,
  onTrades,
  simpleReturnsOf,
  type TrackFacts,
  WIPED_OUT,
} from "./track-record.ts";

/** Numbers of QuantConnect's LEAN, as its PortfolioStatistics has them. */

const NEVER_VARIED = "returns never varied";
const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 365;
/** It rounds these to three decimals. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** (E ÷ E₀)^(1 ÷ y) − 1, y the days of the calendar ÷ 365, and parts of them. */
export const leanCagr: Measure = (facts) => {
  const total = totalReturn(facts);
  if (total.value === undefined) return total;
  const days = ((facts.times.at(-1) ?? 0) - (facts.times[0] ?? 0)) / DAY_MS;
  if (days <= 0) return unmeasured("no time between the first and the last value");
  return estimated((1 + total.value) ** (DAYS_OF_YEAR / days) - 1, facts.isShort);
};

/** (1 + mean(r))^252 − 1: what it calls annual performance. */
const performanceOf = (returns: readonly number[], { periodsPerYear }: TrackFacts): number =>
  (1 + meanOf(returns)) ** periodsPerYear - 1;

/** ((1 + mean(r))^252 − 1 − rate) ÷ (σ × √252). */
export const leanSharpe: Measure = onReturns(2, (returns, facts) => {
  const deviation = deviationOf(returns) * Math.sqrt(facts.periodsPerYear);
  if (deviation <= NO_SPREAD) return unmeasured(NEVER_VARIED);
  return estimated((performanceOf(returns, facts) - facts.riskFree) / deviation, facts.isShort);
});

/** The same over the standard deviation of the losing days alone, around their own mean. */
export const leanSortino: Measure = onReturns(2, (returns, facts) => {
  const losing = returns.filter((each) => each < 0);
  if (losing.length < 2) return unmeasured("fewer than two losing days");
  const deviation = deviationOf(losing) * Math.sqrt(facts.periodsPerYear);
  if (deviation <= NO_SPREAD) return unmeasured("all losing days were alike");
  return estimated((performanceOf(returns, facts) - facts.riskFree) / deviation, facts.isShort);
});

/** The deepest drawdown as a positive number, to three decimals. */
export const leanDrawdown: Measure = (facts) => {
  const found = ownMaxDrawdown(facts);
  return found.value === undefined ? found : measured(rounded(Math.abs(found.value)));
};

/** Φ of (S − 1 ÷ √252) ÷ its spread, S the Sharpe ratio of a day; it takes excess kurtosis for the whole. */
export const leanProbabilisticSharpe: Measure = onReturns(4, (returns, facts) => {
  const deviation = deviationOf(returns);
  if (deviation <= NO_SPREAD) return unmeasured(NEVER_VARIED);
  const ratio = meanOf(returns) / deviation;
  const skewed = adjustedSkewnessOf(returns) * ratio;
  const variance = 1 - skewed + ((adjustedKurtosisOf(returns) - 1) / 4) * ratio ** 2;
  if (variance <= 0) return unmeasured("the returns are too skewed for the test");
  const spread = Math.sqrt(variance / (returns.length - 1));
  const above = ratio - 1 / Math.sqrt(facts.periodsPerYear);
  return estimated(facts.normal.shareBelow(above / spread), facts.isShort);
});

const VALUE_AT_RISK = 0.05;

/** mean + Φ⁻¹(5%) × σ of the last 252 days, to three decimals. */
export const leanValueAtRisk: Measure = onReturns(2, (returns, facts) => {
  const last = returns.slice(-facts.periodsPerYear);
  const value = meanOf(last) + facts.normal.quantile(VALUE_AT_RISK) * deviationOf(last);
  return estimated(rounded(value), facts.isShort);
});

/** Annual performances of the account and of its benchmark over the days that both have. */
const onBoth =
  (
    measure: (own: readonly number[], market: readonly number[], facts: TrackFacts) => Metric,
  ): Measure =>
  (facts) => {
    if (facts.benchmark === undefined) return unmeasured("no benchmark was given");
    const own = simpleReturnsOf(facts.benchmark.values);
    const market = simpleReturnsOf(facts.benchmark.closes);
    if (own === undefined || market === undefined) return unmeasured(WIPED_OUT);
    return own.length < 2 ? unmeasured("fewer than two days") : measure(own, market, facts);
  };

/** P − (rate + β × (P of the benchmark − rate)), P the annual performance. */
export const leanAlpha: Measure = onBoth((own, market, facts) => {
  const variance = varianceOf(market);
  if (Math.sqrt(variance) <= NO_SPREAD) return unmeasured("the benchmark never moved");
  const beta = covarianceOf(own, market) / variance;
  const beyond = performanceOf(market, facts) - facts.riskFree;
  return estimated(performanceOf(own, facts) - (facts.riskFree + beta * beyond), facts.isShort);
});

/** (P − P of the benchmark) ÷ tracking error of a year. */
export const leanInformationRatio: Measure = onBoth((own, market, facts) => {
  const active = deviationOf(own.map((each, day) => each - market[day]!));
  if (active <= NO_SPREAD) return unmeasured("returns never left the benchmark");
  const beyond = performanceOf(own, facts) - performanceOf(market, facts);
  return estimated(beyond / (active * Math.sqrt(facts.periodsPerYear)), facts.isShort);
});

interface Rates {
  readonly won: readonly number[];
  /** A trade that earned nothing is among them. */
  readonly lost: readonly number[];
  readonly isSmall: boolean;
}

/** What each trade earned ÷ the capital that the trades before it had left. */
const onRates =
  (measure: (rates: Rates) => Metric): Measure =>
  (facts) =>
    onTrades((trades, isSmall) => {
      const rates = ratesOf(trades, facts.values[0] ?? 0);
      if (rates === undefined) return unmeasured(WIPED_OUT);
      return measure({
        won: rates.filter((each) => 0 < each),
        lost: rates.filter((each) => each <= 0),
        isSmall,
      });
    })(facts);

function ratesOf(trades: readonly ClosedTrade[], start: number): readonly number[] | undefined {
  let capital = start;
  const rates = trades.map(({ pnl }) => {
    const rate = capital <= 0 ? Number.NaN : pnl / capital;
    capital += pnl;
    return rate;
  });
  return rates.some(Number.isNaN) ? undefined : rates;
}

const NO_WIN = "no winning trade";
const NO_LOSS = "no losing trade";
/** Undefined of none, and where trades only earned nothing. */
const ratioOf = ({ won, lost }: Rates): number | undefined =>
  won.length === 0 || sumOf(lost) === 0 ? undefined : meanOf(won) / Math.abs(meanOf(lost));

export const leanAverageWin: Measure = onRates(({ won, isSmall }) =>
  won.length === 0 ? unmeasured(NO_WIN) : estimated(meanOf(won), isSmall),
);
export const leanAverageLoss: Measure = onRates(({ lost, isSmall }) =>
  lost.length === 0 ? unmeasured(NO_LOSS) : estimated(meanOf(lost), isSmall),
);
export const leanPayoff: Measure = onRates((rates) => {
  const ratio = ratioOf(rates);
  if (ratio === undefined) return unmeasured(rates.won.length === 0 ? NO_WIN : NO_LOSS);
  return estimated(ratio, rates.isSmall);
});
/** w × profit-loss ratio − (1 − w). */
export const leanExpectancy: Measure = onRates((rates) => {
  const ratio = ratioOf(rates);
  if (ratio === undefined) return unmeasured(rates.won.length === 0 ? NO_WIN : NO_LOSS);
  const won = rates.won.length / (rates.won.length + rates.lost.length);
  return estimated(won * ratio - (1 - won), rates.isSmall);
});
