import { sketchOf } from "@sevenfold/application/research/metrics/try-clusters";
import type { SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import {
  skillOfWalk,
  type WalkSkill,
} from "@sevenfold/application/research/walk-forward/judge-walk";
import { walkForward } from "@sevenfold/application/research/walk-forward/walk-forward";
import {
  type WalkWindow,
  walkWindows,
} from "@sevenfold/application/research/walk-forward/walk-windows";
import { Command, Option } from "commander";
import { openMeasuring } from "../distributed/measuring.ts";
import { engineVersion } from "../engine-version.ts";
import { marketAsked } from "../metrics/read-market.ts";
import { type WalkDocument, walkDocument } from "../report/walk-document.ts";
import { walkTable } from "../report/walk-table.ts";
import { type LongWork, openLongWork } from "../resumable/long-work.ts";
import { wordsOfRun } from "../run/run-name.ts";
import { keptTrials } from "../sweep/kept-trials.ts";
import { openKeptWalk } from "../sweep/kept-walk.ts";
import { kernelMachine } from "../sweep/kernel-module.ts";
import { sweepProgress } from "../sweep/sweep-progress.ts";
import { recordTrials, type TriedConfiguration } from "../sweep/trial-ledger.ts";
import { triedIn } from "../sweep/tried-in.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import type { AskedTrials } from "./asked-trials.ts";
import { addConfigFlag } from "./config-flag.ts";
import { keepCommand } from "./keep-command.ts";
import type { LoadedRun } from "./load-run.ts";
import { loadTrials } from "./load-trials.ts";
import { addOwnFlags } from "./own-flags.ts";
import { addParquetFlag } from "./parquet-flag.ts";
import { type PlannedWalk, plannedOf, type WalkFlags } from "./planned-walk.ts";
import { addResumeFlag } from "./resume-flag.ts";
import { addRunFlags } from "./run-flags.ts";
import { addSpaceFlags } from "./sweep-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";
import { wholeNumber } from "./whole-number.ts";

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
  const flagged = addResumeFlag(addParquetFlag(addRunFlags(addSpaceFlags(command))));
  const typed = typedFlagsOf(addConfigFlag(addOwnFlags(flagged)));
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
  const { loaded, trials, ledger } = await loadTrials(paths, flags, typed, terminal);
  const planned = plannedOf(loaded, trials.space, flags);
  const work = openLongWork({ kind: "walk-forward", ...planned }, flags, terminal);
  const order = { ...planned, trials, flags, ledger, startedAt, work };
  const document = await documentOf(loaded, order, terminal).finally(work.end);
  const asked = {
    startedAt: startedAt.toISOString(),
    bars: paths,
    flags: typed,
    inputs: [...loaded.files, ...loaded.market.files],
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
    for (const warning of loaded.warnings) sayWarning(terminal, warning);
  }
  tellKept();
  await work.finish();
}

interface WalkOrder extends PlannedWalk {
  readonly trials: AskedTrials;
  readonly flags: WalkFlags;
  readonly ledger: string;
  readonly startedAt: Date;
  readonly work: LongWork;
}

async function documentOf(
  { columns, files, warnings, market }: LoadedRun,
  { days, plan, inputsHash, trials: { space, own }, flags, ledger, startedAt, work }: WalkOrder,
  terminal: Terminal,
): Promise<WalkDocument> {
  const { accounts, objective, jobs } = flags;
  const windows = walkWindows(days.length, plan);
  const clock = { zone: flags.tz, session: flags.session };
  const symbols = columns.map(({ ticker }) => ticker);
  const fileHashes = files.map(({ sha256 }) => sha256);
  const named = marketAsked(market);
  const held = { ...(named && { market: named }) };
  const all = windows.length * space.trials;
  const progress = sweepProgress(terminal, all);
  const walked = await openKeptWalk(work);
  const measuring = await openMeasuring(flags, terminal);
  let tried = walked.triedEver;
  const dataOf = (at: number) => {
    const trained = trainedOf(windows[at]!, days);
    const circumstances = { symbols, clock, accounts, train: [trained[0], trained.at(-1)] };
    return { fileHashes, circumstances, days: trained };
  };
  const steps = await walkForward({
    columns,
    days,
    windows,
    space,
    objective,
    accounts,
    ...held,
    ...(own && { trade: own.trade }),
    chosen: walked.choices,
    measureAll: async (prepared, cut, at) => {
      const before = at * space.trials;
      const words = (count: number) =>
        `${(before + count).toLocaleString("en-US")} of ${all.toLocaleString("en-US")} tried`;
      if (work.isStopping()) {
        await walked.flush();
        throw work.interrupted(words(0));
      }
      const asked = { work, space, ledger, words, keepFirst: walked.flush };
      const kept = await keptTrials({ ...asked, name: windowName(at), data: dataOf(at) });
      const onProgress = (count: number) => progress.tell(before + count);
      const { from, to } = windows[at]!.train;
      return measuring.measure(
        { prepared, space, cut, jobs, own, kept, onProgress },
        { columns, days: [days[from]!, days[to - 1]!] },
      );
    },
    onWindow: async (at, rows, choice) => {
      progress.tell((at + 1) * space.trials);
      const data = dataOf(at);
      const tries = triedIn(space, rows, data.days.length);
      tried = (await recordTrials(ledger, data, tries, startedAt)).configurations;
      await walked.keep(choice, tried);
      await work.forget(windowName(at));
    },
  })
    .finally(measuring.end)
    .finally(progress.end);
  const bars = { columns, days, accounts, space, ...held, openMachine: kernelMachine };
  const skill = skillOfWalk({ ...bars, ...(own && { trade: own.trade }) }, steps);
  const tested = steps.map(({ window }) => days.subarray(window.test.from, window.test.to));
  const { kindsOfSort } = await recordTrials(
    ledger,
    {
      fileHashes,
      circumstances: { symbols, clock, accounts, plan, objective },
      days: Int32Array.from(tested.flatMap((each) => [...each])),
      sort: "walk",
    },
    [walkTried(space, skill)],
    startedAt,
  );
  return walkDocument(steps, {
    ...{ skill, walks: kindsOfSort, market, riskFree: flags.riskFree },
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
    inputsHash,
  });
}

const windowName = (at: number): string => `window-${at + 1}`;

/** The walk as one try of its own: what it chose among, and what came of it. */
const walkTried = (space: SweepSpace, { spans }: WalkSkill): TriedConfiguration => ({
  key: JSON.stringify([space.base, space.axes, space.trials]),
  sharpe: Number.NaN,
  sketch: () => sketchOf(spans),
});

const trainedOf = ({ train }: WalkWindow, days: Int32Array): Int32Array =>
  days.subarray(train.from, train.to);
