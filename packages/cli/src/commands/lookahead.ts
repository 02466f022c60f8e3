import { setImmediate as turn } from "node:timers/promises";
import {
  type Decider,
  type DecisionPair,
  findLookahead,
  firstDifferenceOf,
  type Lookahead,
  type LookaheadSearch,
} from "@sevenfold/application/research/backtest/find-lookahead";
import { runBacktest } from "@sevenfold/application/research/backtest/run-backtest";
import { partsPerShareOf, sharesText } from "@sevenfold/application/research/parts/parts-of-shares";
import type { Intent } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { decimalOf } from "@sevenfold/domain/money";
import { Command, InvalidArgumentError, Option } from "commander";
import { engineVersion } from "../engine-version.ts";
import { checkFailure } from "../failure.ts";
import { counted } from "../report/amounts.ts";
import { orderView } from "../report/order-view.ts";
import type { LookaheadDocument } from "../schema/look-schemas.ts";
import type { OwnDecider } from "../strategy/own-backtest.ts";
import type { OwnTrade } from "../strategy/own-trader.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import { addBacktestFlags, type BacktestFlags } from "./backtest-flags.ts";
import { addConfigFlag } from "./config-flag.ts";
import { loadRun } from "./load-run.ts";
import {
  addOwnFlags,
  isOwn,
  type OwnFlags,
  ownDeciderOf,
  ownSettingsOf,
  settingsWithOwn,
} from "./own-flags.ts";
import { addSetFlag, settingsOfFlags } from "./set-flag.ts";
import { typedFlagsOf } from "./typed-flags.ts";

const CUTS_MAX = 100_000;

interface LookaheadFlags extends BacktestFlags, OwnFlags {
  readonly cuts: number;
}

/** `sevenfold lookahead BARS…` */
export function lookaheadCommand(terminal: Terminal): Command {
  const command = addOwnFlags(addSetFlag(addBacktestFlags(new Command("lookahead"))));
  const typed = typedFlagsOf(addConfigFlag(command));
  return command
    .description("Takes the future away and holds every past decision to be the same.")
    .argument("<bars...>", "files of bars (CSV, Parquet, columns), or folders of them")
    .addOption(
      new Option("--cuts <n>", "instants after which the future is taken away")
        .argParser(cutCount)
        .default(200),
    )
    .action((paths: readonly string[], flags: LookaheadFlags) =>
      lookahead(paths, flags, typed, terminal),
    );
}

async function lookahead(
  paths: readonly string[],
  flags: LookaheadFlags,
  typed: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<void> {
  const asked = isOwn(flags) ? ownSettingsOf(flags, typed) : await settingsOfFlags(flags);
  const { columns, warnings } = await loadRun(paths, flags, asked);
  const own = await ownDeciderOf(flags, columns);
  const settings = settingsWithOwn(asked, own, flags, typed);
  const decide: Decider = async (some, same) => {
    // Between two runs the process hears that it is interrupted.
    await turn();
    return (own?.run({ columns: some, settings: same }) ?? runBacktest(some, same)).decisions;
  };
  const search = await findLookahead(decide, columns, settings, flags.cuts);
  const memory = own === undefined ? undefined : await memoryOf(own, { columns, settings });
  if (flags.json) {
    const document = documentOf(search, {
      warnings,
      strategy: own?.origin.name,
      memory,
      partsPerShare: partsPerShareOf(settings),
    });
    terminal.stdout.write(`${JSON.stringify(document)}\n`);
  } else for (const warning of warnings) sayWarning(terminal, warning);
  const partsPerShare = partsPerShareOf(settings);
  if (search.found !== undefined) throw checkFailure(sentenceOf(search.found, partsPerShare));
  if (memory !== undefined)
    throw checkFailure(memorySentenceOf(own!.origin.name, memory, partsPerShare));
  if (!flags.json)
    terminal.stdout.write(
      `No look-ahead: ${counted(search.decisions, "decision")}, the same at each of ${counted(search.cuts, "cut")} with and without what came after it.\n`,
    );
}

/**
 * What a strategy decides otherwise where it is run again in the place of the run before: what it
 * keeps beside itself would carry later bars into an earlier time.
 */
async function memoryOf(
  { trader }: OwnDecider,
  trade: OwnTrade,
): Promise<DecisionPair | undefined> {
  if (trader.kind === "signals") return undefined;
  await turn();
  const { tradeAgain } = await import("../strategy/own-trader.ts");
  const [first, second] = tradeAgain(trader, trade);
  return firstDifferenceOf(first.decisions, second.decisions);
}

const memorySentenceOf = (
  name: string,
  { first, second }: DecisionPair,
  partsPerShare: number,
): string =>
  `${name} keeps beside itself what it has seen: run again it decides ${phraseOf(second, partsPerShare)}, before ${phraseOf(first, partsPerShare)}; what it remembers belongs inside forEachSymbol, forAllSymbols or forEvents`;

const pairView = ({ first, second }: DecisionPair, partsPerShare: number) => ({
  first: first ? orderView(first, partsPerShare) : null,
  again: second ? orderView(second, partsPerShare) : null,
});

interface Origin {
  readonly warnings: readonly string[];
  readonly strategy: string | undefined;
  readonly memory: DecisionPair | undefined;
  readonly partsPerShare: number;
}

const documentOf = (
  { cuts, decisions, found }: LookaheadSearch,
  { warnings, strategy, memory, partsPerShare }: Origin,
): LookaheadDocument => ({
  schemaVersion: 1,
  engineVersion: engineVersion(),
  warnings,
  cuts,
  decisions,
  leak: found
    ? {
        cut: timeOf(found.cut),
        withFuture: found.withFuture ? orderView(found.withFuture, partsPerShare) : null,
        withoutFuture: found.withoutFuture ? orderView(found.withoutFuture, partsPerShare) : null,
      }
    : null,
  strategy: strategy ?? null,
  memory: memory === undefined ? null : pairView(memory, partsPerShare),
});

function sentenceOf({ cut, withFuture, withoutFuture }: Lookahead, partsPerShare: number): string {
  return `look-ahead: without the bars after ${timeOf(cut)} it decides ${phraseOf(withoutFuture, partsPerShare)}, with them ${phraseOf(withFuture, partsPerShare)}`;
}

function phraseOf(intent: Intent | undefined, partsPerShare: number): string {
  if (intent === undefined) return "nothing";
  const { at, price, quantity, reason, side, ticker } = intent;
  return `to ${side} ${sharesText(quantity, partsPerShare)} ${ticker} at ${decimalOf(price)} (${reason}, ${timeOf(at)})`;
}

const timeOf = (at: Instant): string => new Date(at).toISOString();

function cutCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || CUTS_MAX < count)
    throw new InvalidArgumentError(`It is a number of cuts from 1 to ${CUTS_MAX}.`);
  return count;
}
