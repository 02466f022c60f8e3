import { performance } from "node:perf_hooks";
import { runBacktest } from "@sevenfold/application/backtest/run-backtest";
import { Command } from "commander";
import { engineVersion } from "../engine-version.ts";
import { backtestDocument } from "../report/backtest-document.ts";
import { backtestTable } from "../report/backtest-table.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { paintFor } from "../report/terminal-color.ts";
import type { Terminal } from "../terminal.ts";
import { addBacktestFlags, type BacktestFlags, backtestSettingsOf } from "./backtest-flags.ts";
import { loadRun } from "./load-run.ts";

/** `sevenfold backtest BARS…` */
export const backtestCommand = (terminal: Terminal): Command =>
  addBacktestFlags(new Command("backtest"))
    .description("Trades CSV files of bars by the very code that trades live. docs/backtesting.md")
    .argument("<bars...>", "CSV files, or folders of them")
    .action((paths: readonly string[], flags: BacktestFlags) => backtest(paths, flags, terminal));

async function backtest(
  paths: readonly string[],
  flags: BacktestFlags,
  terminal: Terminal,
): Promise<void> {
  const settings = backtestSettingsOf(flags);
  const clock = { zone: flags.tz, session: flags.session };
  const { columns, fileHashes, warnings, window } = await loadRun(paths, flags, settings);

  const startedAt = performance.now();
  const report = runBacktest(columns, settings);
  const elapsedMs = performance.now() - startedAt;
  const document = backtestDocument(report, {
    columns,
    settings,
    clock,
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf(fileHashes, { settings, clock, window, symbols: flags.symbols }),
    warnings,
  });
  if (flags.json) {
    terminal.stdout.write(`${JSON.stringify(document)}\n`);
    return;
  }
  terminal.stdout.write(backtestTable(document, paintFor(terminal.hasColor)));
  for (const warning of warnings) terminal.stderr.write(`warning: ${warning}\n`);
  const perSecond = Math.round((report.bars / Math.max(elapsedMs, 0.001)) * 1_000);
  terminal.stderr.write(
    `${report.bars.toLocaleString("en-US")} bars in ${elapsedMs.toFixed(1)} ms, ${perSecond.toLocaleString("en-US")} bars a second\n`,
  );
}
