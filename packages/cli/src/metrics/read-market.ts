import { stat } from "node:fs/promises";
import { type BarColumns, barsBetween } from "@sevenfold/application/research/backtest/bar-columns";
import { type Market, marketOfBars } from "@sevenfold/application/research/backtest/market";
import { daysOf } from "@sevenfold/application/research/sweep/open-sweep";
import { readBarHeader } from "../bars/bar-header.ts";
import type { BarClock } from "../bars/bar-instants.ts";
import { spelledAsHere } from "../bars/bar-symbols.ts";
import { cellsOf, delimiterOf } from "../bars/csv-line.ts";
import type { InputFile } from "../bars/file-lines.ts";
import { firstLineOf } from "../bars/first-line.ts";
import { loadBars, loadSymbol } from "../bars/load-bars.ts";
import { readActions } from "../bars/read-actions.ts";
import { withActions } from "../bars/with-actions.ts";
import { inputFailure } from "../failure.ts";
import { readBenchmarkFile } from "./equity-file.ts";

/** What a result is set against, and where it was read. */
export interface NamedMarket {
  readonly kind: "hold" | "symbol" | "file";
  /** "buy and hold", or the symbol or the file as it was asked for. */
  readonly name: string;
  readonly market: Market;
  /** Those that nothing else of the run was read from. */
  readonly files: readonly InputFile[];
  readonly warnings: readonly string[];
}

/** The market of who named one: those who did not hold the same symbols anyway. */
export const marketAsked = ({ kind, market }: NamedMarket): Market | undefined =>
  kind === "hold" ? undefined : market;

export interface MarketAsked {
  /** A file, or a symbol of the bars; without it, holding what the run trades. */
  readonly word: string | undefined;
  /** Where the run's bars are. */
  readonly paths: readonly string[];
  /** What the run trades. */
  readonly columns: readonly BarColumns[];
  /** Splits and dividends of these, where they were given. */
  readonly actions: string | undefined;
  readonly clock: BarClock;
}

/** Throws a `Failure` where there is neither a file nor a symbol of the name, or no day in common. */
export async function readMarket(asked: MarketAsked): Promise<NamedMarket> {
  const { word, columns } = asked;
  const days = daysOf(columns);
  if (word === undefined) return held("hold", "buy and hold", columns, days);
  const found = (await isFile(word))
    ? await readFile(word, days, asked)
    : await readSymbol(word, days, asked);
  const known = new Set(found.market.days);
  const missing = days.reduce((count, day) => count + (known.has(day) ? 0 : 1), 0);
  if (days.length - missing < 2)
    throw inputFailure(
      `--benchmark ${word} and the bars have no two days in common; it must cover the same dates`,
    );
  const lacks =
    missing === 0
      ? []
      : [
          `--benchmark ${word} lacks ${missing.toLocaleString("en-US")} of the ${days.length.toLocaleString("en-US")} days of the bars: what is set against it leaves them out`,
        ];
  const startless = startlessDay(found.market, days);
  const begins =
    startless === undefined
      ? []
      : [
          `--benchmark ${word} has no close before ${dateText(startless)}: nobody knows its return of that day, which what is set against it leaves out`,
        ];
  return { ...found, warnings: [...found.warnings, ...lacks, ...begins] };
}

/** The first day of the bars it knows, where nothing says what it was worth before. */
function startlessDay(market: Market, days: Int32Array): number | undefined {
  const isKnownBefore = market.start !== undefined || market.days[0]! < days[0]!;
  if (isKnownBefore) return undefined;
  const own = new Set(market.days);
  return days.find((day) => own.has(day));
}

const dateText = (dayNumber: number): string =>
  new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

const held = (
  kind: NamedMarket["kind"],
  name: string,
  columns: readonly BarColumns[],
  days: Int32Array,
): NamedMarket => ({ kind, name, market: marketOfBars(columns, days), files: [], warnings: [] });

const isFile = async (word: string): Promise<boolean> =>
  (await stat(word).catch(() => undefined)) !== undefined;

/** One that trades in the run is there already; others of the same files are read for it. */
async function readSymbol(
  word: string,
  days: Int32Array,
  { paths, columns, actions, clock }: MarketAsked,
): Promise<NamedMarket> {
  const symbol = spelledAsHere(word);
  const traded = columns.find(({ ticker }) => ticker === symbol);
  if (traded !== undefined) return held("symbol", symbol, [traded], daysOf([traded]));
  const loaded = await loadSymbol(paths, symbol, clock);
  if ("known" in loaded)
    throw inputFailure(
      `--benchmark ${word}: there is no such file, and the bars hold ${loaded.known.join(", ")}`,
    );
  const [its] =
    actions === undefined
      ? [loaded.columns]
      : withActions([loaded.columns], await readActions(actions, clock.zone));
  return { ...ofBars("symbol", symbol, its!, days), files: loaded.files };
}

async function readFile(
  path: string,
  days: Int32Array,
  { clock }: MarketAsked,
): Promise<NamedMarket> {
  if (await hasClosesAlone(path)) {
    const { values, days: its, sha256 } = await readBenchmarkFile(path, clock.zone);
    return {
      kind: "file",
      name: path,
      market: { days: Int32Array.from(its), values: Float64Array.from(values), start: undefined },
      files: [{ path, sha256 }],
      warnings: [],
    };
  }
  const isFolder = (await stat(path)).isDirectory();
  // By days it is set against bars of any length.
  const its = isFolder ? clock : { ...clock, interval: undefined };
  const { columns, files, warnings } = await loadBars([path], [], its);
  if (columns.length !== 1)
    throw inputFailure(
      `--benchmark ${path} holds ${columns.map(({ ticker }) => ticker).join(", ")}; it must be of one symbol`,
    );
  return { ...ofBars("file", path, columns[0]!, days), files, warnings };
}

/** Bought at its first opening within the days of the run, as the run itself buys. */
function ofBars(
  kind: NamedMarket["kind"],
  name: string,
  columns: BarColumns,
  days: Int32Array,
): NamedMarket {
  const within = barsBetween(columns, days[0] ?? 0, days.at(-1) ?? 0);
  return held(kind, name, [within], daysOf([within]));
}

/** A CSV file without the columns of bars: dates and closes, as indexes are published. */
async function hasClosesAlone(path: string): Promise<boolean> {
  const line = await firstLineOf(path);
  if (line === undefined) return false;
  const cells = cellsOf(line, delimiterOf(line));
  return cells !== undefined && typeof readBarHeader(cells) === "string";
}
