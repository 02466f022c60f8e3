import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import { configurationKey } from "@sevenfold/application/sweep/configuration-key";
import { sampleCutOf } from "@sevenfold/application/sweep/measure-trial";
import { engineReasonOf, openSweep, prepareSweep } from "@sevenfold/application/sweep/open-sweep";
import { findingsOf } from "@sevenfold/application/sweep/sweep-findings";
import { type SweepSpace, settingsAt } from "@sevenfold/application/sweep/sweep-space";
import { trialNumber } from "@sevenfold/application/sweep/trial-row";
import { PATTERN_CONFIRMATIONS } from "@sevenfold/domain/strategy";
import { Command } from "commander";
import { engineVersion } from "../engine-version.ts";
import { checkFailure } from "../failure.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { type SweepDocument, sweepDocument } from "../report/sweep-document.ts";
import { sweepTable } from "../report/sweep-table.ts";
import { paintFor } from "../report/terminal-color.ts";
import { wordsOfRun } from "../run/run-name.ts";
import { runSweep } from "../sweep/run-sweep.ts";
import { sweepProgress } from "../sweep/sweep-progress.ts";
import { checkLedger, circumstancesOf, ledgerPathOf, recordTrials } from "../sweep/trial-ledger.ts";
import { jstatNormal } from "../system/jstat-normal.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { addConfigFlag } from "./config-flag.ts";
import { checkKeeping, keepCommand, readyToKeep } from "./keep-command.ts";
import { type LoadedRun, loadRun } from "./load-run.ts";
import { addRunFlags, type RunFlags } from "./run-flags.ts";
import { addSweepFlags, type SweepFlags, spaceFrom } from "./sweep-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";

/** `sevenfold sweep BARS… --set name=from..to:step` */
export function sweepCommand(terminal: Terminal): Command {
  const command = addConfigFlag(addRunFlags(addSweepFlags(new Command("sweep"))))
    .description(
      "Trades bars by many settings, counts every one it ever tried, and says how much of the best is luck. docs/backtesting.md",
    )
    .argument("<bars...>", "files of bars (CSV, Parquet, columns), or folders of them");
  const typed = typedFlagsOf(command);
  return command.action((paths: readonly string[], flags: Flags) =>
    sweep(paths, flags, typed, terminal),
  );
}

type Flags = SweepFlags & RunFlags;

async function sweep(
  paths: readonly string[],
  flags: Flags,
  typed: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<void> {
  const space = spaceFrom(flags);
  await checkKeeping(flags, terminal);
  const loaded = await loadRun(paths, flags, space.base);
  const { files, warnings } = loaded;
  const ledger = flags.ledger ?? (await ledgerPathOf(paths[0]!));
  await checkLedger(ledger);
  await readyToKeep(flags, terminal);
  const startedAt = systemClock.monotonicMs();
  const document = await documentOf({ ...loaded, ledger }, space, flags, terminal);
  const elapsedMs = systemClock.monotonicMs() - startedAt;
  const startedOn = new Date(systemClock.now());
  const tellKept = await keepCommand(
    {
      startedAt: startedOn,
      words: [...wordsOfRun(document.symbols, "sweep"), ...document.axes.map(({ name }) => name)],
      files: async () => {
        const { sweepFiles } = await import("../run/sweep-run.ts");
        const asked = { startedAt: startedOn.toISOString(), bars: paths, flags: typed };
        return sweepFiles(document, { ...asked, inputs: files });
      },
    },
    flags,
    terminal,
  );
  if (flags.json) terminal.stdout.write(`${JSON.stringify(document)}\n`);
  else {
    terminal.stdout.write(sweepTable(document, flags.top, paintFor(terminal.hasColor)));
    for (const warning of warnings) terminal.stderr.write(`warning: ${warning}\n`);
    terminal.stderr.write(speedText(document, elapsedMs));
  }
  tellKept();
  if (flags.failOnNoise && document.verdict.label === "noise")
    throw checkFailure("the sweep is labelled as noise, and --fail-on-noise was asked for");
}

interface SweepInput extends LoadedRun {
  readonly ledger: string;
}

async function documentOf(
  { columns, files, warnings, window, ledger }: SweepInput,
  space: SweepSpace,
  flags: SweepFlags,
  terminal: Terminal,
): Promise<SweepDocument> {
  const clock = { zone: flags.tz, session: flags.session };
  const fileHashes = files.map(({ sha256 }) => sha256);
  const { accounts, objective } = flags;
  const prepared = prepareSweep(columns, accounts);
  const cut = sampleCutOf(prepared.days.length, flags.outOfSample);
  const progress = sweepProgress(terminal, space.trials);
  const rows = await runSweep({
    prepared,
    space,
    cut,
    jobs: flags.jobs,
    onProgress: progress.tell,
  });
  progress.end();
  const symbols = columns.map(({ ticker }) => ticker);
  const tried = await recordTrials(
    ledger,
    { fileHashes, circumstances: circumstancesOf({ symbols, clock, window, accounts }) },
    Array.from({ length: space.trials }, (_, trial) => ({
      key: configurationKey(settingsAt(space, trial)),
      sharpe: trialNumber(rows, trial, "sharpe"),
    })),
    new Date(systemClock.now()),
  );
  const run = openSweep(prepared);
  const curveOf = (trial: number) => {
    const curve = new Float64Array(cut.days);
    run(settingsAt(space, trial), curve);
    return curve;
  };
  const findings = findingsOf({
    space,
    cut,
    rows,
    objective,
    tried,
    normal: jstatNormal,
    curveOf,
  });
  return sweepDocument(findings, {
    columns,
    settings: space.base,
    clock,
    space,
    cut,
    rows,
    objective,
    accounts,
    engineBecause: engineReasonOf(prepared, hardestOf(space, findings.best)),
    ledger: { path: ledger, tried },
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf(fileHashes, {
      base: space.base,
      axes: space.axes,
      clock,
      window,
      symbols,
      accounts,
      objective,
      outOfSample: flags.outOfSample,
      random: flags.random ?? null,
      seed: flags.seed,
    }),
    warnings,
  });
}

function speedText({ trials, bars }: SweepDocument, elapsedMs: number): string {
  const steps = trials * bars;
  const perSecond = Math.round((steps / Math.max(elapsedMs, 0.001)) * 1_000);
  return `${trials.toLocaleString("en-US")} × ${bars.toLocaleString("en-US")} bars in ${elapsedMs.toFixed(0)} ms, ${perSecond.toLocaleString("en-US")} bars a second\n`;
}

/** The best trial's settings, waiting for patterns where any trial does: that is the engine's to run. */
function hardestOf(space: SweepSpace, best: number): BacktestSettings {
  const settings = settingsAt(space, best);
  const waits = PATTERN_CONFIRMATIONS.indexOf("require");
  const areSome = space.axes.some(
    ({ name, values }) => name === "patternConfirmation" && values.includes(waits),
  );
  if (!areSome) return settings;
  return { ...settings, strategy: { ...settings.strategy, patternConfirmation: "require" } };
}
