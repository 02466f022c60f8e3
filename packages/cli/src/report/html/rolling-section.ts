import {
  rollingBetaOf,
  rollingSharpeOf,
  rollingVolatilityOf,
} from "@sevenfold/application/research/metrics/rolling";
import { simpleReturnsOf } from "@sevenfold/application/research/metrics/track-record";
import type { RunRecord } from "../../run/run-record.ts";
import type { MetricText } from "./figure-text.ts";
import { lineChart } from "./line-chart.ts";
import { type Markup, markup } from "./markup.ts";
import { carried, ownBenchmarkOf } from "./own-benchmark.ts";
import type { ReportSection } from "./page.ts";

/** Windows of returns, longest first: half a year, a quarter's, else a month's. */
const WINDOWS = [126, 63, 21] as const;

/** Sharpe ratio, volatility and beta of the days before each day. */
export function rollingSection(run: RunRecord): ReportSection | undefined {
  const { equity } = run;
  const returns = simpleReturnsOf(equity.map((row) => row.equity));
  const window = WINDOWS.find((days) => 2 * days <= (returns?.length ?? 0));
  if (returns === undefined || window === undefined) return undefined;
  const times = equity.slice(window).map(({ time }) => time);
  const benchmark = ownBenchmarkOf(run);
  const market = simpleReturnsOf(carried(benchmark.values));
  const chart = (name: string, of: readonly (number | undefined)[], unit: MetricText): Markup =>
    markup`<h3>${name}</h3>${lineChart({
      label: `${name} of the last ${window} days, over time`,
      times,
      unit,
      size: "low",
      lines: [{ name, values: of.slice(window - 1), look: "main" }],
      floor: 0,
    })}`;
  return {
    id: "rolling",
    title: "Rolling",
    note: `Of the ${window} trading days before each day, as of a year.`,
    body: markup`${chart("Sharpe ratio", rollingSharpeOf(returns, window), "ratio")}
${chart("Volatility", rollingVolatilityOf(returns, window), "percent")}
${market === undefined ? undefined : chart(`Beta to ${benchmark.name === "Buy and hold" ? "buy and hold" : benchmark.name}`, rollingBetaOf(returns, market, window), "ratio")}`,
  };
}
