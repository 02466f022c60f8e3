import { maxDrawdownOf } from "./drawdown-measures.ts";
import { estimated, type Metric, measured, unmeasured } from "./metric.ts";
import { deviationOf, meanOf, NO_SPREAD, sumOf } from "./sample.ts";
import { type Measure, NO_DAYS, onReturns, type TrackFacts, WIPED_OUT } from "./track-record.ts";

const NEVER_VARIED = "returns never varied";

/** End ÷ start − 1. */
export const totalReturn: Measure = ({ values }) => {
  const [start = 0] = values;
  if (start <= 0) return unmeasured("no starting equity");
  return values.length < 2 ? unmeasured(NO_DAYS) : measured(values.at(-1)! / start - 1);
};

/** ∏(1 + r)^(252 ÷ N) − 1 over the N daily returns r. */
export const cagr: Measure = (facts) => {
  const total = totalReturn(facts);
  if (total.value === undefined) return total;
  if (facts.returns === undefined || total.value < -1) return unmeasured(WIPED_OUT);
  const growth = (1 + total.value) ** (facts.periodsPerYear / facts.days) - 1;
  if (!Number.isFinite(growth)) return unmeasured("too few days to grow so much");
  return estimated(growth, facts.isShort);
};

/** Standard deviation of r (n − 1) × √252. */
export const annualVolatility: Measure = onReturns(2, (returns, facts) =>
  estimated(deviationOf(returns) * Math.sqrt(facts.periodsPerYear), facts.isShort),
);

/** mean(r) ÷ standard deviation of r (n − 1), of one day, not of a year. */
export const dailySharpe: Measure = onReturns(
  2,
  (returns, { isShort }) => {
    const deviation = deviationOf(returns);
    if (deviation <= NO_SPREAD) return unmeasured(NEVER_VARIED);
    return estimated(meanOf(returns) / deviation, isShort);
  },
  "excess",
);

/** The daily Sharpe ratio × √252. Sharpe 1994. */
export const sharpe: Measure = (facts) => annualized(dailySharpe(facts), facts);

/** mean(r) ÷ √mean(min(r, 0)²) × √252: the mean of squares is over all N days. Sortino and Price 1994. */
export const sortino: Measure = (facts) =>
  annualized(
    onReturns(
      2,
      (returns, { isShort }) => {
        const downside = downsideOf(returns);
        if (downside === 0) return unmeasured("no losing day");
        return estimated(meanOf(returns) / downside, isShort);
      },
      "excess",
    )(facts),
    facts,
  );

/** √mean(min(r, 0)²) over all of the returns. */
export const downsideOf = (returns: readonly number[]): number =>
  Math.sqrt(meanOf(returns.map((each) => Math.min(each, 0) ** 2)));

const annualized = (daily: Metric, { periodsPerYear, isShort }: TrackFacts): Metric =>
  daily.value === undefined ? daily : estimated(daily.value * Math.sqrt(periodsPerYear), isShort);

/** Yearly growth ÷ |deepest drawdown|, over the whole period. Young 1991. */
export const calmarOf =
  (growthOf: Measure): Measure =>
  (facts) => {
    const growth = growthOf(facts);
    if (growth.value === undefined) return growth;
    const depth = maxDrawdownOf(facts.values);
    return depth === 0
      ? unmeasured("no drawdown")
      : estimated(growth.value / Math.abs(depth), facts.isShort);
  };

/** Σ of the gains ÷ Σ of the losses of the days. Keating and Shadwick 2002, threshold 0. */
export const omega: Measure = onReturns(
  2,
  (returns, { isShort }) => {
    const lost = -sumOf(returns.filter((each) => each < 0));
    if (lost === 0) return unmeasured("no losing day");
    return estimated(sumOf(returns.filter((each) => 0 < each)) / lost, isShort);
  },
  "excess",
);

/** The highest of the daily returns. */
export const bestDay: Measure = onReturns(1, (returns) =>
  measured(returns.reduce((best, each) => Math.max(best, each))),
);

/** The lowest of the daily returns. */
export const worstDay: Measure = onReturns(1, (returns) =>
  measured(returns.reduce((worst, each) => Math.min(worst, each))),
);

/** |Σ r| ÷ |deepest drawdown|, as quantstats has it. */
export const summedRecoveryFactor: Measure = onReturns(1, (returns, { values, isShort }) => {
  const depth = maxDrawdownOf(values);
  return depth === 0
    ? unmeasured("no drawdown")
    : estimated(Math.abs(sumOf(returns) / depth), isShort);
});
