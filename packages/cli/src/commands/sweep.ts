import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import { sampleCutOf } from "@sevenfold/application/research/sweep/measure-trial";
import {
  engineReasonOf,
  openSweep,
  prepareSweep,
} from "@sevenfold/application/research/sweep/open-sweep";
import { findingsOf } from "@sevenfold/application/research/sweep/sweep-findings";
import { type SweepSpace, settingsAt } from "@sevenfold/application/research/sweep/sweep-space";
import type { TrialRunner } from "@sevenfold/application/research/sweep/trial-runner";
import { PATTERN_CONFIRMATIONS } from "@sevenfold/domain/strategy";
import { Command } from "commander";
import { openMeasuring } from "../distributed/measuring.ts";
import { engineVersion } from "../engine-version.ts";
import { checkFailure } from "../failure.ts";
import { marketAsked } from "../metrics/read-market.ts";
import { besideView } from "../report/beside-view.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { type SweepDocument, sweepDocument } from "../report/sweep-document.ts";
import { sweepTable } from "../report/sweep-table.ts";
import { paintFor } from "../report/terminal-color.ts";
import { type LongWork, openLongWork, type WorkFlags } from "../resumable/long-work.ts";
import { wordsOfRun } from "../run/run-name.ts";
import { keptTrials } from "../sweep/kept-trials.ts";
import { kernelMachine } from "../sweep/kernel-module.ts";
import { sweepProgress } from "../sweep/sweep-progress.ts";
import { circumstancesOf, recordTrials } from "../sweep/trial-ledger.ts";
import { triedIn } from "../sweep/tried-in.ts";
import { jstatNormal } from "../system/jstat-normal.ts";
import { sayWarning } from "../system/say-warning.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import type { AskedTrials } from "./asked-trials.ts";
import { hashedOf } from "./benchmark-flags.ts";
import { addConfigFlag } from "./config-flag.ts";
import { keepCommand } from "./keep-command.ts";
import type { LoadedRun } from "./load-run.ts";
import { loadTrials } from "./load-trials.ts";
import { addOwnFlags, type OwnFlags } from "./own-flags.ts";
import { addParquetFlag } from "./parquet-flag.ts";
import { addResumeFlag } from "./resume-flag.ts";
import { addRunFlags } from "./run-flags.ts";
import { addSweepFlags, type SweepFlags } from "./sweep-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";

/** `sevenfold sweep BARS… --set name=from..to:step` */
export function sweepCommand(terminal: Terminal): Command {
  const flagged = addResumeFlag(addParquetFlag(addRunFlags(addSweepFlags(new Command("sweep")))));
  const command = addConfigFlag(addOwnFlags(flagged))
    .description(
      "Trades bars by many settings, counts every one it ever tried, and says how much of the best is luck. docs/backtesting.md",
    )
    .argument("<bars...>", "files of bars (CSV, Parquet, columns), or folders of them");
  const typed = typedFlagsOf(command);
  return command.action((paths: readonly string[], flags: Flags) =>
    sweep(paths, flags, typed, terminal),
  );
}

type Flags = SweepFlags & WorkFlags & OwnFlags;

async function sweep(
  paths: readonly string[],
  flags: Flags,
  typed: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<void> {
  const { loaded, trials, ledger } = await loadTrials(paths, flags, typed, terminal);
  const { files, warnings } = loaded;
  const startedAt = systemClock.monotonicMs();
  const inputsHash = inputsHashFor(loaded, trials.space, flags);
  const work = openLongWork({ kind: "sweep", inputsHash }, flags, terminal);
  const input = { ...loaded, ledger, inputsHash, work };
  const document = await documentOf(input, trials, flags, terminal).finally(work.end);
  const elapsedMs = systemClock.monotonicMs() - startedAt;
  const startedOn = new Date(systemClock.now());
  const tellKept = await keepCommand(
    {
      startedAt: startedOn,
      words: [...wordsOfRun(document.symbols, "sweep"), ...document.axes.map(({ name }) => name)],
      files: async () => {
        const { sweepFiles } = await import("../run/sweep-run.ts");
        const origin = { startedAt: startedOn.toISOString(), bars: paths, flags: typed };
        return sweepFiles(document, { ...origin, inputs: [...files, ...loaded.market.files] });
      },
    },
    flags,
    terminal,
  );
  if (flags.json) terminal.stdout.write(`${JSON.stringify(document)}\n`);
  else {
    terminal.stdout.write(sweepTable(document, flags.top, paintFor(terminal.hasColor)));
    for (const warning of warnings) sayWarning(terminal, warning);
    terminal.stderr.write(speedText(document, elapsedMs));
  }
  tellKept();
  await work.finish();
  if (flags.failOnNoise && document.verdict.label === "noise")
    throw checkFailure("the sweep is labelled as noise, and --fail-on-noise was asked for");
}

/** Names all that the numbers hang on. */
function inputsHashFor(
  { columns, files, window, market }: LoadedRun,
  { base, axes }: SweepSpace,
  flags: SweepFlags,
): string {
  const { accounts, objective, outOfSample, random, seed, session, tz } = flags;
  return inputsHashOf(
    files.map(({ sha256 }) => sha256),
    {
      base,
      axes,
      clock: { zone: tz, session },
      window,
      symbols: columns.map(({ ticker }) => ticker),
      accounts,
      objective,
      outOfSample,
      random: random ?? null,
      seed,
      ...hashedOf(flags, market),
    },
  );
}

interface SweepInput extends LoadedRun {
  readonly ledger: string;
  readonly inputsHash: string;
  readonly work: LongWork;
}

async function documentOf(
  { columns, files, warnings, window, market, ledger, inputsHash, work }: SweepInput,
  { space, own }: AskedTrials,
  flags: SweepFlags,
  terminal: Terminal,
): Promise<SweepDocument> {
  const clock = { zone: flags.tz, session: flags.session };
  const fileHashes = files.map(({ sha256 }) => sha256);
  const { accounts, objective } = flags;
  const prepared = prepareSweep(columns, accounts, space.base, marketAsked(market));
  const cut = sampleCutOf(prepared.days.length, flags.outOfSample);
  const progress = sweepProgress(terminal, space.trials);
  const symbols = columns.map(({ ticker }) => ticker);
  const circumstances = circumstancesOf({ symbols, clock, window, accounts });
  const data = { fileHashes, circumstances, days: prepared.days };
  const kept = await keptTrials({ work, name: "trials", space, ledger, data });
  const { measure, end } = await openMeasuring(flags, terminal);
  const rows = await measure(
    { prepared, space, cut, jobs: flags.jobs, own, kept, onProgress: progress.tell },
    { columns },
  )
    .finally(end)
    .finally(progress.end);
  const tried = await recordTrials(
    ledger,
    data,
    triedIn(space, rows, prepared.days.length),
    new Date(systemClock.now()),
  );
  const run = openSweep(prepared, kernelMachine(), own?.trade);
  const findings = findingsOf({
    ...{ space, cut, rows, objective, basis: prepared.basis },
    triedKinds: tried.kinds,
    normal: jstatNormal,
    run,
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
    beside: besideView({
      market,
      riskFree: flags.riskFree,
      ...curveOf(run, settingsAt(space, findings.best), prepared.days),
    }),
    engineVersion: engineVersion(),
    inputsHash,
    warnings,
  });
}

/** Equity of each day under the settings, after what it began with. */
function curveOf(run: TrialRunner, settings: BacktestSettings, days: Int32Array) {
  const curve = new Float64Array(days.length);
  const { initialEquity } = run(settings, curve);
  return { days, values: [initialEquity, ...curve] };
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
