import { join } from "node:path";
import { z } from "zod";
import { engineVersion } from "../engine-version.ts";
import { inputFailure } from "../failure.ts";
import { readBacktest } from "../run/read-backtest.ts";
import { readJson } from "../run/read-json.ts";
import { readSweep } from "../run/read-sweep.ts";
import type { RunConfig } from "../run/run-schema.ts";
import { monteCarloReport } from "./html/monte-carlo-report.ts";
import { runReport } from "./html/run-report.ts";
import { sweepReport } from "./html/sweep-report.ts";
import { walkReport } from "./html/walk-report.ts";
import type { MonteCarloDocument } from "./monte-carlo-document.ts";
import { metricsCsv, runMarkdown } from "./run-text.ts";
import { sweepCsv, sweepMarkdown } from "./sweep-text.ts";
import type { WalkDocument } from "./walk-document.ts";

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
  if (config.command === "monte-carlo" && format === "html")
    return monteCarloReport(await readOwnDocument<MonteCarloDocument>(folder, config), config);
  if (config.command === "walk-forward" && format === "html")
    return walkReport(await readOwnDocument<WalkDocument>(folder, config), config);
  return undefined;
}

/** The document of a run as it was written; one of another make is refused. */
async function readOwnDocument<Document>(folder: string, config: RunConfig): Promise<Document> {
  const path = join(folder, "metrics.json");
  const document = await readJson(path, z.looseObject({ runId: z.literal(config.runId) }));
  if (config.engineVersion !== engineVersion())
    throw inputFailure(
      `${folder} was made by version ${config.engineVersion}; run ${config.command} again for a report by ${engineVersion()}`,
    );
  return document as unknown as Document;
}
