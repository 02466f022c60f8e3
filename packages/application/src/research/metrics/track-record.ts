import type { Instant } from "@sevenfold/domain/market";
import { type Metric, unmeasured } from "./metric.ts";
import type { NormalDistribution } from "./normal-distribution.ts";

/** With fewer days an annual number says little. */
export const DAYS_TRUSTED = 60;
/** With fewer trades their averages say little. */
export const TRADES_TRUSTED = 30;

/** A closed trade. Amounts in dollars, after fees. */
export interface ClosedTrade {
  readonly pnl: number;
  /** pnl ÷ what the shares had cost. A fraction. */
  readonly growth?: number;
  readonly symbol?: string;
  readonly enteredAt?: Instant;
  readonly exitedAt?: Instant;
  /** The price furthest against it while it was held ÷ the entry price − 1, at most 0. */
  readonly adverse?: number;
  /** The price furthest in its favor, likewise, at least 0. */
  readonly favorable?: number;
}

/** What was still held at the end of the record. */
export type OpenTrade = Pick<ClosedTrade, "enteredAt">;

/** The trials a track record was chosen from: what the deflated Sharpe ratio corrects for. */
export interface Trials {
  /** Configurations ever tried on the data. */
  readonly count: number;
  /** Variance across them of the Sharpe ratio per day, not per year. */
  readonly sharpeVariance: number;
}

/** Equity and the benchmark's closes on the days that both have, the start included. */
export interface BenchmarkRecord {
  readonly values: readonly number[];
  readonly closes: readonly number[];
}

/** What an account did over a period. Amounts in dollars. */
export interface TrackRecord {
  /** Equity before the first day, then at the close of each day. */
  readonly values: readonly number[];
  /** When each value stood. */
  readonly times: readonly Instant[];
  /** Undefined where nothing is known of trades. */
  readonly trades?: readonly ClosedTrade[];
  readonly open?: readonly OpenTrade[];
  readonly benchmark?: BenchmarkRecord;
  /** Closes of bars, and those at which something was held. */
  readonly closes?: { readonly all: number; readonly holding: number };
  /** Mean over the days of value traded ÷ equity at the close. */
  readonly dailyTurnover?: number;
  /** A year's risk-free rate. A fraction; 0 by default. */
  readonly riskFree?: number;
  /** Periods of a year, 252 by default. */
  readonly periodsPerYear?: number;
  readonly trials?: Trials;
  readonly normal: NormalDistribution;
}

/** A track record with what every metric needs of it. */
export interface TrackFacts extends TrackRecord {
  readonly days: number;
  readonly riskFree: number;
  readonly periodsPerYear: number;
  /** Simple daily returns; undefined when a day began with nothing, for then none can be told. */
  readonly returns: readonly number[] | undefined;
  /** The risk-free rate of a day: (1 + rate)^(1 ÷ 252) − 1. */
  readonly dailyRate: number;
  /** Daily returns less that rate. */
  readonly excess: readonly number[] | undefined;
  readonly isShort: boolean;
}

export function factsOf(record: TrackRecord): TrackFacts {
  const { riskFree = 0, periodsPerYear = 252 } = record;
  const returns = simpleReturnsOf(record.values);
  const dailyRate = riskFree === 0 ? 0 : (1 + riskFree) ** (1 / periodsPerYear) - 1;
  const days = Math.max(0, record.values.length - 1);
  return {
    ...record,
    riskFree,
    periodsPerYear,
    days,
    returns,
    dailyRate,
    excess: dailyRate === 0 ? returns : returns?.map((each) => each - dailyRate),
    isShort: days < DAYS_TRUSTED,
  };
}

/** Each value ÷ the one before − 1; undefined when one before is zero or less. */
export function simpleReturnsOf(values: readonly number[]): readonly number[] | undefined {
  const before = values.slice(0, -1);
  if (before.some((value) => value <= 0)) return undefined;
  return before.map((value, index) => values[index + 1]! / value - 1);
}

/** One number of a track record. */
export type Measure = (facts: TrackFacts) => Metric;

export const WIPED_OUT = "equity was zero or less";
export const NO_DAYS = "no complete day yet";

/** A measure on the daily returns, of which it needs so many. */
export const onReturns =
  (
    needed: number,
    measure: (returns: readonly number[], facts: TrackFacts) => Metric,
    which: "returns" | "excess" = "returns",
  ): Measure =>
  (facts) => {
    const returns = facts[which];
    if (returns === undefined) return unmeasured(WIPED_OUT);
    if (returns.length < needed) return unmeasured(tooFew(needed));
    return measure(returns, facts);
  };

const WORDS = ["no", "one", "two", "three", "four"];
const tooFew = (needed: number): string =>
  needed === 1 ? NO_DAYS : `fewer than ${WORDS[needed] ?? needed} days`;

/** A measure on the closed trades, of which it needs one. */
export const onTrades =
  (measure: (trades: readonly ClosedTrade[], isSmall: boolean) => Metric): Measure =>
  ({ trades }) => {
    if (trades === undefined) return unmeasured("no trades were given");
    if (trades.length === 0) return unmeasured("no closed trade");
    return measure(trades, trades.length < TRADES_TRUSTED);
  };
