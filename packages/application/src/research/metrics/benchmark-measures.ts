import { estimated, type Metric, unmeasured } from "./metric.ts";
import { covarianceOf, deviationOf, meanOf, NO_SPREAD, varianceOf } from "./sample.ts";
import { type Measure, simpleReturnsOf, type TrackFacts, WIPED_OUT } from "./track-record.ts";

/** Daily returns of an account and of its benchmark over the same days. */
interface Paired {
  readonly own: readonly number[];
  readonly market: readonly number[];
}

const onPairs =
  (measure: (pairs: Paired, facts: TrackFacts) => Metric, pairsOf = excessPairsOf): Measure =>
  (facts) => {
    if (facts.benchmark === undefined) return unmeasured("no benchmark was given");
    const pairs = pairsOf(facts);
    if (pairs === undefined) return unmeasured(WIPED_OUT);
    if (pairs.own.length < 2) return unmeasured("fewer than two days");
    if (deviationOf(pairs.market) <= NO_SPREAD) return unmeasured("the benchmark never moved");
    return measure(pairs, facts);
  };

function plainPairsOf({ benchmark }: TrackFacts): Paired | undefined {
  const own = simpleReturnsOf(benchmark?.values ?? []);
  const market = simpleReturnsOf(benchmark?.closes ?? []);
  return own === undefined || market === undefined ? undefined : { own, market };
}

function excessPairsOf(facts: TrackFacts): Paired | undefined {
  const plain = plainPairsOf(facts);
  if (plain === undefined) return undefined;
  const lessRate = (returns: readonly number[]) => returns.map((each) => each - facts.dailyRate);
  return { own: lessRate(plain.own), market: lessRate(plain.market) };
}

function logPairsOf({ benchmark }: TrackFacts): Paired | undefined {
  const { values = [], closes = [] } = benchmark ?? {};
  if ([...values, ...closes].some((value) => value <= 0)) return undefined;
  return { own: logReturnsOf(values), market: logReturnsOf(closes) };
}

const logReturnsOf = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, index) => Math.log(value / values[index]!));

const slopeOf = ({ own, market }: Paired): number => covarianceOf(own, market) / varianceOf(market);

/** cov(r, b) ÷ var(b) of daily returns r and the benchmark's b. */
export const beta: Measure = onPairs((pairs, { isShort }) => estimated(slopeOf(pairs), isShort));

/** (1 + mean(r − β × b))^252 − 1. */
export const compoundedAlpha: Measure = onPairs((pairs, { isShort, periodsPerYear }) => {
  const daily = meanOf(pairs.own) - slopeOf(pairs) * meanOf(pairs.market);
  return estimated((1 + daily) ** periodsPerYear - 1, isShort);
});

/** (mean(r) − β × mean(b)) × 252, whatever the risk-free rate, as quantstats has it. */
export const summedAlpha: Measure = onPairs((pairs, { isShort, periodsPerYear }) => {
  const daily = meanOf(pairs.own) - slopeOf(pairs) * meanOf(pairs.market);
  return estimated(daily * periodsPerYear, isShort);
}, plainPairsOf);

/** cov(r, b) ÷ var(b) of logarithmic daily returns. */
export const logBeta: Measure = onPairs(
  (pairs, { isShort }) => estimated(slopeOf(pairs), isShort),
  logPairsOf,
);

/** Total return − rate − β × (the benchmark's total return − rate), with the β of log returns. */
export const totalAlpha: Measure = (facts) => {
  const slope = logBeta(facts);
  const { benchmark, riskFree, isShort } = facts;
  if (slope.value === undefined || benchmark === undefined) return slope;
  const own = benchmark.values.at(-1)! / benchmark.values[0]! - 1;
  const market = benchmark.closes.at(-1)! / benchmark.closes[0]! - 1;
  return estimated(own - riskFree - slope.value * (market - riskFree), isShort);
};

/** Share of the variance of r that b explains: correlation². */
export const rSquared: Measure = onPairs(({ own, market }, { isShort }) => {
  const spread = varianceOf(own);
  if (Math.sqrt(spread) <= NO_SPREAD) return unmeasured("returns never varied");
  return estimated(covarianceOf(own, market) ** 2 / (spread * varianceOf(market)), isShort);
});

/** cov(r, b) ÷ (σ(r) × σ(b)): Pearson's, 1895. */
export const correlation: Measure = onPairs(({ own, market }, { isShort }) => {
  const deviation = deviationOf(own);
  if (deviation <= NO_SPREAD) return unmeasured("returns never varied");
  return estimated(covarianceOf(own, market) / (deviation * deviationOf(market)), isShort);
});

/** Return of a year less the benchmark's, over the days that both have: ∏(1 + r)^(A ÷ N) of each. */
export const excessReturn: Measure = onPairs(
  ({ own, market }, { isShort, periodsPerYear }) =>
    estimated(yearlyOf(own, periodsPerYear) - yearlyOf(market, periodsPerYear), isShort),
  plainPairsOf,
);

/** Standard deviation of r − b (n − 1) × √252. Grinold and Kahn 2000, "Active Portfolio Management". */
export const trackingError: Measure = onPairs(({ own, market }, { isShort, periodsPerYear }) =>
  estimated(
    deviationOf(own.map((each, day) => each - market[day]!)) * Math.sqrt(periodsPerYear),
    isShort,
  ),
);

/** How the returns of the benchmark's days up, or of those down, are averaged. */
type CaptureSpan = "day" | "year";

/**
 * What the account made of the days on which the benchmark rose, or fell: its mean return on them ÷
 * the benchmark's. Bacon 2008, "Practical Portfolio Performance Measurement and Attribution", with
 * geometric means; `year` compounds each mean to a year first, as empyrical does.
 */
export const capture = (way: "up" | "down", span: CaptureSpan = "day"): Measure =>
  onPairs(({ own, market }, { isShort, periodsPerYear }) => {
    const isOnWay = (each: number) => (way === "up" ? 0 < each : each < 0);
    const theirs = market.filter(isOnWay);
    const ours = own.filter((_, day) => isOnWay(market[day]!));
    if (theirs.length === 0)
      return unmeasured(`the benchmark never ${way === "up" ? "rose" : "fell"}`);
    const periods = span === "day" ? 1 : periodsPerYear;
    return estimated(yearlyOf(ours, periods) / yearlyOf(theirs, periods), isShort);
  }, plainPairsOf);

/** The geometric mean of 1 + r over so many periods, less 1. */
const yearlyOf = (returns: readonly number[], periods: number): number =>
  returns.reduce((growth, each) => growth * (1 + each), 1) ** (periods / returns.length) - 1;

/** mean(r − b) ÷ standard deviation of r − b (n − 1) of a day; `perYear` × √252. Grinold 1989. */
export const informationRatioPer = (span: "year" | "day"): Measure =>
  onPairs(({ own, market }, { isShort, periodsPerYear }) => {
    const active = own.map((each, day) => each - market[day]!);
    const deviation = deviationOf(active);
    if (deviation <= NO_SPREAD) return unmeasured("returns never left the benchmark");
    const scale = span === "year" ? Math.sqrt(periodsPerYear) : 1;
    return estimated((meanOf(active) / deviation) * scale, isShort);
  });
