import { basename, resolve } from "node:path";
import { simpleReturnsOf } from "@sevenfold/application/research/metrics/track-record";
import {
  type Bootstrap,
  type BootstrapResult,
  drawOfBlocks,
  drawOfTrades,
  type PathDraw,
} from "@sevenfold/application/research/monte-carlo/bootstrap";
import { dollarsOf } from "@sevenfold/domain/money";
import { Command, Option } from "commander";
import { type Drawing, openDrawing } from "../distributed/drawing.ts";
import { type DistributedFlags, distributedFlag } from "../distributed/measuring.ts";
import { engineVersion } from "../engine-version.ts";
import { inputFailure } from "../failure.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { type MonteCarloDocument, monteCarloDocument } from "../report/monte-carlo-document.ts";
import { monteCarloTable } from "../report/monte-carlo-table.ts";
import { openKeptRows } from "../resumable/kept-rows.ts";
import { type LongWork, openLongWork, type WorkFlags } from "../resumable/long-work.ts";
import { earnedAmountsOf } from "../run/earned-amounts.ts";
import { findRun } from "../run/find-run.ts";
import { readBacktest } from "../run/read-backtest.ts";
import type { RunRecord } from "../run/run-record.ts";
import { sweepProgress } from "../sweep/sweep-progress.ts";
import type { Terminal } from "../terminal.ts";
import { keepCommand, readyToKeep } from "./keep-command.ts";
import { addResumeFlag } from "./resume-flag.ts";
import { addRunFlags } from "./run-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";
import { wholeNumber } from "./whole-number.ts";

interface MonteCarloFlags extends WorkFlags, DistributedFlags {
  readonly method: "both" | "trades" | "blocks";
  readonly paths: number;
  readonly block: number;
  readonly seed: number;
  readonly json: boolean;
}

/** `sevenfold monte-carlo RUN` */
export function monteCarloCommand(terminal: Terminal): Command {
  const command = new Command("monte-carlo")
    .description(
      "Draws the trades and the days of a kept backtest again and again: how else it could have gone. docs/backtesting.md",
    )
    .argument("[run]", "a backtest's folder, its name, or latest", "latest");
  const flags = [
    new Option("--method <what>", "what is drawn: trades one by one, or blocks of days")
      .choices(["both", "trades", "blocks"])
      .default("both"),
    new Option("--paths <n>", "paths to draw").argParser(wholeNumber(100, 100_000)).default(2_000),
    new Option("--block <days>", "days of a block").argParser(wholeNumber(1, 1_000)).default(20),
    new Option("--seed <n>", "what the drawing begins with")
      .argParser(wholeNumber(0, 2 ** 32 - 1))
      .default(1),
    distributedFlag(),
    new Option("--json", "print one JSON document").default(false, "a table"),
  ];
  for (const each of flags) command.addOption(each);
  const typed = typedFlagsOf(addResumeFlag(addRunFlags(command)));
  return command.action((word: string, given: MonteCarloFlags) =>
    monteCarlo(word, given, typed, terminal),
  );
}

async function monteCarlo(
  word: string,
  flags: MonteCarloFlags,
  typed: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<void> {
  const startedAt = new Date();
  const { folder, config } = await findRun(word, terminal.runsFolder ?? "runs", "backtest");
  const run = await readBacktest(folder, config);
  await readyToKeep(flags, terminal);
  const { paths, block, seed } = flags;
  const name = basename(resolve(folder));
  const draws = drawsOf(run, folder, flags);
  const inputsHash = inputsHashOf([config.inputsHash], {
    ...{ method: flags.method, paths, block, seed },
  });
  // What is drawn from lies in files that a hand may have changed since: it is named by what it is.
  const drawnFrom = draws.map(({ from }) => from);
  const asked = { kind: "monte-carlo", inputsHash: inputsHashOf([inputsHash], drawnFrom) } as const;
  const work = openLongWork(asked, flags, terminal);
  const drawing = await openDrawing(flags, terminal);
  const drawn = await drawnBy(
    draws,
    { ...drawing, work, block, bootstrap: orderOf(run, flags) },
    terminal,
  )
    .finally(drawing.end)
    .finally(work.end);
  const document = monteCarloDocument(drawn, {
    of: { name, run },
    bootstrap: { paths, block, seed },
    engineVersion: engineVersion(),
    inputsHash,
  });
  const tellKept = await keepCommand(
    {
      startedAt,
      words: ["monte-carlo", ...run.summary.symbols.slice(0, 3)],
      files: async () => {
        const { monteCarloFiles } = await import("../run/monte-carlo-run.ts");
        return monteCarloFiles(document, {
          startedAt: startedAt.toISOString(),
          bars: [folder],
          flags: typed,
          inputs: config.inputs,
        });
      },
    },
    flags,
    terminal,
  );
  say(document, flags, terminal);
  tellKept();
  await work.finish();
}

function say(document: MonteCarloDocument, { json }: MonteCarloFlags, terminal: Terminal): void {
  if (json) terminal.stdout.write(`${JSON.stringify(document)}\n`);
  else terminal.stdout.write(monteCarloTable(document));
}

/** More would take minutes and tell nothing more. */
const STEPS_MAX = 500_000_000;

interface Draw {
  readonly draw: PathDraw;
  /** What it draws from. */
  readonly from: readonly number[];
}

function drawsOf(
  run: RunRecord,
  folder: string,
  { method, paths, block, seed }: MonteCarloFlags,
): readonly Draw[] {
  const order = orderOf(run, { paths, seed });
  const wants = (which: string): boolean => method === "both" || method === which;
  const earned = wants("trades") ? drawableOf(run, folder) : [];
  const returns = simpleReturnsOf(run.equity.map(({ equity }) => equity)) ?? [];
  if (STEPS_MAX < paths * Math.max(earned.length, returns.length))
    throw inputFailure(`${folder}: so many paths of so many steps take too long; lower --paths`);
  const draws = [
    ...(wants("trades") && 1 < earned.length
      ? [{ draw: drawOfTrades(earned, order), from: earned }]
      : []),
    ...(wants("blocks") && 1 < returns.length
      ? [{ draw: drawOfBlocks(returns, block, order), from: returns }]
      : []),
  ];
  if (draws.length === 0)
    throw inputFailure(
      `${folder}: too few ${method === "blocks" ? "days" : "trades"} to draw from`,
    );
  return draws;
}

const orderOf = (
  run: RunRecord,
  { paths, seed }: Pick<MonteCarloFlags, "paths" | "seed">,
): Bootstrap => ({ seed, paths, start: run.summary.initialCash });

interface DrawnBy extends Drawing {
  readonly work: LongWork;
  readonly block: number;
  readonly bootstrap: Bootstrap;
}

/** Draws one method after another, and says how far it has come. */
async function drawnBy(
  draws: readonly Draw[],
  { work, draw: drawPaths, block, bootstrap }: DrawnBy,
  terminal: Terminal,
): Promise<readonly BootstrapResult[]> {
  const all = draws.reduce((sum, { draw }) => sum + draw.paths, 0);
  const progress = sweepProgress(terminal, all, "paths drawn");
  const results: BootstrapResult[] = [];
  let before = 0;
  try {
    for (const { draw, from } of draws) {
      const drawnBefore = before;
      const words = (done: number) =>
        `${(drawnBefore + done).toLocaleString("en-US")} of ${all.toLocaleString("en-US")} paths`;
      const log = await work.part(draw.method);
      const rows = await drawPaths({
        ...{ draw, from, block, bootstrap },
        kept: openKeptRows({ work, log, width: draw.width, words }),
        onProgress: (done) => progress.tell(drawnBefore + done),
      });
      results.push(draw.resultOf(rows));
      before += draw.paths;
    }
  } finally {
    progress.end();
  }
  return results;
}

/** What the run earned by each of its trades, open ones too, in dollars. */
function drawableOf(run: RunRecord, folder: string): readonly number[] {
  const earned = earnedAmountsOf(run);
  if (earned !== undefined) return earned.amounts.map(dollarsOf);
  throw inputFailure(
    `${folder}: its trades do not add up to its final equity, as in runs kept by older versions; run the backtest again, or draw days alone by --method blocks`,
  );
}
