import { setImmediate as turn } from "node:timers/promises";
import {
  findLookahead,
  type Lookahead,
  type LookaheadSearch,
} from "@sevenfold/application/backtest/find-lookahead";
import { runBacktest } from "@sevenfold/application/backtest/run-backtest";
import type { Intent } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { decimalOf } from "@sevenfold/domain/money";
import { Command, InvalidArgumentError, Option } from "commander";
import { engineVersion } from "../engine-version.ts";
import { checkFailure } from "../failure.ts";
import { counted } from "../report/amounts.ts";
import { orderView } from "../report/order-view.ts";
import type { Terminal } from "../terminal.ts";
import { addBacktestFlags, type BacktestFlags } from "./backtest-flags.ts";
import { addConfigFlag } from "./config-flag.ts";
import { loadRun } from "./load-run.ts";
import { addSetFlag, type SetFlag, settingsOfFlags } from "./set-flag.ts";

const CUTS_MAX = 100_000;

interface LookaheadFlags extends BacktestFlags, SetFlag {
  readonly cuts: number;
}

/** `sevenfold lookahead BARS…` */
export const lookaheadCommand = (terminal: Terminal): Command =>
  addConfigFlag(addSetFlag(addBacktestFlags(new Command("lookahead"))))
    .description("Takes the future away and holds every past decision to be the same.")
    .argument("<bars...>", "files of bars (CSV, Parquet, columns), or folders of them")
    .addOption(
      new Option("--cuts <n>", "instants after which the future is taken away")
        .argParser(cutCount)
        .default(200),
    )
    .action((paths: readonly string[], flags: LookaheadFlags) => lookahead(paths, flags, terminal));

async function lookahead(
  paths: readonly string[],
  flags: LookaheadFlags,
  terminal: Terminal,
): Promise<void> {
  const settings = await settingsOfFlags(flags);
  const { columns, warnings } = await loadRun(paths, flags, settings);
  const search = await findLookahead(
    async (some, same) => {
      // Between two runs the process hears that it is interrupted.
      await turn();
      return runBacktest(some, same).decisions;
    },
    columns,
    settings,
    flags.cuts,
  );
  if (flags.json) terminal.stdout.write(`${JSON.stringify(documentOf(search, warnings))}\n`);
  else for (const warning of warnings) terminal.stderr.write(`warning: ${warning}\n`);
  if (search.found !== undefined) throw checkFailure(sentenceOf(search.found));
  if (!flags.json)
    terminal.stdout.write(
      `No look-ahead: ${counted(search.decisions, "decision")}, the same at each of ${counted(search.cuts, "cut")} with and without what came after it.\n`,
    );
}

const documentOf = ({ cuts, decisions, found }: LookaheadSearch, warnings: readonly string[]) => ({
  schemaVersion: 1,
  engineVersion: engineVersion(),
  warnings,
  cuts,
  decisions,
  leak: found
    ? {
        cut: timeOf(found.cut),
        withFuture: found.withFuture ? orderView(found.withFuture) : null,
        withoutFuture: found.withoutFuture ? orderView(found.withoutFuture) : null,
      }
    : null,
});

function sentenceOf({ cut, withFuture, withoutFuture }: Lookahead): string {
  return `look-ahead: without the bars after ${timeOf(cut)} it decides ${phraseOf(withoutFuture)}, with them ${phraseOf(withFuture)}`;
}

function phraseOf(intent: Intent | undefined): string {
  if (intent === undefined) return "nothing";
  const { at, price, quantity, reason, side, ticker } = intent;
  return `to ${side} ${quantity} ${ticker} at ${decimalOf(price)} (${reason}, ${timeOf(at)})`;
}

const timeOf = (at: Instant): string => new Date(at).toISOString();

function cutCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || CUTS_MAX < count)
    throw new InvalidArgumentError(`It is a number of cuts from 1 to ${CUTS_MAX}.`);
  return count;
}
