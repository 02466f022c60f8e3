import { readBacktest } from "../run/read-backtest.ts";
import { readSweep } from "../run/read-sweep.ts";
import type { RunConfig } from "../run/run-schema.ts";
import { runReport } from "./html/run-report.ts";
import { sweepReport } from "./html/sweep-report.ts";
import { metricsCsv, runMarkdown } from "./run-text.ts";
import { sweepCsv, sweepMarkdown } from "./sweep-text.ts";

export const REPORT_FORMATS = ["html", "md", "csv"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The report of a kept run; undefined where runs of its kind have none of the format. */
export async function reportOf(
  folder: string,
  config: RunConfig,
  format: ReportFormat,
): Promise<string | undefined> {
  if (config.command === "backtest") {
    const write = { html: runReport, md: runMarkdown, csv: metricsCsv }[format];
    return write(await readBacktest(folder, config));
  }
  if (config.command === "sweep") {
    const write = { html: sweepReport, md: sweepMarkdown, csv: sweepCsv }[format];
    return write(await readSweep(folder, config));
  }
  return undefined;
}
