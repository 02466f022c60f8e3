import type { MetricName } from "@sevenfold/application/research/metrics/metric-name";
import { performanceOf } from "@sevenfold/application/research/metrics/performance";
import type { BenchmarkRecord } from "@sevenfold/application/research/metrics/track-record";
import type { NamedMarket } from "../metrics/read-market.ts";
import { jstatNormal } from "../system/jstat-normal.ts";

/** What is told of an account and of its benchmark alike. */
export const SHARED_METRICS = [
  "totalReturn",
  "cagr",
  "annualVolatility",
  "sharpe",
  "maxDrawdown",
] as const satisfies readonly MetricName[];
/** What is told of the account against its benchmark. */
export const AGAINST_METRICS = [
  "alpha",
  "beta",
  "correlation",
  "excessReturn",
  "trackingError",
  "informationRatio",
  "upCapture",
  "downCapture",
] as const satisfies readonly MetricName[];

type Shared = { readonly [Name in (typeof SHARED_METRICS)[number]]: number | null };

/** What an account was set against, and how that itself did. */
export interface BenchmarkView extends Shared {
  readonly kind: NamedMarket["kind"];
  readonly name: string;
  /** Days that both have, which all of it is of. */
  readonly days: number;
}

export function benchmarkView(
  { kind, name }: Pick<NamedMarket, "kind" | "name">,
  { closes }: BenchmarkRecord,
  riskFree: number,
): BenchmarkView {
  // Of its own path no number hangs on the times, and the days are counted.
  const { metrics, days } = performanceOf({
    values: closes,
    times: [],
    ...{ riskFree, normal: jstatNormal },
  });
  const shared = SHARED_METRICS.map((each) => [each, metrics[each].value ?? null] as const);
  return { kind, name, days, ...(Object.fromEntries(shared) as unknown as Shared) };
}
