import { configurationKey } from "@sevenfold/application/sweep/configuration-key";
import { prepareSweep } from "@sevenfold/application/sweep/open-sweep";
import { type SweepSpace, settingsAt } from "@sevenfold/application/sweep/sweep-space";
import { trialNumber } from "@sevenfold/application/sweep/trial-row";
import { walkForward } from "@sevenfold/application/walk-forward/walk-forward";
import {
  type WalkPlan,
  type WalkWindow,
  walkWindows,
} from "@sevenfold/application/walk-forward/walk-windows";
import { Command, Option } from "commander";
import { engineVersion } from "../engine-version.ts";
import { usageFailure } from "../failure.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { type WalkDocument, walkDocument } from "../report/walk-document.ts";
import { walkTable } from "../report/walk-table.ts";
import { wordsOfRun } from "../run/run-name.ts";
import { runSweep } from "../sweep/run-sweep.ts";
import { sweepProgress } from "../sweep/sweep-progress.ts";
import { checkLedger, ledgerPathOf, recordTrials } from "../sweep/trial-ledger.ts";
import type { Terminal } from "../terminal.ts";
import { addConfigFlag } from "./config-flag.ts";
import { checkKeeping, keepCommand, readyToKeep } from "./keep-command.ts";
import { type LoadedRun, loadRun } from "./load-run.ts";
import { addRunFlags, type RunFlags } from "./run-flags.ts";
import { addSpaceFlags, type SpaceFlags, spaceFrom } from "./sweep-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";
import { wholeNumber } from "./whole-number.ts";

interface WalkFlags extends SpaceFlags, RunFlags {
  readonly windows: number;
  readonly train?: number;
  readonly test?: number;
  readonly purge: number;
  readonly anchored: boolean;
}

const DAYS = wholeNumber(2, 100_000);

/** `sevenfold walk-forward BARS… --set name=from..to:step` */
export function walkForwardCommand(terminal: Terminal): Command {
  const command = new Command("walk-forward")
    .description(
      "Chooses settings by the days so far and trades them on the days after, again and again. docs/backtesting.md",
    )
    .argument("<bars...>", "files of bars, or folders of them");
  const flags = [
    new Option("--windows <n>", "steps of the walk, where --train and --test do not say")
      .argParser(wholeNumber(1, 200))
      .default(5),
    new Option("--train <days>", "trading days to choose by").argParser(DAYS),
    new Option("--test <days>", "trading days to try a choice on").argParser(DAYS),
    new Option("--purge <days>", "days left out between the two")
      .argParser(wholeNumber(0, 1_000))
      .default(5),
    new Option("--anchored", "choose by all days since the first, not by the last ones").default(
      false,
      "rolling",
    ),
  ];
  for (const each of flags) command.addOption(each);
  const typed = typedFlagsOf(addConfigFlag(addRunFlags(addSpaceFlags(command))));
  return command.action((paths: readonly string[], given: WalkFlags) =>
    walk(paths, given, typed, terminal),
  );
}

async function walk(
  paths: readonly string[],
  flags: WalkFlags,
  typed: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<void> {
  const startedAt = new Date();
  const space = spaceFrom(flags);
  await checkKeeping(flags, terminal);
  const loaded = await loadRun(paths, flags, space.base);
  const ledger = flags.ledger ?? (await ledgerPathOf(paths[0]!));
  await checkLedger(ledger);
  await readyToKeep(flags, terminal);
  const document = await documentOf(loaded, { space, flags, ledger, startedAt }, terminal);
  const asked = {
    startedAt: startedAt.toISOString(),
    bars: paths,
    flags: typed,
    inputs: loaded.files,
  };
  const tellKept = await keepCommand(
    {
      startedAt,
      words: wordsOfRun(document.symbols, "walk-forward"),
      files: async () => {
        const { walkFiles } = await import("../run/walk-run.ts");
        return walkFiles(document, asked);
      },
    },
    flags,
    terminal,
  );
  if (flags.json) terminal.stdout.write(`${JSON.stringify(document)}\n`);
  else {
    terminal.stdout.write(walkTable(document));
    for (const warning of loaded.warnings) terminal.stderr.write(`warning: ${warning}\n`);
  }
  tellKept();
}

interface WalkOrder {
  readonly space: SweepSpace;
  readonly flags: WalkFlags;
  readonly ledger: string;
  readonly startedAt: Date;
}

async function documentOf(
  { columns, files, warnings, window }: LoadedRun,
  { space, flags, ledger, startedAt }: WalkOrder,
  terminal: Terminal,
): Promise<WalkDocument> {
  const { accounts, objective, jobs } = flags;
  const { days } = prepareSweep(columns, accounts);
  const plan = planOf(days.length, flags);
  const windows = walkWindows(days.length, plan);
  const clock = { zone: flags.tz, session: flags.session };
  const symbols = columns.map(({ ticker }) => ticker);
  const fileHashes = files.map(({ sha256 }) => sha256);
  const progress = sweepProgress(terminal, windows.length * space.trials);
  let done = 0;
  let tried = 0;
  const steps = await walkForward({
    columns,
    days,
    windows,
    space,
    objective,
    accounts,
    measureAll: (prepared, cut) =>
      runSweep({ prepared, space, cut, jobs, onProgress: (count) => progress.tell(done + count) }),
    onWindow: async (at, rows) => {
      done += space.trials;
      progress.tell(done);
      const circumstances = { symbols, clock, accounts, train: trainedOf(windows[at]!, days) };
      const known = await recordTrials(
        ledger,
        { fileHashes, circumstances },
        Array.from({ length: space.trials }, (_, trial) => ({
          key: configurationKey(settingsAt(space, trial)),
          sharpe: trialNumber(rows, trial, "sharpe"),
        })),
        startedAt,
      );
      tried = known.count;
    },
  });
  progress.end();
  return walkDocument(steps, {
    columns,
    days,
    space,
    plan,
    clock,
    objective,
    accounts,
    tried,
    warnings,
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf(fileHashes, {
      base: space.base,
      axes: space.axes,
      clock,
      window,
      symbols,
      accounts,
      objective,
      plan,
      random: flags.random ?? null,
      seed: flags.seed,
    }),
  });
}

const trainedOf = ({ train }: WalkWindow, days: Int32Array) => [
  days[train.from],
  days[train.to - 1],
];

/** Days to choose by, as a multiple of those to try the choice on. */
const TRAIN_PER_TEST = 3;

/** The walk the flags ask for. Throws a usage `Failure` where the days do not suffice. */
function planOf(days: number, flags: WalkFlags): WalkPlan {
  const { windows, purge, anchored } = flags;
  const test =
    flags.test ??
    Math.floor(
      flags.train === undefined
        ? days / (windows + TRAIN_PER_TEST)
        : Math.max(0, days - flags.train) / windows,
    );
  const train = flags.train ?? test * TRAIN_PER_TEST;
  if (test < 1 || days < train + test)
    throw usageFailure(
      `there are ${days} trading days, and ${train} to choose by with ${Math.max(test, 1)} to try them on are more; lower --windows, --train or --test`,
    );
  if (train < purge + 2)
    throw usageFailure(
      `--purge ${purge} leaves fewer than two of the ${train} days to choose by; lower it or raise --train`,
    );
  return { train, test, purge, anchored };
}
