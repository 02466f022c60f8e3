import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  EMPTY_SCRIPT,
  type ExchangeScript,
  exchangeScriptFrom,
} from "@sevenfold/adapters-broker/exchange/exchange-script";
import type { Exchange } from "@sevenfold/adapters-broker/exchange/exchange-settings";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import { takeLock } from "@sevenfold/adapters-persistence/lock-file";
import { recordedMarket } from "@sevenfold/application/exchange/recorded-market";
import type { SimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import { type Instant, instant } from "@sevenfold/domain/market";
import { PRICE_MAX } from "@sevenfold/domain/money";
import { Command } from "commander";
import { loadBars } from "../bars/load-bars.ts";
import { EXIT, Failure, inputFailure, usageFailure } from "../failure.ts";
import { jsonLog } from "../system/json-log.ts";
import { checkFolder, codeOf, makeFolder, writeReasonOf } from "../system/make-folder.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { fastClock, systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { addExchangeFlags, type ExchangeFlags } from "./exchange-flags.ts";
import { stopAsked } from "./stop-asked.ts";

/** Failures whose message already says what to do. */
const MENDABLE = new Set([
  "ExchangeLocked",
  "JournalUnreadable",
  "OutsideSimulatedMarket",
  "ScriptUnplayable",
]);
const NO_ADDRESS: ReadonlySet<string> = new Set([
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  "EAI_AGAIN",
  "EINVAL",
  "ENOTFOUND",
]);
/** However fast its clock, nobody looks more often than this. */
const TICK_MS = 50;

/** `sevenfold exchange`: the built-in exchange alone, until it is asked to stop. */
export function exchangeCommand(terminal: Terminal): Command {
  const command = new Command("exchange").description(
    "Runs the built-in exchange alone: Alpaca's and E*TRADE's protocols on one port. docs/exchange.md",
  );
  return addExchangeFlags(command).action(async (flags: ExchangeFlags) => {
    const stopped = stopAsked();
    const exchange = await opened(flags, terminal);
    terminal.stdout.write(`\nThe exchange is running on ${exchange.url}\n`);
    for (const line of linesOf(exchange, flags)) terminal.stdout.write(`  ${line}\n`);
    terminal.stdout.write("Press Ctrl-C to stop.\n");
    await stopped;
    terminal.stdout.write("Stopping …\n");
    await exchange.close();
    // Requests that a fault left without an answer must not keep a closed exchange alive.
    process.exit(EXIT.ok);
  });
}

async function opened(flags: ExchangeFlags, terminal: Terminal): Promise<Exchange> {
  const recorded = await recordedFrom(flags, terminal);
  const startsAt = flags.from ?? recorded?.market.startsAt ?? instant(Date.now());
  const script = await scriptFrom(flags.faults, startsAt);
  const hasOwnTime = flags.speed !== 1 || flags.from !== undefined || recorded !== undefined;
  const { port, host, seed, volatility, hours, speed, journal, requestsPerMinute } = flags;
  if (journal !== undefined) await readyJournal(journal);
  try {
    return await startExchange({
      ...{ port, host, seed, volatility, hours, requestsPerMinute, script },
      ...(journal !== undefined && { journal: { file: journal, takeLock } }),
      ...(recorded && { recorded }),
      hasControl: flags.control ?? false,
      ...(speed !== 1 && { tickMs: TICK_MS }),
      clock: hasOwnTime ? fastClock(startsAt, speed) : systemClock,
      hasOwnTime,
      signingClock: systemClock,
      identifiers: randomIdentifiers,
      log: jsonLog("warn"),
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (codeOf(error) === "EADDRINUSE")
      throw new Failure(EXIT.unexpected, `port ${port} is in use; choose another with --port`);
    if (NO_ADDRESS.has(codeOf(error) ?? ""))
      throw usageFailure(`this machine has no address ${host}; --host takes one it has`);
    if (codeOf(error) === "EACCES" && "port" in error)
      throw usageFailure(`port ${port} is not open to this user; --port takes one above 1023`);
    if (MENDABLE.has(error.name)) throw new Failure(EXIT.unexpected, error.message);
    throw error;
  }
}

/** Says in words, before anything is opened, why accounts cannot be kept in a file. */
async function readyJournal(path: string): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const file = await open(path, "r+").catch((error) => {
      if (codeOf(error) !== "ENOENT") throw error;
      return checkFolder(dirname(path));
    });
    await file?.close();
  } catch (error) {
    throw usageFailure(
      `cannot keep accounts in ${path}: ${writeReasonOf(error)}; --journal takes another file`,
    );
  }
}

/** The market of the bars that were named, and a name of it that other bars do not share. */
async function recordedFrom(
  { bars = [], symbols, tz }: ExchangeFlags,
  terminal: Terminal,
): Promise<{ readonly market: SimulatedMarket; readonly name: string } | undefined> {
  if (bars.length === 0) return undefined;
  const { columns, files, warnings } = await loadBars(bars, symbols, { zone: tz, session: "data" });
  for (const warning of warnings) terminal.stderr.write(`sevenfold: ${warning}\n`);
  const dear = columns.find(({ high, close }) => (high ?? close).some((each) => PRICE_MAX < each));
  if (dear !== undefined)
    throw inputFailure(
      `${dear.ticker} costs more than $100,000 a share, which no order here may; leave it out with --symbols`,
    );
  const name = createHash("sha256")
    .update(files.map(({ sha256 }) => sha256).join())
    .digest("hex");
  return { market: recordedMarket(columns), name };
}

async function scriptFrom(path: string | undefined, startsAt: Instant): Promise<ExchangeScript> {
  if (path === undefined) return EMPTY_SCRIPT;
  const text = await readFile(path, "utf8").catch(() => {
    throw inputFailure(`the script ${path} cannot be read`);
  });
  const script = exchangeScriptFrom(jsonOf(text, path), startsAt);
  if (!script.ok) throw inputFailure(`${path}: ${script.refusal}`);
  return script.value;
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw inputFailure(`${path} is no JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

function linesOf({ url, market }: Exchange, flags: ExchangeFlags): readonly string[] {
  const { hours, speed, control, faults, journal } = flags;
  const what = flags.bars ? "recorded bars" : `seed ${flags.seed}, volatility ${flags.volatility}`;
  return [
    `${stockCount(market)} of ${what}; hours: ${hours}; speed: ${speed}`,
    `a new account: curl -X POST ${url}/paper/accounts -d '{}'`,
    `Alpaca: ${url} and ${url.replace("http", "ws")}/stream, /v2/iex; E*TRADE: ${url}/etrade`,
    ...(faults === undefined ? [] : [`script: ${faults}`]),
    ...(control ? [`control: ${url}/control/faults`] : []),
    journal === undefined ? "accounts end with this process" : `accounts are kept in ${journal}`,
  ];
}

const stockCount = ({ stocks }: SimulatedMarket): string =>
  stocks.length === 1 ? "1 stock" : `${stocks.length} stocks`;
