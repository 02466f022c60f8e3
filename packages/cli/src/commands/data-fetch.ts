import { isTicker } from "@sevenfold/domain/market";
import { Command, Option } from "commander";
import { spelledAsHere } from "../bars/bar-symbols.ts";
import { localDayReader } from "../bars/bar-time.ts";
import { usageFailure } from "../failure.ts";
import type { KeptBars } from "../history/bar-store.ts";
import { fetchBars, type KeptSpan } from "../history/fetch-bars.ts";
import { BAR_PROVIDER_NAMES, type BarProvider } from "../history/provider-names.ts";
import { keptManifest } from "../history/stored-bars.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { choice } from "./choice-flag.ts";
import { checkPeriod, dayFlag, folderFlag } from "./data-flags.ts";
import { keptLine } from "./data-lines.ts";

interface Flags {
  readonly data: string;
  readonly from: BarProvider;
  readonly interval: "1d" | "1m";
  readonly start: number;
  readonly end?: number;
  readonly replace?: true;
}

/** `sevenfold data fetch SYMBOLS…` */
export function dataFetchCommand(terminal: Terminal): Command {
  return new Command("fetch")
    .description(
      "Fetches bars from a provider, page by page, and keeps each page as it comes: a fetch that was stopped goes on where it was.",
    )
    .argument("<symbols...>", "such as ORCL or BRK.B")
    .addOption(folderFlag())
    .addOption(
      choice(
        "--from <provider>",
        "who is asked; keys are taken from TIINGO_TOKEN, TWELVE_DATA_KEY, ALPACA_DATA_KEY and ALPACA_DATA_SECRET",
        BAR_PROVIDER_NAMES,
      ).default("yahoo"),
    )
    .addOption(choice("--interval <length>", "days or minutes", ["1d", "1m"]).default("1d"))
    .addOption(
      new Option("--start <day>", "first day, such as 2020-01-02")
        .argParser(dayFlag)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--end <day>", "last day (default: yesterday)").argParser(dayFlag))
    .option("--replace", "take the new bars alone where some of the symbol are kept")
    .action((symbols: readonly string[], flags: Flags) => fetchAll(symbols, flags, terminal));
}

async function fetchAll(
  symbols: readonly string[],
  { data, from, interval, start, end: until, replace }: Flags,
  { stdout, stderr }: Terminal,
): Promise<void> {
  const now = systemClock.now();
  const today = localDayReader("America/New_York")(now);
  const end = Math.min(until ?? today - 1, today);
  if (end < start && (until === undefined || start <= until))
    throw usageFailure(
      `--start ${dayText(start)} lies after ${dayText(end)}, the last day there is anything to fetch of`,
    );
  checkPeriod(start, end);
  // Of all commands about data only this one needs what talks to providers.
  const { BAR_PROVIDERS } = await import("../history/bar-providers.ts");
  const market = BAR_PROVIDERS[from](process.env);
  const tickers = symbols.flatMap((text) => text.split(",")).map(spelledAsHere);
  const strange = tickers.find((ticker) => !isTicker(ticker));
  if (strange !== undefined)
    throw usageFailure(`"${strange}" is not a symbol: one to five letters, as in ORCL or BRK.B`);
  for (const ticker of tickers.filter(isTicker)) {
    const kept = await keptSpan(data, ticker, interval);
    let last: KeptBars | undefined;
    let added = 0;
    for await (const page of fetchBars(ticker, kept, {
      ...{ folder: data, market, clock: systemClock, start, end, replaces: replace ?? false },
      interval: interval === "1d" ? "day" : "minute",
      say: (sentence) => stderr.write(`${sentence}\n`),
    })) {
      last = page;
      added += page.added;
    }
    stdout.write(
      last === undefined
        ? `${ticker} ${interval}: nothing new from ${market.provider.name}\n`
        : keptLine({ ...last, added }, data),
    );
  }
}

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

async function keptSpan(
  folder: string,
  symbol: string,
  interval: string,
): Promise<KeptSpan | undefined> {
  const manifest = await keptManifest(folder, symbol, interval);
  if (manifest === undefined) return undefined;
  const dayAt = localDayReader("America/New_York");
  const dayOf = (text: string): number =>
    interval === "1d" ? Date.parse(text) / DAY_MS : dayAt(Date.parse(text));
  return { first: dayOf(manifest.first), last: dayOf(manifest.last) };
}
