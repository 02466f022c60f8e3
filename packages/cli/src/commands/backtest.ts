import { performance } from "node:perf_hooks";
import { openBlockJournal, watchBlocked } from "@sevenfold/application/backtest/block-journal";
import { runBacktest } from "@sevenfold/application/backtest/run-backtest";
import { Command } from "commander";
import { engineVersion } from "../engine-version.ts";
import { backtestDocument } from "../report/backtest-document.ts";
import { backtestTable } from "../report/backtest-table.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { paintFor } from "../report/terminal-color.ts";
import { wordsOfRun } from "../run/run-name.ts";
import { countBacktest } from "../sweep/count-backtest.ts";
import type { Terminal } from "../terminal.ts";
import { addBacktestFlags, type BacktestFlags } from "./backtest-flags.ts";
import { addConfigFlag } from "./config-flag.ts";
import { checkKeeping, keepCommand, readyToKeep } from "./keep-command.ts";
import { loadRun } from "./load-run.ts";
import { addRunFlags, type RunFlags } from "./run-flags.ts";
import { addSetFlag, type SetFlag, settingsOfFlags } from "./set-flag.ts";
import { typedFlagsOf } from "./typed-flags.ts";

interface Flags extends BacktestFlags, RunFlags, SetFlag {}

/** `sevenfold backtest BARS…` */
export function backtestCommand(terminal: Terminal): Command {
  const command = addConfigFlag(addSetFlag(addRunFlags(addBacktestFlags(new Command("backtest")))))
    .description("Trades recorded bars by the very code that trades live. docs/backtesting.md")
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
  const settings = await settingsOfFlags(flags);
  const clock = { zone: flags.tz, session: flags.session };
  await checkKeeping(flags, terminal);
  const { columns, files, warnings, window } = await loadRun(paths, flags, settings);
  await readyToKeep(flags, terminal);

  const begun = performance.now();
  const blocks = openBlockJournal(columns.length);
  const report = runBacktest(columns, settings, watchBlocked(blocks));
  const elapsedMs = performance.now() - begun;
  const hashes = files.map(({ sha256 }) => sha256);
  const document = backtestDocument(report, {
    columns,
    settings,
    blocks,
    clock,
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf(hashes, { settings, clock, window, symbols: flags.symbols }),
    warnings,
  });
  const { symbols } = document;
  const uncounted = await countBacktest(paths[0]!, {
    data: { fileHashes: hashes, circumstances: { symbols, clock, window, accounts: "shared" } },
    settings,
    sharpe: document.metrics.sharpe,
    at: startedAt,
  });
  if (uncounted !== undefined) terminal.stderr.write(`warning: ${uncounted}\n`);
  const asked = { startedAt: startedAt.toISOString(), bars: paths, flags: typed, inputs: files };
  const tellKept = await keepCommand(
    {
      startedAt,
      words: wordsOfRun(document.symbols, document.settings.mode),
      files: async () => {
        const { backtestFiles } = await import("../run/backtest-run.ts");
        return backtestFiles({ report, blocks, document, columns, settings, clock, asked });
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
  tellKept();
}

function speedLine(bars: number, elapsedMs: number): string {
  const perSecond = Math.round((bars / Math.max(elapsedMs, 0.001)) * 1_000);
  return `${bars.toLocaleString("en-US")} bars in ${elapsedMs.toFixed(1)} ms, ${perSecond.toLocaleString("en-US")} bars a second\n`;
}
