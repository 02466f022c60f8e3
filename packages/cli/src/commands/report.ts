import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command, Option } from "commander";
import { inputFailure, usageFailure } from "../failure.ts";
import { REPORT_FORMATS, type ReportFormat, reportOf } from "../report/kept-report.ts";
import { findRun } from "../run/find-run.ts";
import type { Terminal } from "../terminal.ts";

interface ReportFlags {
  readonly format: ReportFormat;
  readonly out?: string;
}

/** `sevenfold report RUN` */
export const reportCommand = (terminal: Terminal): Command =>
  new Command("report")
    .description("Makes the report of a run again, from what its folder keeps. docs/backtesting.md")
    .argument("[run]", "a run's folder, its name, or latest", "latest")
    .addOption(
      new Option("--format <form>", "how it is written").choices(REPORT_FORMATS).default("html"),
    )
    .addOption(
      new Option("--out <file>", "where it goes; - is the standard output").default(
        undefined,
        "html: report.html in the run's folder; else -",
      ),
    )
    .action((word: string, flags: ReportFlags) => report(word, flags, terminal));

async function report(word: string, flags: ReportFlags, terminal: Terminal): Promise<void> {
  const { folder, config } = await findRun(word, terminal.runsFolder ?? "runs");
  const text = await reportOf(folder, config, flags.format);
  if (text === undefined)
    throw inputFailure(`${folder} holds a ${config.command}, of which there is no ${flags.format}`);
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
