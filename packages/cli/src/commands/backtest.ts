import { performance } from "node:perf_hooks";
import { runBacktest } from "@sevenfold/application/backtest/run-backtest";
import { Command } from "commander";
import { engineVersion } from "../engine-version.ts";
import { backtestDocument } from "../report/backtest-document.ts";
import { backtestTable } from "../report/backtest-table.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { paintFor } from "../report/terminal-color.ts";
import type { BacktestRun } from "../run/backtest-run.ts";
import type { Terminal } from "../terminal.ts";
import { addBacktestFlags, type BacktestFlags, backtestSettingsOf } from "./backtest-flags.ts";
import { loadRun } from "./load-run.ts";
import { addRunFlags, type RunFlags, runsFolderOf } from "./run-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";

type Flags = BacktestFlags & RunFlags;

/** `sevenfold backtest BARS…` */
export function backtestCommand(terminal: Terminal): Command {
  const command = addRunFlags(addBacktestFlags(new Command("backtest")))
    .description("Trades CSV files of bars by the very code that trades live. docs/backtesting.md")
    .argument("<bars...>", "CSV files, or folders of them");
  const typed = typedFlagsOf(command);
  return command.action((paths: readonly string[], flags: Flags) =>
    backtest(paths, flags, typed, terminal),
  );
}

async function backtest(
  paths: readonly string[],
  flags: Flags,
  typed: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<void> {
  const startedAt = new Date();
  const settings = backtestSettingsOf(flags);
  const clock = { zone: flags.tz, session: flags.session };
  const { columns, files, warnings, window } = await loadRun(paths, flags, settings);

  const begun = performance.now();
  const report = runBacktest(columns, settings);
  const elapsedMs = performance.now() - begun;
  const hashes = files.map(({ sha256 }) => sha256);
  const document = backtestDocument(report, {
    columns,
    settings,
    clock,
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf(hashes, { settings, clock, window, symbols: flags.symbols }),
    warnings,
  });
  const kept = await keep(
    {
      report,
      document,
      columns,
      settings,
      clock,
      asked: { startedAt: startedAt.toISOString(), bars: paths, flags: typed, inputs: files },
    },
    flags,
    terminal,
  );
  if (flags.json) {
    terminal.stdout.write(`${JSON.stringify(document)}\n`);
  } else {
    terminal.stdout.write(backtestTable(document, paintFor(terminal.hasColor)));
    for (const warning of warnings) terminal.stderr.write(`warning: ${warning}\n`);
    terminal.stderr.write(speedLine(report.bars, elapsedMs));
  }
  if (kept !== undefined) terminal.stderr.write(`kept in ${kept}; open report.html there\n`);
}

/** Keeps the run in a folder of its own and answers its path; undefined where none is wanted. */
async function keep(
  run: BacktestRun,
  flags: Flags,
  terminal: Terminal,
): Promise<string | undefined> {
  const parent = runsFolderOf(flags, terminal);
  if (parent === undefined) return undefined;
  const [{ backtestFiles }, { keepRun }, { runNameOf, wordsOfRun }] = await Promise.all([
    import("../run/backtest-run.ts"),
    import("../run/run-folder.ts"),
    import("../run/run-name.ts"),
  ]);
  const { symbols, settings } = run.document;
  const words = flags.name === undefined ? wordsOfRun(symbols, settings.mode) : [flags.name];
  const name = runNameOf(new Date(run.asked.startedAt), words);
  return keepRun(parent, name, backtestFiles(run));
}

function speedLine(bars: number, elapsedMs: number): string {
  const perSecond = Math.round((bars / Math.max(elapsedMs, 0.001)) * 1_000);
  return `${bars.toLocaleString("en-US")} bars in ${elapsedMs.toFixed(1)} ms, ${perSecond.toLocaleString("en-US")} bars a second\n`;
}
