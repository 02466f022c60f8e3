import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command, Option } from "commander";
import { usageFailure } from "../failure.ts";
import { runReport } from "../report/html/run-report.ts";
import { metricsCsv, runMarkdown } from "../report/run-text.ts";
import { findRun, readRun } from "../run/read-run.ts";
import type { RunRecord } from "../run/run-record.ts";
import type { Terminal } from "../terminal.ts";

interface ReportFlags {
  readonly format: keyof typeof WRITERS;
  readonly out?: string;
}

const WRITERS = { html: runReport, md: runMarkdown, csv: metricsCsv } as const satisfies Record<
  string,
  (run: RunRecord) => string
>;

/** `sevenfold report RUN` */
export const reportCommand = (terminal: Terminal): Command =>
  new Command("report")
    .description("Makes the report of a run again, from what its folder keeps. docs/backtesting.md")
    .argument("[run]", "a run's folder, its name, or latest", "latest")
    .addOption(
      new Option("--format <form>", "how it is written")
        .choices(Object.keys(WRITERS))
        .default("html"),
    )
    .addOption(
      new Option("--out <file>", "where it goes; - is the standard output").default(
        undefined,
        "html: report.html in the run's folder; else -",
      ),
    )
    .action((word: string, flags: ReportFlags) => report(word, flags, terminal));

async function report(word: string, flags: ReportFlags, terminal: Terminal): Promise<void> {
  const folder = await findRun(word, terminal.runsFolder ?? "runs");
  const text = WRITERS[flags.format](await readRun(folder));
  const out = flags.out ?? (flags.format === "html" ? join(folder, "report.html") : "-");
  if (out === "-") {
    terminal.stdout.write(text);
    return;
  }
  await writeFile(out, text).catch(() => {
    throw usageFailure(`cannot write ${out}; --out takes another file`);
  });
  terminal.stdout.write(`${out}\n`);
}
