import { basename, resolve } from "node:path";
import {
  type Bootstrap,
  type BootstrapResult,
  bootstrapBlocks,
  bootstrapTrades,
} from "@sevenfold/application/monte-carlo/bootstrap";
import { simpleReturnsOf } from "@sevenfold/domain/metrics/track-record";
import { dollarsOf } from "@sevenfold/domain/money";
import { Command, Option } from "commander";
import { engineVersion } from "../engine-version.ts";
import { inputFailure } from "../failure.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { type MonteCarloDocument, monteCarloDocument } from "../report/monte-carlo-document.ts";
import { monteCarloTable } from "../report/monte-carlo-table.ts";
import { earnedAmountsOf } from "../run/earned-amounts.ts";
import { findRun } from "../run/find-run.ts";
import { readBacktest } from "../run/read-backtest.ts";
import type { RunRecord } from "../run/run-record.ts";
import type { Terminal } from "../terminal.ts";
import { keepCommand, readyToKeep } from "./keep-command.ts";
import { addRunFlags, type RunFlags } from "./run-flags.ts";
import { typedFlagsOf } from "./typed-flags.ts";
import { wholeNumber } from "./whole-number.ts";

interface MonteCarloFlags extends RunFlags {
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
    new Option("--json", "print one JSON document").default(false, "a table"),
  ];
  for (const each of flags) command.addOption(each);
  const typed = typedFlagsOf(addRunFlags(command));
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
  const document = monteCarloDocument(drawnOf(run, folder, flags), {
    of: { name, run },
    bootstrap: { paths, block, seed },
    engineVersion: engineVersion(),
    inputsHash: inputsHashOf([config.inputsHash], { method: flags.method, paths, block, seed }),
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
}

function say(document: MonteCarloDocument, { json }: MonteCarloFlags, terminal: Terminal): void {
  if (json) terminal.stdout.write(`${JSON.stringify(document)}\n`);
  else terminal.stdout.write(monteCarloTable(document));
}

/** More would take minutes and tell nothing more. */
const STEPS_MAX = 500_000_000;

function drawnOf(
  run: RunRecord,
  folder: string,
  { method, paths, block, seed }: MonteCarloFlags,
): readonly BootstrapResult[] {
  const start = run.summary.initialCash;
  const order: Bootstrap = { seed, paths, start };
  const wants = (which: string): boolean => method === "both" || method === which;
  const earned = wants("trades") ? drawableOf(run, folder) : [];
  const returns = simpleReturnsOf(run.equity.map(({ equity }) => equity)) ?? [];
  if (STEPS_MAX < paths * Math.max(earned.length, returns.length))
    throw inputFailure(`${folder}: so many paths of so many steps take too long; lower --paths`);
  const drawn = [
    ...(wants("trades") && 1 < earned.length ? [bootstrapTrades(earned, order)] : []),
    ...(wants("blocks") && 1 < returns.length ? [bootstrapBlocks(returns, block, order)] : []),
  ];
  if (drawn.length === 0)
    throw inputFailure(
      `${folder}: too few ${method === "blocks" ? "days" : "trades"} to draw from`,
    );
  return drawn;
}

/** What the run earned by each of its trades, open ones too, in dollars. */
function drawableOf(run: RunRecord, folder: string): readonly number[] {
  const earned = earnedAmountsOf(run);
  if (earned !== undefined) return earned.amounts.map(dollarsOf);
  throw inputFailure(
    `${folder}: its trades do not add up to its final equity, as in runs kept by older versions; run the backtest again, or draw days alone by --method blocks`,
  );
}
