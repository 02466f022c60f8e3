import { performance } from "node:perf_hooks";
import {
  openBlockJournal,
  watchBlocked,
} from "@sevenfold/application/research/backtest/block-journal";
import { runBacktest } from "@sevenfold/application/research/backtest/run-backtest";
import { Command } from "commander";
import { engineVersion } from "../engine-version.ts";
import { backtestDocument } from "../report/backtest-document.ts";
import { backtestTable } from "../report/backtest-table.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { paintFor } from "../report/terminal-color.ts";
import { wordsOfRun } from "../run/run-name.ts";
import { countBacktest } from "../sweep/count-backtest.ts";
import type { Terminal } from "../terminal.ts";
import { addBacktestFlags, type BacktestFlags, reserveWarningsOf } from "./backtest-flags.ts";
import { hashedOf } from "./benchmark-flags.ts";
import { addConfigFlag } from "./config-flag.ts";
import { idleFlagsOf } from "./idle-flags.ts";
import { checkKeeping, keepCommand, readyToKeep } from "./keep-command.ts";
import { loadRun } from "./load-run.ts";
import {
  addOwnFlags,
  isOwn,
  type OwnFlags,
  ownDeciderOf,
  ownSettingsOf,
  ownWarningsOf,
  settingsWithOwn,
} from "./own-flags.ts";
import { addParquetFlag } from "./parquet-flag.ts";
import { addRunFlags, type RunFlags } from "./run-flags.ts";
import { addSetFlag, settingsOfFlags } from "./set-flag.ts";
import { typedFlagsOf } from "./typed-flags.ts";

interface Flags extends BacktestFlags, RunFlags, OwnFlags {}

/** `sevenfold backtest BARS…` */
export function backtestCommand(terminal: Terminal): Command {
  const flagged = addOwnFlags(
    addSetFlag(addParquetFlag(addRunFlags(addBacktestFlags(new Command("backtest"))))),
  );
  const command = addConfigFlag(flagged)
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
  const asked = isOwn(flags) ? ownSettingsOf(flags, typed) : await settingsOfFlags(flags);
  const clock = { zone: flags.tz, session: flags.session };
  await checkKeeping(flags, terminal);
  const { columns, files, warnings: ofBars, window, market } = await loadRun(paths, flags, asked);
  const own = await ownDeciderOf(flags, columns);
  const settings = settingsWithOwn(asked, own, flags, typed);
  await readyToKeep(flags, terminal);

  const begun = performance.now();
  const blocks = openBlockJournal(columns.length);
  const report =
    own === undefined
      ? runBacktest(columns, settings, watchBlocked(blocks))
      : await own.runEnclosed({ columns, settings, blocks });
  const elapsedMs = performance.now() - begun;
  const ofFlags = own === undefined ? idleFlagsOf(settings.strategy, typed) : [];
  const ofCash = own?.canBeShort ? [] : reserveWarningsOf(settings);
  const warnings = [
    ...ofFlags,
    ...ofCash,
    ...ofBars,
    ...ownWarningsOf(own, asked, report.largestShare),
  ];
  const hashes = files.map(({ sha256 }) => sha256);
  const inputs = [...files, ...market.files];
  const document = backtestDocument(report, {
    columns,
    settings,
    blocks,
    clock,
    ...{ market, riskFree: flags.riskFree },
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf(hashes, {
      ...{ settings, clock, window, symbols: flags.symbols },
      ...hashedOf(flags, market),
    }),
    warnings,
  });
  const { symbols } = document;
  const uncounted = await countBacktest(paths[0]!, {
    data: { fileHashes: hashes, circumstances: { symbols, clock, window, accounts: "shared" } },
    ...{ columns, settings, report },
    sharpe: document.metrics.sharpe,
    at: startedAt,
  });
  if (uncounted !== undefined) terminal.stderr.write(`warning: ${uncounted}\n`);
  const config = { startedAt: startedAt.toISOString(), bars: paths, flags: typed, inputs };
  const tellKept = await keepCommand(
    {
      startedAt,
      words: wordsOfRun(document.symbols, own?.origin.name ?? document.settings.mode),
      files: async () => {
        const { backtestFiles } = await import("../run/backtest-run.ts");
        const ran = { report, blocks, document, columns, settings, clock, market };
        return backtestFiles({ ...ran, asked: config });
      },
    },
    flags,
    terminal,
  );
  if (flags.json) {
    terminal.stdout.write(`${JSON.stringify(document)}\n`);
  } else {
    const { stdout, hasColor } = terminal;
    stdout.write(backtestTable(document, paintFor(hasColor), stdout.columns));
    for (const warning of warnings) terminal.stderr.write(`warning: ${warning}\n`);
    terminal.stderr.write(speedLine(report.bars, elapsedMs));
  }
  tellKept();
}

function speedLine(bars: number, elapsedMs: number): string {
  const perSecond = Math.round((bars / Math.max(elapsedMs, 0.001)) * 1_000);
  return `${bars.toLocaleString("en-US")} bars in ${elapsedMs.toFixed(1)} ms, ${perSecond.toLocaleString("en-US")} bars a second\n`;
}
