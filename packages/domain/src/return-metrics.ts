import { maxDrawdownOf } from "./drawdown.ts";
import { type EquityCurve, returnsOf } from "./equity-curve.ts";
import { estimated, type Metric, measured, unmeasured } from "./metric.ts";

/** Trading days of a year, by convention. */
const DAYS_PER_YEAR = 252;
/** With fewer days an annual number says little. */
export const DAYS_TRUSTED = 60;
/** Equal returns differ by rounding; spread below this is none. A ten-thousandth moves far more. */
const NO_SPREAD = 1e-14;

const NO_DAYS = "no complete day yet";
const ONE_DAY = "fewer than two days";
const NO_START = "no starting equity";
const WIPED_OUT = "equity was zero or less";

/** End ÷ start − 1. A fraction: 0.1 is 10%. */
export function totalReturnOf({ start, closes }: EquityCurve): Metric {
  const last = closes.at(-1);
  if (start <= 0) return unmeasured(NO_START);
  return last === undefined ? unmeasured(NO_DAYS) : measured(last.equity / start - 1);
}

/** Compound annual growth: ∏(1 + r)^(252 ÷ N) − 1 over the N daily returns r. A fraction. */
export function cagrOf(curve: EquityCurve): Metric {
  const total = totalReturnOf(curve);
  if (total.value === undefined) return total;
  if (returnsOf(curve) === undefined || total.value < -1) return unmeasured(WIPED_OUT);
  const growth = (1 + total.value) ** (DAYS_PER_YEAR / curve.closes.length) - 1;
  if (!Number.isFinite(growth)) return unmeasured("too few days to grow so much");
  return estimated(growth, isSmall(curve));
}

/** Standard deviation of the daily returns (ddof 1) × √252. A fraction. */
export const annualVolatilityOf = (curve: EquityCurve): Metric =>
  fromReturns(curve, (returns) =>
    estimated(deviationOf(returns) * Math.sqrt(DAYS_PER_YEAR), isSmall(curve)),
  );

/** mean(r) ÷ standard deviation of r (ddof 1) × √252; the risk-free rate is taken as 0. */
export const sharpeOf = (curve: EquityCurve): Metric =>
  fromReturns(curve, (returns) => {
    const deviation = deviationOf(returns);
    if (deviation <= NO_SPREAD) return unmeasured("returns never varied");
    return estimated((meanOf(returns) / deviation) * Math.sqrt(DAYS_PER_YEAR), isSmall(curve));
  });

/** mean(r) × 252 ÷ (√mean(min(r, 0)²) × √252): the mean of squares is over all N days. */
export const sortinoOf = (curve: EquityCurve): Metric =>
  fromReturns(curve, (returns) => {
    const downside = Math.sqrt(meanOf(returns.map((each) => Math.min(each, 0) ** 2)));
    if (downside === 0) return unmeasured("no losing day");
    return estimated((meanOf(returns) / downside) * Math.sqrt(DAYS_PER_YEAR), isSmall(curve));
  });

/** min(C ÷ cummax(C) − 1), the start included: 0 or a negative fraction. */
export function maxDrawdownMetric(curve: EquityCurve): Metric {
  if (curve.start <= 0) return unmeasured(NO_START);
  return curve.closes.length === 0 ? unmeasured(NO_DAYS) : measured(maxDrawdownOf(curve));
}

/** CAGR ÷ |maximum drawdown|, over the whole period. */
export function calmarOf(curve: EquityCurve): Metric {
  const growth = cagrOf(curve);
  if (growth.value === undefined) return growth;
  const depth = maxDrawdownOf(curve);
  return depth === 0
    ? unmeasured("no drawdown")
    : estimated(growth.value / Math.abs(depth), isSmall(curve));
}

/** The highest of the daily returns. A fraction. */
export const bestDayOf = (curve: EquityCurve): Metric => extremeDay(curve, Math.max);

/** The lowest of the daily returns. A fraction. */
export const worstDayOf = (curve: EquityCurve): Metric => extremeDay(curve, Math.min);

function extremeDay(curve: EquityCurve, chosen: (one: number, other: number) => number): Metric {
  const returns = returnsOf(curve);
  if (returns === undefined) return unmeasured(WIPED_OUT);
  return returns.length === 0
    ? unmeasured(NO_DAYS)
    : measured(returns.reduce((one, other) => chosen(one, other)));
}

function fromReturns(curve: EquityCurve, measure: (returns: readonly number[]) => Metric): Metric {
  const returns = returnsOf(curve);
  if (returns === undefined) return unmeasured(WIPED_OUT);
  return returns.length < 2 ? unmeasured(ONE_DAY) : measure(returns);
}

const isSmall = ({ closes }: EquityCurve): boolean => closes.length < DAYS_TRUSTED;

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);

const meanOf = (numbers: readonly number[]): number => sumOf(numbers) / numbers.length;

function deviationOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers);
  return Math.sqrt(sumOf(numbers.map((each) => (each - mean) ** 2)) / (numbers.length - 1));
}
