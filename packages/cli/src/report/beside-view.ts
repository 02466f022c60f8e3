import { benchmarkOn } from "@sevenfold/application/research/backtest/market";
import { performanceOf } from "@sevenfold/application/research/metrics/performance";
import type { NamedMarket } from "../metrics/read-market.ts";
import { jstatNormal } from "../system/jstat-normal.ts";
import {
  AGAINST_METRICS,
  type BenchmarkView,
  benchmarkView,
  SHARED_METRICS,
} from "./benchmark-view.ts";

const NAMES = [...SHARED_METRICS, ...AGAINST_METRICS];

/** A curve of daily equity beside what it is set against. */
export interface BesideView {
  readonly riskFree: number;
  readonly benchmark: BenchmarkView;
  /** The account's own numbers, and those against the benchmark. */
  readonly account: { readonly [Name in (typeof NAMES)[number]]: number | null };
}

export interface Beside {
  readonly market: NamedMarket;
  /** Of a year. */
  readonly riskFree: number;
  readonly days: Int32Array;
  /** Equity before the first day, and at the close of each. */
  readonly values: readonly number[];
}

export function besideView({ market, riskFree, days, values }: Beside): BesideView {
  const benchmark = benchmarkOn(market.market, days, values);
  // None of these numbers hangs on the times; the days are counted.
  const { metrics } = performanceOf({
    ...{ values, times: [], benchmark, riskFree },
    normal: jstatNormal,
  });
  const account = NAMES.map((name) => [name, metrics[name].value ?? null]);
  return {
    riskFree,
    benchmark: benchmarkView(market, benchmark, riskFree),
    account: Object.fromEntries(account) as BesideView["account"],
  };
}
