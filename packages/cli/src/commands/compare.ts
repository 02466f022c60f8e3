import { writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { Command, Option } from "commander";
import { engineVersion } from "../engine-version.ts";
import { usageFailure } from "../failure.ts";
import { compareDocument, type NamedRun } from "../report/compare-document.ts";
import { compareTable } from "../report/compare-table.ts";
import { compareReport } from "../report/html/compare-report.ts";
import { findRun } from "../run/find-run.ts";
import { readBacktest } from "../run/read-backtest.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";

interface CompareFlags {
  readonly html?: string;
  readonly json: boolean;
}

/** More columns no table holds. */
const RUNS_MAX = 12;

/** `sevenfold compare RUN RUN…` */
export const compareCommand = (terminal: Terminal): Command =>
  new Command("compare")
    .description("Sets kept runs side by side: what they differ in, and every number.")
    .argument("<runs...>", "folders of runs, their names, or latest")
    .addOption(new Option("--html <file>", "also write the comparison as one HTML file"))
    .addOption(new Option("--json", "print one JSON document").default(false, "a table"))
    .action((words: readonly string[], flags: CompareFlags) => compare(words, flags, terminal));

async function compare(
  words: readonly string[],
  flags: CompareFlags,
  terminal: Terminal,
): Promise<void> {
  if (words.length < 2 || RUNS_MAX < words.length)
    throw usageFailure(`compare takes from 2 to ${RUNS_MAX} runs; it was given ${words.length}`);
  const runs: NamedRun[] = [];
  for (const word of words) {
    const { folder, config } = await findRun(word, terminal.runsFolder ?? "runs", "backtest");
    runs.push({ name: basename(resolve(folder)), run: await readBacktest(folder, config) });
  }
  const document = compareDocument(runs, engineVersion());
  if (flags.html !== undefined)
    await writeFile(flags.html, compareReport(document, runs)).catch(() => {
      throw usageFailure(`cannot write ${flags.html}; --html takes another file`);
    });
  if (flags.json) {
    terminal.stdout.write(`${JSON.stringify(document)}\n`);
    return;
  }
  terminal.stdout.write(compareTable(document));
  for (const warning of document.warnings) sayWarning(terminal, warning);
}
