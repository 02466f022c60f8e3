import { join } from "node:path";
import { MarketDataUnavailable } from "@sevenfold/application/ports/market-data";
import { instant, isTicker } from "@sevenfold/domain/market";
import { Command } from "commander";
import { columnsOfSeries } from "../bars/bar-instants.ts";
import { localDayReader } from "../bars/bar-time.ts";
import { type LoadedActions, readActions } from "../bars/read-actions.ts";
import { checkRaw, strangerWarnings } from "../bars/with-actions.ts";
import { EXIT, Failure, inputFailure, usageFailure } from "../failure.ts";
import { adjustedSeries } from "../history/adjusted-series.ts";
import { intervalMsOf, manifestName } from "../history/bar-manifest.ts";
import { keepBars } from "../history/bar-store.ts";
import { ACTION_PROVIDER_NAMES, type ActionProvider } from "../history/provider-names.ts";
import { readStoredBars, type StoredBars } from "../history/stored-bars.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import { choice } from "./choice-flag.ts";
import { folderFlag, symbolsFlag, zoneFlag } from "./data-flags.ts";
import { keptLine } from "./data-lines.ts";
import { keptIn } from "./data-list.ts";

interface Flags {
  readonly data: string;
  readonly to?: string;
  readonly symbols: readonly string[];
  readonly actions?: string;
  readonly from?: ActionProvider;
  readonly dividends?: true;
  readonly tz: string;
}

/** `sevenfold data adjust --actions FILE`, or `--from PROVIDER` */
export function dataAdjustCommand(terminal: Terminal): Command {
  return new Command("adjust")
    .description(
      "Writes raw bars again as if splits had never been, and with --dividends as if those had been kept. The raw ones stay.",
    )
    .option("--actions <path>", "splits and dividends: a CSV file, or a folder of them")
    .addOption(
      choice(
        "--from <provider>",
        "who is asked for them instead; Tiingo's key is taken from TIINGO_TOKEN",
        ACTION_PROVIDER_NAMES,
      ),
    )
    .option("--dividends", "adjust for dividends too")
    .option(
      "--to <folder>",
      "where the adjusted bars go (default: the data folder with -split or -total)",
    )
    .addOption(folderFlag())
    .addOption(symbolsFlag("only these symbols"))
    .addOption(zoneFlag())
    .action((flags: Flags) => adjust(flags, terminal));
}

async function adjust(
  { data, to, symbols, actions: path, from, dividends, tz }: Flags,
  { stdout, stderr }: Terminal,
): Promise<void> {
  const basis = dividends ? "total" : "split";
  const folder = to ?? `${data.replace(/\/+$/, "")}-${basis}`;
  if (join(folder) === join(data))
    throw usageFailure("--to is the data folder itself: adjusted and raw bars are kept apart");
  const { actionsOf, warningsBeside } = await openActions({ from, path, tz });
  const { manifests, damaged } = await keptIn(data, symbols);
  if (manifests.length === 0) throw inputFailure(damaged[0]!.what);
  const warn = (what: string): void => sayWarning({ stderr }, what);
  const lost = new Set<string>();
  const lose = (symbol: string, what: string): void => {
    lost.add(symbol);
    warn(what);
  };
  for (const warning of warningsBeside([...manifests, ...damaged].map(({ symbol }) => symbol)))
    warn(warning);
  for (const { symbol, what } of damaged) lose(symbol, what);
  for (const manifest of manifests) {
    const { symbol, interval } = manifest;
    if (manifest.basis !== "raw" && manifest.basis !== "unknown")
      throw inputFailure(
        `the bars of ${symbol} in ${data} are adjusted already (${manifest.basis}); adjusting twice is worse than not at all`,
      );
    const read = await wholeOf(join(data, manifestName(symbol, interval)));
    if ("damage" in read) {
      lose(symbol, read.damage);
      continue;
    }
    const series = read.file.series[0]!;
    const actions = await actionsOf(symbol, manifest.first);
    const own = actions.bySymbol.get(symbol) ?? [];
    const isDated = interval === "1d";
    if (isTicker(symbol)) {
      const clock = { zone: tz, session: "data" } as const;
      const columns = columnsOfSeries(
        series,
        { isDated, intervalMs: intervalMsOf(interval) },
        symbol,
        clock,
      );
      checkRaw(columns, own);
    }
    const dayAt = localDayReader(tz);
    const adjusted = adjustedSeries(series, own, {
      dividends: dividends ?? false,
      dayAt: (at) => (isDated ? series.times[at]! : dayAt(series.times[at]!)),
    });
    const kept = await keepBars(
      folder,
      {
        ...{ symbol, interval, basis, series: adjusted },
        source: {
          from: `${data}, ${own.length} of ${path ?? from}`,
          sha256: manifest.sha256,
          addedAt: new Date().toISOString(),
        },
      },
      { replaces: true },
    );
    stdout.write(keptLine(kept, folder));
  }
  if (0 < lost.size)
    throw inputFailure(
      `${[...lost].join(", ")}: damaged and not adjusted; what else ${data} keeps is in ${folder}`,
    );
}

/** Kept bars, or what is damaged of them. */
async function wholeOf(path: string): Promise<StoredBars | { readonly damage: string }> {
  try {
    return await readStoredBars(path);
  } catch (error) {
    if (error instanceof Failure) return { damage: error.message };
    throw error;
  }
}

interface Told {
  readonly path: string | undefined;
  readonly from: ActionProvider | undefined;
  readonly tz: string;
}

interface OpenedActions {
  /** What happened to a symbol's share from its first row on. */
  actionsOf(symbol: string, first: string): Promise<LoadedActions>;
  /** Of rows without bars among those of `known` symbols. Throws a `Failure` where no row has some. */
  warningsBeside(known: readonly string[]): readonly string[];
}

/** Of files, all of which are read at once, or of a provider, who is asked for each symbol. */
async function openActions({ from, path, tz }: Told): Promise<OpenedActions> {
  if ((from === undefined) === (path === undefined))
    throw usageFailure("say where splits and dividends are: --actions FILE, or --from PROVIDER");
  if (path !== undefined) {
    const read = await readActions(path, tz);
    return {
      actionsOf: async () => read,
      warningsBeside: (known) => strangerWarnings(path, read, known),
    };
  }
  const { ACTION_PROVIDERS } = await import("../history/action-providers.ts");
  const provider = ACTION_PROVIDERS[from!](process.env);
  const actionsOf: OpenedActions["actionsOf"] = async (symbol, first) => {
    if (!isTicker(symbol)) throw inputFailure(`${provider.name} is asked for tickers: ${symbol}`);
    const start = instant(Date.parse(first.slice(0, DATE_LENGTH)));
    const told = await provider.since(symbol, start).catch((error: unknown) => {
      throw error instanceof MarketDataUnavailable
        ? new Failure(EXIT.unexpected, `${symbol}: ${error.message}`)
        : error;
    });
    return { bySymbol: new Map([[symbol, told]]), files: [] };
  };
  return { actionsOf, warningsBeside: () => [] };
}

const DATE_LENGTH = "2024-01-31".length;
