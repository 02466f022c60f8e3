import { performance } from "node:perf_hooks";
import { runBacktest } from "@sevenfold/application/backtest/run-backtest";
import { Command } from "commander";
import { engineVersion } from "../engine-version.ts";
import { backtestDocument } from "../report/backtest-document.ts";
import { backtestTable } from "../report/backtest-table.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { paintFor } from "../report/terminal-color.ts";
import { wordsOfRun } from "../run/run-name.ts";
import type { Terminal } from "../terminal.ts";
import { addBacktestFlags, type BacktestFlags, backtestSettingsOf } from "./backtest-flags.ts";
import { keepCommand } from "./keep-command.ts";
import { loadRun } from "./load-run.ts";
import { addRunFlags, type RunFlags } from "./run-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";

type Flags = BacktestFlags & RunFlags;

/** `sevenfold backtest BARS…` */
export function backtestCommand(terminal: Terminal): Command {
  const command = addRunFlags(addBacktestFlags(new Command("backtest")))
    .description("Trades CSV files of bars by the very code that trades live. docs/backtesting.md")
    .argument("<bars...>", "files of bars (CSV, Parquet, columns), or folders of them");
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
  const asked = { startedAt: startedAt.toISOString(), bars: paths, flags: typed, inputs: files };
  const kept = await keepCommand(
    {
      startedAt,
      words: wordsOfRun(document.symbols, document.settings.mode),
      files: async () => {
        const { backtestFiles } = await import("../run/backtest-run.ts");
        return backtestFiles({ report, document, columns, settings, clock, asked });
      },
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
  terminal.stderr.write(kept);
}

function speedLine(bars: number, elapsedMs: number): string {
  const perSecond = Math.round((bars / Math.max(elapsedMs, 0.001)) * 1_000);
  return `${bars.toLocaleString("en-US")} bars in ${elapsedMs.toFixed(1)} ms, ${perSecond.toLocaleString("en-US")} bars a second\n`;
}
