import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import type { RunRecord } from "../../run/run-record.ts";
import { percent, shaped } from "../amounts.ts";
import { benchmarkName, benchmarkRows } from "../benchmark-table.ts";
import { AGAINST_METRICS } from "../benchmark-view.ts";
import { plainTable } from "./figures.ts";
import { markup } from "./markup.ts";
import type { ReportSection } from "./page.ts";

/** Of a run or of a walk; older ones lack it. */
interface BesideRecord {
  readonly summary: Pick<RunRecord["summary"], "metrics" | "dialect"> &
    Partial<Pick<RunRecord["summary"], "benchmark" | "riskFree">>;
}

/** The account beside what it was set against, and what it was worth beyond that. */
export function benchmarkSection({ summary }: BesideRecord): ReportSection | undefined {
  const { benchmark, metrics, dialect, riskFree = 0 } = summary;
  if (benchmark === undefined) return undefined;
  const name = benchmarkName(benchmark);
  const against = AGAINST_METRICS.map((each) => {
    const { label, shape } = definitionOf(each, dialect);
    const value = metrics[each];
    return [label, value === null ? "–" : shaped(value, shape)];
  });
  const rate = riskFree === 0 ? "" : ` The risk-free rate is ${percent(riskFree)} a year.`;
  return {
    id: "benchmark",
    title: `Beside ${benchmark.kind === "hold" ? "buy and hold" : name}`,
    note: `Of the ${benchmark.days.toLocaleString("en-US")} days that both have.${rate} What each number is stands under “Every number”.`,
    body: markup`<div class="pair"><div>${plainTable(
      "Account and benchmark",
      ["Number", "Account", name],
      benchmarkRows({ dialect, metrics, benchmark }),
    )}</div><div>${plainTable("Against the benchmark", ["Against it", "Value"], against)}</div></div>`,
  };
}
